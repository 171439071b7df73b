package import FeatureFlags

/// Counts the steps of an evaluation, whose number is limited so that no rule can block a server.
///
/// A step is an evaluated rule, a copied or compared element, or a read block of a text.
package struct StepBudget: Sendable {
  private var steps = 0

  /// The largest number of steps of one evaluation.
  package static let limit = 100_000
  /// The number of bytes of a text that count as one step.
  package static let blockSize = 32

  package init() {}

  /// Spends steps.
  ///
  /// - Throws: The failure of a rule that needs too many steps.
  package mutating func spend(_ count: Int) throws(EvaluationFailure) {
    steps += count
    guard steps <= Self.limit else {
      throw EvaluationFailure(.parseError, "the rule needs more than \(Self.limit) steps")
    }
  }

  /// Spends the steps for reading a text.
  package mutating func spend(reading text: String) throws(EvaluationFailure) {
    if text.utf8.count >= Self.blockSize { try spend(text.utf8.count / Self.blockSize) }
  }

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
