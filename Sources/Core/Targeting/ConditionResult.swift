import FeatureFlags

/// The result of a condition: met, not met, or undecided with the reason why only the flag service can
/// evaluate the condition.
package enum ConditionResult: Hashable, Sendable {
  case yes
  case no
  case undecided(String)

  package init(_ isMet: Bool) { self = isMet ? .yes : .no }

  /// The result of the negated condition.
  package var inverted: ConditionResult {
    switch self {
    case .yes: .no
    case .no: .yes
    case .undecided: self
    }
  }
}

extension EvaluationRun {
  /// Records a condition with its result, if the evaluation is recorded.
  package mutating func record(_ text: @autoclosure () -> String, _ result: ConditionResult) {
    guard trace != nil else { return }
    switch result {
    case .yes: trace?.append(text(), verdict: .yes)
    case .no: trace?.append(text(), verdict: .no)
    case .undecided(let reason): trace?.append("\(text()): \(reason)", verdict: .unknown)
    }
  }
}
