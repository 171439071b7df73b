import FeatureFlags
import Targeting

extension Condition {
  /// The condition as people write it.
  var title: String {
    switch self {
    case .all(let parts): Self.joined(parts, " and ")
    case .any(let parts): Self.joined(parts, " or ")
    case .not(let part): "not (\(part.title))"
    case .path(let path, let part): "\(path.joined(separator: ".")) \(part.title)"
    case .named(let name, let part): "\(name) \(part.title)"
    case .text(let text, _): "is \(AttributeValue.string(text).excerpt)"
    case .number(let number): "is \(number.decimalText)"
    case .flag(let flag): "is \(flag)"
    case .null: "is null"
    case .json(let text): "is \(text.excerpt)"
    case .identical(let value, _), .compared(_, let value), .version(_, _, let value),
      .never(let value, _), .foreign(_, let value):
      value.excerpt
    case .list(let values, _, _, let group): group ?? values.text
    case .every(let parts): "[\(parts.map(\.title).joined(separator: ", "))]"
    case .element(let part), .size(let part): "(\(part.title))"
    case .exists(let exists): "\(exists)"
    case .kind(let kind): kind
    case .pattern(_, let text): text.excerpt
    }
  }

  private static func joined(_ parts: [Condition], _ separator: String) -> String {
    let text = parts.map(\.title).joined(separator: separator)
    return parts.count > 1 ? "(\(text))" : parts.isEmpty ? "everyone" : text
  }

  /// The trace of the condition for a user.
  func node(for subject: Subject, _ steps: StepCounter) -> ConditionNode {
    var node = ConditionNode(title, Explanation.Verdict(isMet(by: subject, steps)))
    if case .named(_, let part) = self { node.cause = part.defect }
    if case .path(let path, let part) = self {
      let value = subject.value(at: path)
      if !value.isNull { node.found = value }
      node.cause = part.defect ?? (value.isNull ? "the user has none" : nil)
    } else if let (title, parts) = operands {
      node.title = title
      node.parts = parts.map { $0.node(for: subject, steps) }
    }
    return node
  }

  /// The name and the operands of an operator for conditions; `nil` for another condition.
  private var operands: (title: String, parts: [Condition])? {
    if case .all(let parts) = self { return ("all of", parts) }
    if case .any(let parts) = self { return ("any of", parts) }
    if case .not(.any(let parts)) = self { return ("none of", parts) }
    if case .not(let part) = self { return ("not", [part]) }
    return nil
  }

  /// The reason why no value meets the condition; `nil` if a value can.
  var defect: String? {
    if case .never(_, let defect) = self { return defect }
    if case .foreign(let part, _) = self {
      return part == nil ? Self.unknownOperator : "SDKs for JavaScript do not know it"
    }
    if case .named(_, let part) = self { return part.defect }
    if case .all(let parts) = self { return parts.lazy.compactMap(\.defect).first }
    return nil
  }
}
