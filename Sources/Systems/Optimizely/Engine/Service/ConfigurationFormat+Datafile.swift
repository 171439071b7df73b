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
        // A datafile of an older version has no flags; its error has the version.
        let names = ["featureFlags", "trafficAllocation"].filter(bytes.contains(text:))
        guard !names.isEmpty, bytes.contains(text: "projectId") else { return false }
        if bytes.contains(text: "\"projectId\""),
          names.contains(where: { bytes.contains(text: "\"\($0)\"") })
        {
          return true
        }
        // JSON5 has names without quotes. Drops the error: another text is no datafile.
        let document = try? JSONReader.read(bytes)
        return document?["projectId"] != nil && document?["experiments"] != nil
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
