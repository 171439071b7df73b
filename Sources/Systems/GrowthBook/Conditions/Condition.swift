import FeatureFlags
import Targeting

/// A condition on a value, compiled when the document is parsed.
indirect enum Condition: Sendable {
  /// `$and`: all conditions are met; true for an empty list.
  case all([Condition])
  /// `$or`: at least one of the conditions is met; true for an empty list.
  case any([Condition])
  /// `$not` and `$nor`.
  case not(Condition)
  /// The value at a path meets a condition.
  case path([String], Condition)
  /// The condition of an operator in the document, such as `$in`, with the name of the operator.
  case named(String, Condition)
  /// The value converted to a string is equal to the text; if case is ignored, the text is in lower
  /// case.
  case text(String, ignoresCase: Bool)
  /// The value converted to a number is equal to the number.
  case number(Double)
  /// The value is not null, and is truthy or falsy in JavaScript as given.
  case flag(Bool)
  case null
  /// The value is a list or an object with this JSON; unlike in the SDKs, the order of members is
  /// ignored.
  case json(String)
  /// `$eq`, or `$ne` with `false`: the value is the same as in JavaScript (`===`).
  case identical(AttributeValue, Bool)
  /// `$lt`, `$lte`, `$gt` and `$gte`.
  case compared(Comparison, AttributeValue)
  /// `$veq`, `$vlt` and their like: the padded versions satisfy the comparison; `nil` means that they are not
  /// equal.
  case version(Comparison?, padded: String, AttributeValue)
  /// `$in`, `$inGroup` and their like: the value, or an element of it, is a member of the list, or is not if
  /// `isMember` is false; `group` is the id of a saved group.
  case list(ValueList, isMember: Bool, ignoresCase: Bool, group: String?)
  /// `$all` and `$alli`: the value is a list, and each condition is met by one of its elements.
  case every([Condition])
  /// `$elemMatch`: the value is a list with a truthy element that meets the condition.
  case element(Condition)
  /// `$size`: the number of elements of a list meets a condition.
  case size(Condition)
  /// `$exists`.
  case exists(Bool)
  /// `$type`.
  case kind(String)
  /// `$regex`, with the pattern as it is written in the document.
  case pattern(RegularExpression, String)
  /// No value meets the condition: the operand, and the reason.
  case never(AttributeValue, String)
  /// An operator that the SDK for JavaScript does not support, so that no value meets the condition.
  ///
  /// The associated condition is the one of the SDK for Python; it is `nil` if that SDK does not support
  /// the operator either.
  case foreign(Condition?, AttributeValue)
}

extension Condition {
  /// The condition with letter case ignored, if it compares a string; otherwise the condition itself.
  var ignoringCase: Condition {
    if case .text(let text, _) = self { .text(text.lowercased(), ignoresCase: true) } else { self }
  }

  /// Returns whether a value meets the condition, and records the result in the trace.
  ///
  /// For a logical operator, the trace also contains the result of each operand.
  func isMet(by subject: ConditionInput, _ run: inout EvaluationRun) -> Bool {
    guard run.trace != nil else { return holds(for: subject, &run) }
    if let operatorTitle {
      run.trace?.begin()
      let isMet = holds(for: subject, &run)
      run.trace?.end(operatorTitle, verdict: Explanation.Verdict(isMet))
      return isMet
    }
    // Records one step, without steps for the parts: the title of the condition already contains them.
    var trace: ExplanationRecorder?
    swap(&trace, &run.trace)
    let isMet = holds(for: subject, &run)
    swap(&trace, &run.trace)
    run.trace?.append(title + found(in: subject), verdict: Explanation.Verdict(isMet))
    return isMet
  }

  private func holds(for subject: ConditionInput, _ run: inout EvaluationRun) -> Bool {
    switch self {
    case .all(let parts): parts.all(are: true, for: subject, &run)
    case .any(let parts): parts.isEmpty || !parts.all(are: false, for: subject, &run)
    case .not(.any(let parts)): !parts.isEmpty && parts.all(are: false, for: subject, &run)
    case .not(let part): !part.isMet(by: subject, &run)
    case .path(let path, let part): part.isMet(by: ConditionInput(subject.value(at: path)), &run)
    case .named(_, let part): part.isMet(by: subject, &run)
    case .text(let text, let ignoresCase):
      run.allows(reading: subject.value)
        && subject.value.scriptText.folded(ignoresCase).isSameText(as: text)
    case .number(let number): subject.value.scriptNumber == number
    case .flag(let flag): !subject.value.isNull && subject.value.isTruthyInScript == flag
    case .null: subject.value.isNull
    case .json(let text):
      subject.value.isStructure && run.allows(reading: subject.value)
        && subject.value.description.isSameText(as: text)
    case .identical(let other, let isEqual): subject.value.isIdentical(to: other) == isEqual
    case .compared(let comparison, let other): subject.value.holds(comparison, other)
    case .version(let comparison, let padded, _):
      comparison.map { $0.holds(subject.value.paddedVersion.order(relativeTo: padded), 0) }
        ?? !subject.value.paddedVersion.isSameText(as: padded)
    case .list(let list, let isMember, let ignoresCase, _):
      (subject.value.list ?? [subject.value]).contains { element in
        run.allows(reading: element) && list.contains(element, ignoresCase: ignoresCase)
      } == isMember
    case .every(let parts):
      subject.value.list != nil && parts.allSatisfy { subject.value.hasPart(&run, $0.isMet) }
    case .element(let part):
      subject.value.hasPart(&run) { $0.value.isTruthyInScript && part.isMet(by: $0, &$1) }
    case .size(let part):
      subject.value.list.map { part.isMet(by: ConditionInput(.number(Double($0.count))), &run) }
        ?? false
    case .exists(let exists): subject.value.isNull != exists
    case .kind(let kind): subject.value.kind == kind
    case .pattern(let expression, _):
      // A search that exceeds its step limit counts as no match.
      run.allows(EvaluationRun.search, reading: subject.value)
        && expression.search(subject.value.scriptText) == .found(true)
    case .never, .foreign: false
    }
  }
}

