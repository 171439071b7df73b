package import FeatureFlags

extension GrowthBookEvaluator {
  /// Returns the reasons for which a feature that is enabled has no value for the user, because SDKs evaluate
  /// its prerequisites first.
  package func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    guard feature.override?.enabled == true, feature.isLeftToApp,
      let own = document.feature(feature.name)
    else { return [] }
    let evaluation = evaluation(for: context)
    for rule in own.rules {
      switch evaluation.result(of: rule) {
      case .skipped: continue
      case .selected: return []
      case .cyclic: return ["its prerequisites depend on each other: it stays off in apps"]
      case .blocked:
        let gate = evaluation.unmetGate(of: rule).map { "\"\($0.rawValue)\"" } ?? "a feature"
        return ["depends on \(gate), whose gate is not met for this user: it stays off in apps"]
      }
    }
    return []
  }
}

extension GrowthBookEvaluation {
  /// Returns the feature of the first gate that the user does not meet; `nil` if all gates are met.
  fileprivate func unmetGate(of rule: GrowthBookRule) -> FeatureName? {
    rule.prerequisites.first { parent in
      parent.isGate && !parent.condition.isMet(by: result(of: parent).1, steps)
    }?.feature
  }
}
