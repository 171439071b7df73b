import Documents
import FeatureFlags

extension EvaluationContext {
  /// Parses the body of an OFREP request: `{"context": {"targetingKey": "ana", "plan": "gold"}}`.
  ///
  /// An empty body, and a body without a context, mean a user without targeting key and attributes. A
  /// targeting key that is a number is converted to text. A targeting key of any other type is ignored,
  /// because some clients send such values. A targeting key that is no text, or an empty one, is also an
  /// attribute, because rules read it as it is.
  ///
  /// - Throws: `notJSON`, `notAnObject` or `badContext`.
  init(body: [UInt8]) throws(EvaluationError) {
    guard !body.isEmpty else {
      self.init()
      return
    }
    let document = try mapError(JSONReader.read(body, as: .json), to: EvaluationError.notJSON)
    guard document.members != nil else { throw .notAnObject(found: document.kind) }
    guard let context = document["context"], !context.isNull else {
      self.init()
      return
    }
    guard let members = context.members else { throw .badContext(found: context.kind) }
    self.init()
    for member in members {
      if member.key == "targetingKey" {
        targetingKey = Self.targetingKey(member.node)
        if member.node.string?.isEmpty ?? !member.node.isNull {
          attributes[member.key] = AttributeValue(member.node)
        }
      } else {
        attributes[member.key] = AttributeValue(member.node)
      }
    }
  }

  private static func targetingKey(_ node: Node) -> String? {
    if let text = node.string { return text.isEmpty ? nil : text }
    return node.number == nil ? nil : JSONValue(node)?.text()
  }
}
