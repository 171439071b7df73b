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
        let evaluator = try Evaluator(bytes, order: settings.order)
        var configuration = Configuration(features: evaluator.features)
        configuration.evaluator = DatafileEvaluator(evaluator, settings: settings)
        return configuration
      }
    )
  }
}

extension Evaluator {
  /// Parses a datafile and creates its evaluator; converts errors to those of configurations.
  fileprivate convenience init(
    _ bytes: [UInt8],
    order: ConjunctionOrder
  ) throws(ConfigurationError) {
    do throws(DatafileError) {
      self.init(try Datafile(bytes: bytes), order: order)
    } catch {
      throw .document(DocumentError(error))
    }
  }
}