extension [Condition] {
  fileprivate func all(are isMet: Bool, for subject: ConditionInput, _ run: inout EvaluationRun)
    -> Bool
  {
    areMet(isRecorded: run.trace != nil) { $0.isMet(by: subject, &run) == isMet }
  }
}

// MARK: Texts

extension Condition {
  /// The condition in readable form, for traces and messages.
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

  /// The title of a logical operator, whose operands are recorded as steps; `nil` for any other
  /// condition.
  private var operatorTitle: String? {
    if case .all = self { return "all of" }
    if case .any = self { return "any of" }
    if case .not(.any) = self { return "none of" }
    if case .not = self { return "not" }
    return nil
  }

  /// Describes the value of the user's attribute, or the reason why no value can meet the condition.
  private func found(in subject: ConditionInput) -> String {
    guard case .path(let path, let part) = self else {
      if case .named(_, let part) = self, let defect = part.defect { return " (\(defect))" }
      return ""
    }
    let value = subject.value(at: path)
    let cause = part.defect ?? (value.isNull ? "the user has none" : nil)
    return (value.isNull ? "" : ", the user has \(value)") + (cause.map { " (\($0))" } ?? "")
  }

  /// The reason why no value can meet the condition; `nil` if there is no such reason.
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

extension AttributeValue {
  var list: [AttributeValue]? {
    if case .list(let values) = self { values } else { nil }
  }

  /// Returns whether an element of the list meets a condition; `false` if the value is not a list.
  fileprivate func hasPart(
    _ run: inout EvaluationRun,
    _ isMet: (ConditionInput, inout EvaluationRun) -> Bool
  ) -> Bool {
    list?.contains { run.allows(reading: $0) && isMet(ConditionInput($0), &run) } ?? false
  }
}

extension Condition {
  /// Returns whether a value meets the condition in the SDK for Python, which does not convert types.
  ///
  /// - Returns: `nil` if the result depends on an operator that this SDK does not support. The SDK then
  ///   treats the whole condition as not met, even if it is negated.
  func isMetInPython(by subject: ConditionInput, _ run: inout EvaluationRun) -> Bool? {
    let value = subject.value
    switch self {
    case .all(let parts): return Self.all(parts) { $0.isMetInPython(by: subject, &run) }
    case .any(let parts):
      return parts.isEmpty ? true : Self.any(parts) { $0.isMetInPython(by: subject, &run) }
    case .not(let part): return part.isMetInPython(by: subject, &run).map { !$0 }
    case .path(let path, let part):
      return part.isMetInPython(by: ConditionInput(subject.value(at: path)), &run)
    case .named(_, let part): return part.isMetInPython(by: subject, &run)
    case .foreign(let part, _): return part.flatMap { $0.isMetInPython(by: subject, &run) }
    case .text, .pattern: return value.isText && isMet(by: subject, &run)
    case .number: return value.isNumber && isMet(by: subject, &run)
    case .flag(let flag): return value.bool == flag
    // In this SDK, an empty object has no operators to fail, so every value meets it.
    case .json(let text): return text == "{}" || isMet(by: subject, &run)
    case .compared(_, let other):
      return value.isOrdered(with: other) && isMet(by: subject, &run)
    case .version(let comparison, _, let other):
      return value.isOrdered(with: other) ? isMet(by: subject, &run) : comparison == nil
    case .every(let parts):
      guard let list = value.list else { return false }
      return Self.all(parts) { part in
        Self.any(list) { part.isMetInPython(by: ConditionInput($0), &run) }
      }
    case .element(let part):
      let list = value.list?.filter { !$0.isNull } ?? []
      return Self.any(list) { part.isMetInPython(by: ConditionInput($0), &run) }
    case .size(let part):
      guard let count = value.list?.count else { return false }
      return part.isMetInPython(by: ConditionInput(.number(Double(count))), &run)
    case .null, .identical, .list, .exists, .kind, .never: return isMet(by: subject, &run)
    }
  }

  /// Returns whether the result of all elements is true; `nil` if no result is false and at least one is
  /// unknown.
  private static func all<Element>(
    _ elements: [Element],
    _ result: (Element) -> Bool?
  ) -> Bool? {
    any(elements) { result($0).map { !$0 } }.map { !$0 }
  }

  /// Returns whether the result of any element is true; `nil` if no result is true and at least one is
  /// unknown.
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
  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether both values are strings or both are numbers: an SDK that does not convert types can only
  /// order such values.
  fileprivate func isOrdered(with other: AttributeValue) -> Bool {
    isText && other.isText || isNumber && other.isNumber
  }
}
