package import FeatureFlags

/// Records an evaluation as indented findings: each part before the parts that it consists of.
package struct FindingRecorder: Sendable {
  /// The findings so far; those beyond ``limit`` are left out.
  package private(set) var findings: [Explanation.Finding] = []
  private var depth = 0
  private var remark: String?

  /// The largest number of findings.
  package static let limit = 10_000

  package init() {}

  /// The outer findings as steps, with the findings inside of them.
  package var steps: [Explanation.Step] {
    var steps: [Explanation.Step] = []
    for var finding in findings {
      if steps.isEmpty || finding.depth == 0 {
        let outcome: String? =
          switch finding.verdict {
          case .yes: "met"
          case .no: "no match"
          case .unknown: "error"
          case nil: nil
          }
        steps.append(Explanation.Step(title: finding.text, outcome: outcome))
      } else {
        finding.depth -= 1
        steps[steps.count - 1].findings.append(finding)
      }
    }
    return steps
  }

  /// Begins a part, and returns its position for ``end(at:_:verdict:)``.
  package mutating func begin() -> Int {
    let position = findings.count
    append("")
    depth += 1
    return position
  }

  /// Sets a remark for the part that ends next.
  package mutating func remark(_ text: String) { remark = text }

  /// Adds a finding to the part that began last; by default it is not a condition.
  package mutating func append(
    _ text: String,
    _ ruler: Explanation.Ruler? = nil,
    verdict: Explanation.Verdict? = nil
  ) {
    guard findings.count < Self.limit else { return }
    findings.append(Explanation.Finding(text, verdict: verdict, depth: depth, ruler: ruler))
  }

  /// Ends a part with the text of its finding.
  package mutating func end(
    at position: Int,
    _ text: @autoclosure () -> String,
    verdict: Explanation.Verdict?
  ) {
    depth -= 1
    if position < findings.count {
      findings[position].text = text() + (remark.map { " (\($0))" } ?? "")
      findings[position].verdict = verdict
    }
    remark = nil
  }
}
