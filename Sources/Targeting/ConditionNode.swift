package import FeatureFlags

/// The trace of one evaluated condition, with the traces of its operands, in any flag system.
package struct ConditionNode: Hashable, Sendable {
  /// The condition as people write it, such as `plan is "gold"`; an operator such as `all of`.
  package var title: String
  /// The user's value; `nil` if the user has none, and for operators.
  package var found: AttributeValue?
  /// The result for the user, even if the condition is skipped.
  package var verdict: Explanation.Verdict
  /// The reason why the condition cannot be evaluated, or another remark; `nil` for none.
  package var cause: String?
  /// Whether the condition has no effect, because an earlier condition determined the result.
  package var isSkipped: Bool
  /// The operands of an operator, in the order of evaluation.
  package var parts: [ConditionNode]

  package init(
    _ title: String,
    found: AttributeValue? = nil,
    _ verdict: Explanation.Verdict,
    cause: String? = nil,
    isSkipped: Bool = false,
    parts: [ConditionNode] = []
  ) {
    self.title = title
    self.found = found
    self.verdict = verdict
    self.cause = cause
    self.isSkipped = isSkipped
    self.parts = parts
  }

  /// The condition and its operands as indented findings.
  package func findings(depth: Int = 0) -> [Explanation.Finding] {
    let value = found.map { ", the user has \($0)" } ?? ""
    let remark = isSkipped ? ", skipped" : cause.map { " (\($0))" } ?? ""
    let finding = Explanation.Finding(
      title + value + remark,
      verdict: isSkipped ? nil : verdict,
      depth: depth
    )
    return [finding] + parts.flatMap { $0.findings(depth: depth + 1) }
  }
}
