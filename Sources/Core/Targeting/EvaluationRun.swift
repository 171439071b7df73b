package import FeatureFlags

/// The run of an evaluation: counts its steps, whose number is limited so that no rule can block a server,
/// and records its findings for an explanation.
///
/// A step is an evaluated rule, a copied or compared element, or a read block of a text. The steps are
/// charged to the ``WorkBudget`` in which the evaluation runs.
package struct EvaluationRun: Sendable {
  /// The recorded findings; `nil` if the evaluation is not recorded.
  package var trace: FindingRecorder?
  /// The reason why the results are meaningless; `nil` within the limits.
  package private(set) var failure: EvaluationFailure?
  private var steps = 0
  /// The steps that were not charged to the work yet.
  private var uncharged = 0
  /// Whether the work of the evaluation has ended.
  private var hasEnded = false
  private var work: WorkBudget?

  /// The largest number of steps of one evaluation.
  package static let limit = 100_000
  /// The steps of the search for a regular expression, without those for reading the text.
  package static let search = 20
  /// The number of bytes of a text that count as one step.
  package static let blockSize = 32
  /// The number of steps that are charged to the work at once.
  private static let chargeSize = 1_000

  /// Creates the run of one evaluation in the work of the current thread.
  package init(isRecorded: Bool = false) {
    trace = isRecorded ? FindingRecorder() : nil
    restart()
  }

  /// Starts the evaluation of another feature; the findings are kept.
  package mutating func restart() {
    (steps, uncharged, failure) = (0, 0, nil)
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
    if steps > Self.limit {
      failure = failure ?? .init(.parseError, "the rule needs more than \(Self.limit) steps")
    } else if hasEnded {
      failure = failure ?? .init(.general, "the evaluation was ended")
    }
    if let failure { throw failure }
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

  /// Spends steps, and those for reading a value; returns `false` after too many steps.
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
  /// Whether all elements meet a condition; a recorded evaluation also evaluates the elements after the first
  /// one that does not.
  @inlinable package func areMet(isRecorded: Bool, _ isMet: (Element) -> Bool) -> Bool {
    var areMet = true
    for element in self where !isMet(element) {
      guard isRecorded else { return false }
      areMet = false
    }
    return areMet
  }
}
