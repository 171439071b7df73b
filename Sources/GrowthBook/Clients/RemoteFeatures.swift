package import Documents
package import FeatureFlags

/// The request of an SDK that lets the server evaluate the features: the body of `/api/eval/KEY`.
package struct RemoteEvaluationRequest: Sendable {
  /// The attributes of the user.
  package let attributes: [String: AttributeValue]
  /// The values that the app forces, by the names of features.
  let forcedFeatures: [String: AttributeValue]

  /// Parses a body; the variations that an app forces for experiments are ignored.
  ///
  /// - Throws: The path and the line of a malformed field.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(try JSONReader.read(bytes, as: .json))
    attributes = try fields.optionalValues("attributes", of: AttributeValue.init) ?? [:]
    var forced: [String: AttributeValue] = [:]
    for pair in fields.value("forcedFeatures")?.list ?? [] {
      guard let parts = pair.list, parts.count == 2, let name = parts[0].string else {
        throw pair.mismatch(expected: "a name with a value").inside("forcedFeatures")
      }
      forced[name] = AttributeValue(parts[1])
    }
    forcedFeatures = forced
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
    let evaluation = GrowthBookEvaluation(document, Subject(request.context))
    let features = document.features.enumerated().map { index, feature in
      let name = feature.name.rawValue
      let value =
        request.forcedFeatures[name]?.json.text()
        ?? feature.json(at: evaluation.result(at: index).value)
      return "\(JSONValue.string(name).text()):{\"rules\":[{\"force\":\(value)}]}"
    }
    let date = JSONValue.string(date).text()
    let list = features.joined(separator: ",")
    return Array("{\"status\":200,\"features\":{\(list)},\"dateUpdated\":\(date)}".utf8)
  }
}
