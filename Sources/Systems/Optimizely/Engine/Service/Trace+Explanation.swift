import FeatureFlags
import Targeting

extension Trace {
  /// The steps of an explanation, one for each evaluated rule, with the rule's checks as findings.
  var steps: [Explanation.Step] {
    entries.map { entry in
      Explanation.Step(
        title: entry.title,
        variation: entry.variation,
        findings: entry.checks.flatMap(\.findings)
      )
    }
  }
}

extension Trace.Check {
  /// The findings that explain the check: one for the check itself, and for an audience also one
  /// for each of its conditions.
  fileprivate var findings: [Explanation.Finding] {
    switch self {
    case .audience(let tree?, let truth):
      return [Explanation.Finding("audience", verdict: truth)] + tree.node.findings(depth: 1)
    case .group(_, let bucket, let ranges, _), .bucket(let bucket, let ranges, _):
      let ruler = ranges.ruler(at: bucket, length: Bucket.count)
      return [Explanation.Finding(description, verdict: verdict, ruler: ruler)]
    case .forcedDecision, .notRunning, .forcedVariation, .allowList, .profile, .audience(nil, _),
      .sparesTargetedDeliveries, .contextualBandit, .prediction:
      return [Explanation.Finding(description, verdict: verdict)]
    }
  }

  /// Whether the check supports a match of the rule.
  private var verdict: Explanation.Verdict {
    switch self {
    case .forcedDecision(_, let isKnown), .forcedVariation(_, let isKnown),
      .allowList(_, let isKnown):
      isKnown ? .yes : .no
    case .profile(_, let variation), .bucket(_, _, let variation), .prediction(_, let variation):
      variation == nil ? .no : .yes
    case .group(_, _, _, let isChosen): isChosen ? .yes : .no
    case .audience(_, let truth): truth
    case .notRunning, .sparesTargetedDeliveries: .no
    case .contextualBandit: .unknown
    }
  }
}

extension ConditionTrace {
  /// The trace as flag systems share it; an operator with one operand is replaced by the operand.
  fileprivate var node: ConditionNode {
    onlyOperand?.node
      ?? ConditionNode(
        title,
        result,
        cause: cause.map { "\($0)" },
        isSkipped: isSkipped,
        parts: parts.map(\.node)
      )
  }
}
