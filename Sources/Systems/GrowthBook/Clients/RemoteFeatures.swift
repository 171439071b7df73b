package import Documents
package import FeatureFlags

/// The request of an SDK that lets the server evaluate the features: the body of `/api/eval/KEY`.
package struct RemoteEvaluationRequest: Sendable {
  /// The attributes of the user.
  package let attributes: [String: AttributeValue]
  /// The features and the experiments that the app forces.
  let forced: ForcedResults
  /// The address of the page; empty for none.
  let url: String

  /// Parses a body.
  ///
  /// - Throws: The path and the line of a malformed field.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(try JSONReader.read(bytes, as: .json))
    attributes = try fields.optionalValues("attributes", of: AttributeValue.init) ?? [:]
    var forced = ForcedResults()
    forced.variations =
      try fields.optionalValues("forcedVariations") { node throws(DocumentError) in
        guard let index = node.number else { throw node.mismatch(expected: "a number") }
        return Int(exactly: index) ?? -1
      } ?? [:]
    for pair in fields.value("forcedFeatures")?.list ?? [] {
      guard let parts = pair.list, parts.count == 2, let name = parts[0].string else {
        throw pair.mismatch(expected: "a name with a value").inside("forcedFeatures")
      }
      forced.features[FeatureName(rawValue: name)] = AttributeValue(parts[1])
    }
    self.forced = forced
    url = try fields.optionalText("url") ?? ""
  }

  /// The user of the request; the attribute `id` is the targeting key.
  package var context: EvaluationContext {
    EvaluationContext(targetingKey: attributes["id"]?.unquoted, attributes: attributes)
  }
}

extension GrowthBookEvaluator {
  /// Returns the features with the values of a user, for an SDK that does not evaluate them itself.
  ///
  /// - Parameters:
  ///   - request: The request with the user.
  ///   - date: The `dateUpdated` of the document.
  /// - Returns: The document, as `/api/eval` of GrowthBook's proxy has it.
  package func remoteFeatures(for request: RemoteEvaluationRequest, updated date: String) -> [UInt8]
  {
    let evaluation = GrowthBookEvaluation(
      document,
      Subject(request.context),
      requested: request.forced
    )
    let features = document.features.enumerated().map { index, feature in
      let name = JSONValue.string(feature.name.rawValue).text()
      return "\(name):\(evaluation.remoteFeature(at: index, experimentTexts))"
    }
    let date = JSONValue.string(date).text()
    let list = features.joined(separator: ",")
    let page = PageAddress(request.url)
    let experiments = document.pageExperiments.compactMap { experiment in
      evaluation.variation(of: experiment, on: page)
        .map { experimentTexts.page(experiment.index, in: $0) }
    }
    let rest = "\"experiments\":[\(experiments.joined(separator: ","))],\"dateUpdated\":\(date)"
    return Array("{\"status\":200,\"features\":{\(list)},\(rest)}".utf8)
  }
}
