import FeatureFlags
import Targeting

extension GrowthBookEvaluation {
  /// Returns the variation of an experiment on pages for the user; `nil` if the user takes no part.
  func variation(of experiment: PageExperiment, on page: PageAddress) -> Int? {
    let (rule, indices) = (experiment.rule, experiment.rule.variations.indices)
    guard let key = rule.experiment?.key, indices.count > 1, experiment.includes(page) else {
      return nil
    }
    if let index = page.parameter(key).flatMap({ Int($0) }), indices.contains(index) {
      return index
    }
    if let index = requested.variations[key] { return indices.contains(index) ? index : nil }
    guard !experiment.isInactive, areMet(rule.prerequisites),
      rule.filters.allSatisfy({ $0.includes(user) }),
      rule.condition.map({ $0.isMet(by: user, &run) }) ?? true,
      case .included(_, let index)? = rule.bucketing?.place(of: user)
    else { return nil }
    let variation = experiment.forced ?? (experiment.isStopped ? -1 : index)
    return indices.contains(variation) ? variation : nil
  }

  private func areMet(_ prerequisites: [GrowthBookRule.Prerequisite]) -> Bool {
    prerequisites.allSatisfy { parent in
      let (result, subject) = result(of: parent)
      return result.source != .cyclicPrerequisite && parent.condition.isMet(by: subject, &run)
    }
  }
}
