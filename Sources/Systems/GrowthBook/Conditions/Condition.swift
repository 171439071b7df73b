import FeatureFlags
import Targeting

/// A condition on a value, compiled when the document is parsed.
indirect enum Condition: Sendable {
  /// All conditions hold; also without any.
  case all([Condition])
  /// One of the conditions holds; also without any.
  case any([Condition])
  case not(Condition)
  /// The value at a path meets a condition.
  case path([String], Condition)
  /// An operator of the document, such as `$in`.
  case named(String, Condition)
  /// The text of the value is equal; the other one is lower case if case is ignored.
  case text(String, ignoresCase: Bool)
  /// The number of the value is equal.
  case number(Double)
  /// The value is not null, and counts as true or as false.
  case flag(Bool)
  case null
  /// The JSON of the list or object is equal; unlike in SDKs, the order of members is ignored.
  case json(String)
  case identical(AttributeValue, Bool)
  case compared(Comparison, AttributeValue)
  /// The padded versions are compared; `nil` for unequal ones.
  case version(Comparison?, padded: String, AttributeValue)
  /// The value, or an element of it, is a member of the list; `group` is the id of a saved group.
  case list(ValueList, isMember: Bool, ignoresCase: Bool, group: String?)
  /// Each condition holds for an element.
  case every([Condition])
  /// The condition holds for an element that counts as true.
  case element(Condition)
  case size(Condition)
  case exists(Bool)
  /// The value has the kind.
  case kind(String)
  case pattern(RegularExpression, String)
  /// No value meets the condition, for the given reason.
  case never(AttributeValue, String)
  /// An operator that the SDK for JavaScript does not know, so that no value meets the condition; the
  /// condition is that of the SDK for Python, `nil` if it does not know the operator either.
  case foreign(Condition?, AttributeValue)
}

extension Condition {
  /// The condition without regard to letter case, if it is one on a text.
  var ignoringCase: Condition {
    if case .text(let text, _) = self { .text(text.lowercased(), ignoresCase: true) } else { self }
  }

  /// Whether a value meets the condition.
  func isMet(by subject: Subject, _ steps: StepCounter) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.isMet(by: subject, steps) }
    case .any(let parts): parts.isEmpty || parts.contains { $0.isMet(by: subject, steps) }
    case .not(let part): !part.isMet(by: subject, steps)
    case .path(let path, let part): part.isMet(by: Subject(subject.value(at: path)), steps)
    case .named(_, let part): part.isMet(by: subject, steps)
    case .text(let text, let ignoresCase):
      steps.spend(reading: subject.value)
        && subject.value.scriptText.folded(ignoresCase).isSameText(as: text)
    case .number(let number): subject.value.scriptNumber == number
    case .flag(let flag): !subject.value.isNull && subject.value.isTruthyInScript == flag
    case .null: subject.value.isNull
    case .json(let text):
      subject.value.isStructure && steps.spend(reading: subject.value)
        && subject.value.description.isSameText(as: text)
    case .identical(let other, let isEqual): subject.value.isIdentical(to: other) == isEqual
    case .compared(let comparison, let other): subject.value.holds(comparison, other)
    case .version(let comparison, let padded, _):
      comparison.map { $0.holds(subject.value.paddedVersion.order(relativeTo: padded), 0) }
        ?? !subject.value.paddedVersion.isSameText(as: padded)
    case .list(let list, let isMember, let ignoresCase, _):
      (subject.value.list ?? [subject.value]).contains { element in
        steps.spend(reading: element) && list.contains(element, ignoresCase: ignoresCase)
      } == isMember
    case .every(let parts):
      subject.value.list != nil && parts.allSatisfy { subject.value.hasPart(steps, $0.isMet) }
    case .element(let part):
      subject.value.hasPart(steps) { $0.value.isTruthyInScript && part.isMet(by: $0, $1) }
    case .size(let part):
      subject.value.list.map { part.isMet(by: Subject(.number(Double($0.count))), steps) } ?? false
    case .exists(let exists): subject.value.isNull != exists
    case .kind(let kind): subject.value.kind == kind
    case .pattern(let expression, _):
      // A search that exceeds the limit of steps finds nothing.
      steps.spend(StepCounter.search, reading: subject.value)
        && expression.search(subject.value.scriptText) == .found(true)
    case .never, .foreign: false
    }
  }
}

extension AttributeValue {
  var list: [AttributeValue]? {
    if case .list(let values) = self { values } else { nil }
  }

  /// Whether an element of the list meets a condition; `false` for another value.
  fileprivate func hasPart(_ steps: StepCounter, _ isMet: (Subject, StepCounter) -> Bool) -> Bool {
    list?.contains { steps.spend(reading: $0) && isMet(Subject($0), steps) } ?? false
  }
}
