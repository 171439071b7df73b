package import FeatureFlags

/// Records an evaluation as a list of steps with indented findings.
///
/// A part of the evaluation, such as a rule, is recorded before the parts that it contains, such as its
/// conditions. A part without an enclosing part is a step; the others are findings of that step.
package struct ExplanationRecorder: Sendable {
  /// The steps so far.
  package private(set) var steps: [Explanation.Step] = []
  /// The indices of the parts that have not ended: first that of the step in ``steps``, then those in
  /// its list of findings.
  private var open: [Int] = []
  /// The number of recorded findings.
  private var count = 0
  private var remark: String?

  /// The maximum number of steps, and of findings; further steps and findings are dropped.
  package static let limit = 10_000

  package init() {}

  /// Begins a step, which ends when the next step begins.
  package mutating func step(_ title: String, outcome: String? = nil) {
    open = []
    append(title)
    open = [steps.count - 1]
    conclude(outcome: outcome)
  }

  /// Sets the result of the last step.
  package mutating func conclude(variation: String? = nil, outcome: String? = nil) {
    guard let last = steps.indices.last else { return }
    steps[last].variation = variation
    steps[last].outcome = outcome
  }

  /// Begins a part: a step if no part is open, or else a finding.
  package mutating func begin() {
    let position = open.isEmpty ? steps.count : steps[steps.count - 1].findings.count
    append("")
    open.append(position)
  }

  /// Sets a remark that is appended to the text of the part that ends next.
  package mutating func remark(_ text: String) { remark = text }

  /// Ends a part with the text of its finding.
  package mutating func end(_ text: @autoclosure () -> String, verdict: Explanation.Verdict?) {
    let (position, last) = (open.removeLast(), steps.count - 1)
    defer { remark = nil }
    func complete() -> String { text() + (remark.map { " (\($0))" } ?? "") }
    if open.isEmpty {
      guard position == last else { return }
      steps[last].title = complete()
      steps[last].outcome = verdict?.outcome
    } else if position < steps[last].findings.count {
      steps[last].findings[position].text = complete()
      steps[last].findings[position].verdict = verdict
    }
  }

  /// Adds a finding to the innermost open part, or a step if no part is open; a finding without a
  /// verdict is not a condition.
  package mutating func append(
    _ text: String,
    _ ruler: Explanation.Ruler? = nil,
    verdict: Explanation.Verdict? = nil
  ) {
    if open.isEmpty {
      let isFull = steps.count == Self.limit
      if isFull { steps.removeLast() }
      let title = isFull ? "further steps are not listed" : text
      steps.append(Explanation.Step(title: title, outcome: verdict?.outcome))
    } else if count < Self.limit {
      count += 1
      let depth = open.count - 1
      steps[steps.count - 1].findings.append(
        Explanation.Finding(text, verdict: verdict, depth: depth, ruler: ruler)
      )
    }
  }
}

extension Explanation.Verdict {
  package init(_ isMet: Bool) { self = isMet ? .yes : .no }

  /// The outcome of a step without a variation.
  fileprivate var outcome: String {
    switch self {
    case .yes: "met"
    case .no: "no match"
    case .unknown: "error"
    }
  }
}
