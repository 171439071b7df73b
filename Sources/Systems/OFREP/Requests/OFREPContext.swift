package import Documents
package import FeatureFlags

/// The evaluation context of a request as JSON text, so that a proxy passes it on unchanged.
package struct OFREPContext: Hashable, Sendable {
  /// The JSON object with `targetingKey` and the attributes.
  package let json: RawJSON

  /// Encodes a user; segments and the profile are not part of OFREP.
  package init(_ context: EvaluationContext) {
    var members = context.attributes.sorted { $0.key < $1.key }
      .map { (key: $0.key, value: $0.value.json) }
    if let key = context.targetingKey {
      members.removeAll { $0.key == "targetingKey" }
      members.insert((key: "targetingKey", value: .string(key)), at: 0)
    }
    json = RawJSON(.object(members))
  }

  /// Reads the context from the body that a client has sent, such as `{"context":{"targetingKey":"ana"}}`.
  ///
  /// An empty body and a body without a context mean an empty context: clients send both.
  ///
  /// - Throws: The error of a body that is not JSON, or whose context is not an object.
  package init(requestBody: [UInt8]) throws(DocumentError) {
    let (raw, node): (RawJSON, Node)
    do throws(DocumentError) { (raw, node) = try RawJSON.parse(requestBody) } catch .empty {
      json = .emptyObject
      return
    }
    guard node.members != nil else { throw node.mismatch(expected: "an object") }
    guard let context = raw.members(node).last(where: { $0.key == "context" }), !context.node.isNull
    else {
      json = .emptyObject
      return
    }
    guard context.node.members != nil else {
      throw context.node.mismatch(expected: "an object").inside("context")
    }
    json = context.raw
  }

  var requestBody: [UInt8] { RawJSON(members: [(key: "context", value: json)]).bytes }
}
