import FeatureFlags
import Targeting

/// Counts the steps of conditions over lists; after too many steps the evaluation fails.
final class StepCounter {
  private var budget = StepBudget()
  /// The reason why the results of conditions are meaningless; `nil` if there were few steps.
  private(set) var failure: EvaluationFailure?

  /// The steps of the search of a regular expression.
  static let search = 20

  /// Spends steps, and those for reading a value; returns `false` after too many steps.
  func spend(_ count: Int = 1, reading value: AttributeValue) -> Bool {
    do throws(EvaluationFailure) {
      try budget.spend(count)
      try budget.spend(reading: value)
    } catch { failure = error }
    return failure == nil
  }

  /// Ends the evaluation with a failure.
  func fail(_ message: String) { failure = EvaluationFailure(.general, message) }

  /// Starts the evaluation of another feature.
  func reset() { (budget, failure) = (StepBudget(), nil) }
}
