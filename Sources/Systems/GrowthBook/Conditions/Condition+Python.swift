import FeatureFlags
import Targeting

extension Condition {
  /// Whether a value meets the condition in the SDK for Python, which compares values by their types.
  ///
  /// - Returns: `nil` if an operator decides that the SDK does not know: the whole condition then fails, even
  ///   if it is negated.
  func isMetInPython(by subject: Subject, _ run: inout EvaluationRun) -> Bool? {
    let value = subject.value
    switch self {
    case .all(let parts): return Self.all(parts) { $0.isMetInPython(by: subject, &run) }
    case .any(let parts):
      return parts.isEmpty ? true : Self.any(parts) { $0.isMetInPython(by: subject, &run) }
    case .not(let part): return part.isMetInPython(by: subject, &run).map { !$0 }
    case .path(let path, let part):
      return part.isMetInPython(by: Subject(subject.value(at: path)), &run)
    case .named(_, let part): return part.isMetInPython(by: subject, &run)
    case .foreign(let part, _): return part.flatMap { $0.isMetInPython(by: subject, &run) }
    case .text, .pattern: return value.isText && isMet(by: subject, &run)
    case .number: return value.isNumber && isMet(by: subject, &run)
    case .flag(let flag): return value.bool == flag
    // An object without operators holds for each value.
    case .json(let text): return text == "{}" || isMet(by: subject, &run)
    case .compared(_, let other):
      return value.isOrdered(with: other) && isMet(by: subject, &run)
    case .version(let comparison, _, let other):
      return value.isOrdered(with: other) ? isMet(by: subject, &run) : comparison == nil
    case .every(let parts):
      guard let list = value.list else { return false }
      return Self.all(parts) { part in
        Self.any(list) { part.isMetInPython(by: Subject($0), &run) }
      }
    case .element(let part):
      let list = value.list?.filter { !$0.isNull } ?? []
      return Self.any(list) { part.isMetInPython(by: Subject($0), &run) }
    case .size(let part):
      guard let count = value.list?.count else { return false }
      return part.isMetInPython(by: Subject(.number(Double(count))), &run)
    case .null, .identical, .list, .exists, .kind, .never: return isMet(by: subject, &run)
    }
  }

  /// Whether all elements have the result true; `nil` if none is false and one is unknown.
  private static func all<Element>(
    _ elements: [Element],
    _ result: (Element) -> Bool?
  ) -> Bool? {
    any(elements) { result($0).map { !$0 } }.map { !$0 }
  }

  /// Whether an element has the result true; `nil` if none has it and one is unknown.
  private static func any<Element>(
    _ elements: [Element],
    _ result: (Element) -> Bool?
  ) -> Bool? {
    var found: Bool? = false
    for element in elements {
      let result = result(element)
      if result == true { return true }
      if result == nil { found = nil }
    }
    return found
  }
}

extension AttributeValue {
  /// Whether the value is a number.
  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether both values are texts, or both are numbers: SDKs that convert no types order no others.
  fileprivate func isOrdered(with other: AttributeValue) -> Bool {
    isText && other.isText || isNumber && other.isNumber
  }
}
