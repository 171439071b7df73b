import FeatureFlags
import Targeting

extension GrowthBookDocument {
  /// Reports the traps that concern several rules or features.
  func reportTraps(to problems: inout DocumentProblems) {
    var owners: [String: FeatureName] = [:]
    var hasPrerequisites = false
    for feature in features {
      (problems.flag, problems.line) = (feature.name.rawValue, feature.line)
      if feature.values.isMixed {
        problems.report(.service("has values of different types; typed apps fail for some of them"))
      }
      for rule in feature.rules {
        hasPrerequisites = hasPrerequisites || !rule.prerequisites.isEmpty
        for parent in rule.prerequisites where indexes[parent.feature] == nil {
          let text = "the prerequisite \"\(parent.feature.rawValue)\" does not exist, and is null"
          problems.report(.service("\(rule.key): \(text)"))
        }
        guard rule.variations.count > 1, let key = rule.experiment?.key,
          let owner = owners.updateValue(feature.name, forKey: key), owner != feature.name
        else { continue }
        let text = "shares the experiment \"\(key)\" with \"\(owner.rawValue)\"; force both"
        problems.report(.service(text), severity: .note)
      }
    }
    if hasPrerequisites { reportCycles(to: &problems) }
  }

  /// Reports features whose prerequisites depend on each other: without any that can be evaluated first.
  private func reportCycles(to problems: inout DocumentProblems) {
    var children = [[Int]](repeating: [], count: features.count)
    var open = [Int](repeating: 0, count: features.count)
    for (child, feature) in features.enumerated() {
      let parents = feature.rules.flatMap(\.prerequisites).compactMap { indexes[$0.feature] }
      for parent in parents { children[parent].append(child) }
      open[child] = parents.count
    }
    var ready = open.indices.filter { open[$0] == 0 }
    while let parent = ready.popLast() {
      for child in children[parent] {
        open[child] -= 1
        if open[child] == 0 { ready.append(child) }
      }
    }
    for (index, feature) in features.enumerated() where open[index] > 0 {
      (problems.flag, problems.line) = (feature.name.rawValue, feature.line)
      let text = "its prerequisites depend on each other, so that apps can get null"
      problems.report(.service(text), severity: .error)
    }
  }
}
