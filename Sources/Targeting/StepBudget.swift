package import FeatureFlags

/// Counts the steps of the evaluation of one flag, whose number is limited so that no rule can block a
/// server.
///
/// A step is an evaluated rule, a copied or compared element, or a read block of a text. The steps are
/// charged to the ``WorkBudget`` in which the evaluation runs.
package struct StepBudget: Sendable {
  private var steps = 0
  /// The steps that were not charged to the work yet.
  private var uncharged = 0
  /// Whether the work of the evaluation has ended.
  private var hasEnded: Bool
  private let work: WorkBudget?

  /// The largest number of steps of one evaluation.
  package static let limit = 100_000
  /// The number of bytes of a text that count as one step.
  package static let blockSize = 32
  /// The number of steps that are charged to the work at once.
  private static let chargeSize = 1_000

  /// Creates the budget of one evaluation in the work of the current thread.
  package init() {
    work = WorkBudget.current
    hasEnded = work.map { !$0.spend(steps: 1) } ?? false
  }

  /// Spends steps.
  ///
  /// - Throws: The failure of a rule that needs too many steps, or that of work that has ended.
  package mutating func spend(_ count: Int) throws(EvaluationFailure) {
    steps += count
    uncharged += count
    if uncharged >= Self.chargeSize, let work {
      hasEnded = !work.spend(steps: uncharged)
      uncharged = 0
    }
    guard steps <= Self.limit else {
      throw EvaluationFailure(.parseError, "the rule needs more than \(Self.limit) steps")
    }
    if hasEnded { throw EvaluationFailure(.general, "the evaluation was ended") }
  }

  /// Spends the steps for reading a text.
  package mutating func spend(reading text: String) throws(EvaluationFailure) {
    if text.utf8.count >= Self.blockSize { try spend(Self.blocks(of: text)) }
  }

  /// The number of steps for reading a text.
  package static func blocks(of text: String) -> Int { text.utf8.count / blockSize }

  /// Spends the steps for reading a value with all its parts.
  ///
  /// A list or an object that a rule creates can contain another value many times without copies of it,
  /// so that the number of its parts can grow exponentially.
  package mutating func spend(reading value: AttributeValue) throws(EvaluationFailure) {
    switch value {
    case .null, .bool, .number: break
    case .string(let text): try spend(reading: text)
    case .list(let values):
      try spend(values.count)
      for value in values { try spend(reading: value) }
    case .object(let members):
      try spend(members.count)
      for (key, value) in members {
        try spend(reading: key)
        try spend(reading: value)
      }
    }
  }
}
