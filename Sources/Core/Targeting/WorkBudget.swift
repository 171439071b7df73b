import Locking

/// Limits the work of all evaluations for one purpose, such as the response to a request of a client.
///
/// Evaluations and searches for regular expressions charge their cost to the budget of the current task.
/// Callers do not pass the budget as an argument:
///
/// ```swift
/// let budget = WorkBudget { !client.isGone }
/// let results = budget.run { evaluator.results(for: user) }
/// guard budget.end == nil else { return .tooMuchWork }
/// ```
///
/// Once the budget has ended, evaluations fail soon and searches find nothing: their results are meaningless.
package final class WorkBudget: Sendable {
  /// The reason why the results of the work are meaningless.
  package enum End: Hashable, Sendable {
    /// The work needs more steps, or longer searches, than its limit allows.
    case exceeded
    /// No client needs the results any more.
    case unneeded
  }

  /// The maximum work.
  package struct Limit: Hashable, Sendable {
    /// The maximum number of steps of all evaluations; see ``EvaluationRun``.
    package let steps: Int
    /// The maximum cost of all searches for regular expressions: for each search, the bytes of the text
    /// multiplied by the squared number of states.
    package let search: Int

    /// The limit for a request: about a second of computing time.
    package static let request = Limit(steps: 20_000_000, search: 300_000_000)
    /// The limit for work during which other clients have to wait: a few milliseconds of computing time.
    package static let quick = Limit(steps: 50_000, search: 2_000_000)
  }

  private struct State {
    var steps = 0
    var search = 0
    /// The number of charges since ``WorkBudget/isNeeded`` was called.
    var charges = 0
    var end: End?
  }

  /// The budget of the current task; `nil` for work without a limit.
  @TaskLocal package static var current: WorkBudget?

  /// The number of charges between two calls of ``isNeeded``, which takes longer than a charge.
  private static let checkInterval = 32

  private let limit: Limit
  private let isNeeded: @Sendable () -> Bool
  private let state = Locked(State())

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - limit: The maximum work.
  ///   - isNeeded: Returns whether a client still needs the results; called on the thread of the work.
  package init(
    limit: Limit = .request,
    isNeeded: @escaping @Sendable () -> Bool = { true }
  ) {
    (self.limit, self.isNeeded) = (limit, isNeeded)
  }

  /// The reason why the results are meaningless; `nil` if the work is within its limits.
  package var end: End? { state.withLock { $0.end } }

  /// Whether the budget of the current task has ended, so that the results are incomplete.
  package static var hasEnded: Bool { current?.end != nil }

  /// Runs a closure with this budget as the current one.
  package func run<Value>(_ work: () -> Value) -> Value {
    Self.$current.withValue(self, operation: work)
  }

  /// Charges steps and the cost of a search; returns `false` if the work has to end.
  func spend(steps: Int = 0, search: Int = 0) -> Bool {
    let (isOpen, isChecked) = state.withLock { state in
      (state.steps, state.search) = (state.steps + steps, state.search + search)
      state.charges += 1
      if state.steps > limit.steps || state.search > limit.search {
        state.end = state.end ?? .exceeded
      }
      guard state.charges >= Self.checkInterval else { return (state.end == nil, false) }
      state.charges = 0
      return (state.end == nil, true)
    }
    guard isOpen, isChecked, !isNeeded() else { return isOpen }
    state.withLock { $0.end = $0.end ?? .unneeded }
    return false
  }
}
