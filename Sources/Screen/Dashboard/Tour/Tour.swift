package import FeatureFlags

/// An interactive tour of the dashboard: a line above the footer tells the user what to do, and the next
/// line appears when the user has done it.
///
/// The steps are passed in as data, because they name the features of one configuration.
package struct Tour: Sendable {
  /// One line of the tour.
  package struct Step: Sendable {
    /// The line; the identifier of an action in braces is replaced by its key.
    let text: String
    /// The condition that ends the step; `nil` for a step that lasts until the user ends the tour.
    let goal: Goal?

    package init(_ text: String, until goal: Goal? = nil) {
      (self.text, self.goal) = (text, goal)
    }
  }

  /// The condition that ends a step: the action of the user that the step waits for.
  package enum Goal: Hashable, Sendable {
    /// The user selects the feature in the list.
    case selects(Feature.Name)
    case overrides(Feature.Name)
    case evaluates(userKey: String)
    case performs(Action)
  }

  /// The progress of the tour.
  package enum Stage: Hashable, Sendable {
    /// The tour was not started, or has ended.
    case hidden
    /// The line says how the tour is started.
    case offered
    /// The step with the index is shown.
    case step(Int)
  }

  /// The steps in the order in which they are shown; empty if the source has no tour.
  let steps: [Step]
  package var stage: Stage
  /// The action that the current event has performed; `nil` if it has performed none.
  var performed: Action?

  package init(_ steps: [Step] = [], at stage: Stage = .hidden) {
    self.steps = steps
    self.stage = steps.isEmpty ? .hidden : stage
  }

  /// The condition that ends the shown step; `nil` without one.
  var goal: Goal? {
    if case .step(let index) = stage { steps[index].goal } else { nil }
  }

  /// Whether a step is shown.
  var isRunning: Bool {
    if case .step = stage { true } else { false }
  }

  /// Shows the step after the step with the given index, or the first step for `nil`; hides the tour
  /// after the last step.
  mutating func showStep(after index: Int?) {
    let next = index.map { $0 + 1 } ?? 0
    stage = next < steps.count ? .step(next) : .hidden
    performed = nil
  }
}
