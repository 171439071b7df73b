package import FeatureFlags

/// The state of one evaluation: the number of steps, which is limited, and the findings for an
/// explanation.
///
/// The limit prevents a rule from blocking a server.
///
/// A step is the evaluation of a rule, the copy or comparison of an element, or the reading of one block
/// of a text. The steps are charged to the ``WorkBudget`` in which the evaluation runs.
package struct EvaluationRun: Sendable {
  /// The recorded findings; `nil` if no explanation is needed.
  package var trace: ExplanationRecorder?
  /// The reason why the results are meaningless; `nil` while the evaluation has not failed.
  package private(set) var failure: EvaluationFailure?
  private var steps = 0
  /// The steps that were not charged to the budget yet.
  private var uncharged = 0
  /// Whether the budget has ended, so that the evaluation has to end.
  private var hasEnded = false
  private var work: WorkBudget?

  /// The maximum number of steps of one evaluation.
  package static let limit = 100_000
  /// The number of steps for a search for a regular expression, in addition to those for reading the
  /// text.
  package static let search = 20
  /// The number of bytes of a text that count as one step.
  package static let blockSize = 32
  /// The number of steps after which the steps are charged to the budget.
  private static let chargeSize = 1_000

  /// Starts an evaluation, whose steps are charged to the budget of the current task.
  package init(isRecorded: Bool = false) {
    trace = isRecorded ? ExplanationRecorder() : nil
    restart()
  }

  /// Starts the evaluation of the next feature, and keeps the recorded findings.
  package mutating func restart() {
    (steps, uncharged, failure) = (0, 0, nil)
    work = WorkBudget.current
    hasEnded = work.map { !$0.spend(steps: 1) } ?? false
  }

  /// Charges steps to the evaluation.
  ///
  /// - Throws: The failure of the evaluation, if it needs too many steps, or if its budget has ended.
  package mutating func spend(_ count: Int) throws(EvaluationFailure) {
    steps += count
    uncharged += count
    if uncharged >= Self.chargeSize, let work {
      hasEnded = !work.spend(steps: uncharged)
      uncharged = 0
    }
    if steps > Self.limit {
      failure = failure ?? .init(.parseError, "the rule needs more than \(Self.limit) steps")
    } else if hasEnded {
      failure = failure ?? .init(.general, "the evaluation was ended")
    }
    if let failure { throw failure }
  }

  /// Charges the steps for reading a text.
  package mutating func spend(reading text: String) throws(EvaluationFailure) {
    if text.utf8.count >= Self.blockSize { try spend(Self.blocks(of: text)) }
  }

  /// The number of steps for reading a text.
  package static func blocks(of text: String) -> Int { text.utf8.count / blockSize }

  /// Charges the steps for reading a value with all its elements and members.
  ///
  /// A rule can create a list or an object that contains one value many times. The value is stored only
  /// once, so that the number of elements can grow exponentially with little memory.
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

  /// Charges steps, and the steps for reading a value; returns `false` if the evaluation has failed.
  package mutating func allows(_ count: Int = 1, reading value: AttributeValue = .null) -> Bool {
    do throws(EvaluationFailure) {
      try spend(count)
      try spend(reading: value)
      return true
    } catch { return false }
  }

  /// Ends the evaluation with a failure.
  package mutating func fail(_ message: String) { failure = EvaluationFailure(.general, message) }
}

extension Sequence {
  /// Returns whether all elements meet a condition; `true` for an empty sequence.
  ///
  /// A recorded evaluation tests all elements; otherwise, the test ends at the first element that does
  /// not meet the condition.
  @inlinable package func areMet(isRecorded: Bool, _ isMet: (Element) -> Bool) -> Bool {
    var areMet = true
    for element in self where !isMet(element) {
      guard isRecorded else { return false }
      areMet = false
    }
    return areMet
  }
}
