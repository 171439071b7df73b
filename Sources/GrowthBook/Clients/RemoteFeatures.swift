package import Documents
package import FeatureFlags

/// The request of an SDK that lets the server evaluate the features: the body of `/api/eval/KEY`.
package struct RemoteEvaluationRequest: Sendable {
  /// The attributes of the user.
  package let attributes: [String: AttributeValue]
  /// The features and the experiments that the app forces.
  let forced: ForcedResults

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
  /// - Returns: The document, as `/api/eval` has it: each value is that of a rule for everyone.
  package func remoteFeatures(for request: RemoteEvaluationRequest, updated date: String) -> [UInt8]
  {
    let evaluation = GrowthBookEvaluation(
      document,
      Subject(request.context),
      requested: request.forced
    )
    let features = document.features.enumerated().map { index, feature in
      let forced = request.forced.features[feature.name]?.json.text()
      let value = forced ?? feature.json(at: evaluation.result(at: index).value)
      return "\(JSONValue.string(feature.name.rawValue).text()):{\"rules\":[{\"force\":\(value)}]}"
    }
    let date = JSONValue.string(date).text()
    let list = features.joined(separator: ",")
    return Array("{\"status\":200,\"features\":{\(list)},\"dateUpdated\":\(date)}".utf8)
  }
}
