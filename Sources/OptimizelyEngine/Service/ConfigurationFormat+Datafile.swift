import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// The format of Optimizely datafiles, whose flags a ``DatafileEvaluator`` evaluates.
  ///
  /// - Parameter settings: The options of the evaluation.
  /// - Returns: The format with the name `optimizely`.
  public static func optimizely(
    _ settings: DatafileSettings = DatafileSettings()
  ) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "optimizely",
      recognises: { bytes in
        ["\"featureFlags\"", "\"projectId\""].allSatisfy(bytes.contains(text:))
      },
      parse: { bytes throws(ConfigurationError) in
        let datafile = try mapError(Datafile(bytes: bytes)) { (error: DatafileError) in
          ConfigurationError.document(DocumentError(error))
        }
        let evaluator = Evaluator(datafile, order: settings.order)
        var configuration = Configuration(features: evaluator.features)
        configuration.evaluator = DatafileEvaluator(evaluator, settings: settings)
        return configuration
      }
    )
  }
}
