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
        bytes.contains(text: "\"projectId\"")
          // A datafile of an older version has no flags; its error has the version.
          && ["\"featureFlags\"", "\"trafficAllocation\""].contains(where: bytes.contains(text:))
      },
      parse: { bytes throws(ConfigurationError) in
        let (datafile, findings) = try mapError(Datafile.inspected(bytes)) {
          (error: DatafileError) in
          ConfigurationError.document(error.naming)
        }
        let evaluator = Evaluator(datafile, order: settings.order)
        var configuration = Configuration(
          features: evaluator.features,
          problems: findings.map { Problem($0) }
        )
        configuration.evaluator = DatafileEvaluator(evaluator, settings: settings)
        return configuration
      }
    )
    .described(by: "\"featureFlags\" and \"projectId\"", .datafile)
  }
}

extension DatafileError {
  /// The error of a document whose format was detected: that of another version names the product.
  fileprivate var naming: DocumentError {
    guard case .version(let found, let line) = self else { return DocumentError(self) }
    let version = "a datafile of Optimizely of version \"\(found.excerpt)\""
    return .unexpected(path: "version", line: line, found: version, expected: "version \"4\"")
  }
}
