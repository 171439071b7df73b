import Documents
import FeatureFlags

/// A condition on an attribute of a context, compiled when the document is parsed.
final class LaunchDarklyClause: Sendable {
  /// The kind of contexts that have the attribute.
  let kind: String
  let attribute: AttributeReference
  /// Whether the kinds of a context are compared.
  let readsKind: Bool
  /// The name of the operator in the document, such as `startsWith`.
  let operatorName: String
  let values: [AttributeValue]
  let isNegated: Bool
  let test: ClauseTest
  /// The facts that a tester must know about the clause.
  let remarks: [String]

  init(_ fields: some DocumentFields) throws(DocumentError) {
    let kind = try fields.filledText("contextKind")
    self.kind = kind ?? LaunchDarklyContext.userKind
    attribute = AttributeReference(
      try fields.optionalText("attribute") ?? "",
      isLiteral: kind == nil
    )
    readsKind = attribute.name == "kind" && attribute.rest.isEmpty
    operatorName = try fields.optionalText("op") ?? ""
    values = try fields.all("values") { AttributeValue($0.node) }
    isNegated = try fields.optionalFlag("negate") ?? false
    var remarks: [String] = []
    test = ClauseTest(operatorName, values, &remarks)
    if attribute.name == nil, operatorName != "segmentMatch" {
      remarks.append("\(attribute.defect): an evaluation that reaches it fails")
    }
    self.remarks = remarks
  }

  /// The keys of the segments that the clause reads.
  var segments: [String] { if case .segments(let keys) = test { keys } else { [] } }

  /// The clause as people write it, with at most five values.
  var title: String { text(values: 5) }

  /// The clause with all values.
  var text: String { text(values: .max) }

  private func text(values count: Int) -> String {
    let rest = values.count > count ? " and \(values.count - count) more" : ""
    let list =
      values.isEmpty ? "nothing" : values.prefix(count).map(\.description).joined(separator: ", ")
    let owner = kind == LaunchDarklyContext.userKind ? "" : kind + " "
    let subject = operatorName == "segmentMatch" ? "" : owner + attribute.text + " "
    return "\(subject)\(isNegated ? "not " : "")\(operatorName) \(list)\(rest)"
  }
}

extension AttributeReference {
  /// The description of a malformed reference.
  var defect: String {
    text.isEmpty ? "the attribute is missing" : "the attribute \"\(text.excerpt)\" is malformed"
  }
}
