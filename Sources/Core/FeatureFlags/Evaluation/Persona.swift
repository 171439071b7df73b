package import Documents

/// A named user in the settings, for whom a tester evaluates features repeatedly.
package struct Persona: Hashable, Sendable {
  /// The name of the persona in lists and tables; never empty.
  package var name: String
  /// The evaluation context: the user key, the attributes and the segments.
  package var user: EvaluationContext

  package init(name: String, user: EvaluationContext) {
    self.name = name
    self.user = user
  }

  /// Decodes a persona from a JSON object.
  ///
  /// `name` is required; `key`, `attributes` and `segments` are optional; other keys are ignored.
  /// Without `segments` the segments are unknown; an empty list means a user in no segment.
  ///
  /// - Throws: `unexpected` with the path and the line of a missing or malformed field.
  package init(_ node: Node) throws(DocumentError) {
    let fields = try FieldReader(node)
    let name = try fields.text("name")
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw (fields.value("name") ?? node).mismatch(expected: "a name").inside("name")
    }
    var attributes: [String: AttributeValue] = [:]
    for member in try fields.optionalMembers("attributes") ?? [] {
      attributes[member.key] = AttributeValue(member.node)
    }
    self.name = name
    user = EvaluationContext(
      targetingKey: try fields.optionalText("key"),
      attributes: attributes,
      segments: try fields.optionalTexts("segments").map(Set.init)
    )
  }
}
