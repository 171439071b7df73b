package import FeatureFlags

/// Counts the steps of conditions that cannot fail themselves; after too many steps the evaluation fails.
package final class StepCounter {
  private var budget = StepBudget()
  /// The reason why the results of conditions are meaningless; `nil` if there were few steps.
  package private(set) var failure: EvaluationFailure?

  /// The steps of the search for a regular expression, without those for reading the text.
  package static let search = 20

  package init() {}

  /// Spends steps; returns `false` after too many steps.
  package func spend(_ count: Int) -> Bool {
    do throws(EvaluationFailure) { try budget.spend(count) } catch { failure = error }
    return failure == nil
  }

  /// Spends steps, and those for reading a value; returns `false` after too many steps.
  package func spend(_ count: Int = 1, reading value: AttributeValue) -> Bool {
    do throws(EvaluationFailure) {
      try budget.spend(count)
      try budget.spend(reading: value)
    } catch { failure = error }
    return failure == nil
  }

  /// Ends the evaluation with a failure.
  package func fail(_ message: String) { failure = EvaluationFailure(.general, message) }

  /// Starts the evaluation of another feature.
  package func reset() { (budget, failure) = (StepBudget(), nil) }
}
