import FeatureFlags
import Targeting

extension GrowthBookDocument {
  /// The warning about the features with a rollout for whose last users SDKs disagree; empty without one.
  ///
  /// Nearly every rollout is one, so that the document has one warning, which needs no lines.
  var coverageProblems: [Problem] {
    let names = features.filter { $0.rules.contains(where: \.hasDisputedCoverage) }.map(\.name)
    guard !names.isEmpty else { return [] }
    let listed = names.prefix(5).map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
    let text = "a user whose number is the coverage of a rollout is in it for JavaScript only"
    let fact = Problem.Fact.service("\(Self.disagreement): \(text): \(listed)\(rest)")
    return [Problem(severity: .warning, line: nil, feature: nil, fact: fact)]
  }

  /// Reports the traps that concern several rules or features.
  func reportTraps(to problems: inout DocumentProblems) {
    var owners: [String: Feature.Name] = [:]
    owners.reserveCapacity(features.count)
    let dependent = features.lazy.filter { $0.rules.contains { !$0.prerequisites.isEmpty } }
    let references = dependent.map { feature in
      (feature.name.rawValue, feature.rules.flatMap(\.prerequisites).map(\.feature.rawValue))
    }
    let endless = ReferenceGraph(Dictionary(references) { $1 }).endless
    for feature in features {
      (problems.flag, problems.line) = (feature.name.rawValue, feature.line)
      if feature.values.isMixed {
        problems.report(.service("has values of different types; typed apps fail for some of them"))
      }
      reportBranches(of: feature, to: &problems)
      if endless.contains(feature.name.rawValue) {
        let text = "its prerequisites depend on each other, so that apps can get null"
        problems.report(.service(text), severity: .error)
      }
      for rule in feature.rules {
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
  }

  /// Reports rules that are never reached, and rules that all give the default value.
  private func reportBranches(of feature: GrowthBookFeature, to problems: inout DocumentProblems) {
    let rules = feature.rules
    if let index = rules.firstIndex(where: \.isForEveryone), index < rules.count - 1 {
      let text =
        "\(rules[index].key): it holds for everyone, so that the rules after it are never reached"
      problems.report(.service(text))
    }
    let isGated = rules.contains { $0.prerequisites.contains(where: \.isGate) }
    let values = rules.flatMap { $0.variations.map(\.value) }
    guard !isGated, !values.isEmpty, values.allSatisfy({ $0 == feature.defaultIndex }) else {
      return
    }
    problems.report(.service("all rules give the default value"))
  }
}

extension GrowthBookRule {
  /// Whether the rule forces its value for every user.
  fileprivate var isForEveryone: Bool {
    experiment == nil && !variations.isEmpty && condition == nil && bucketing == nil
      && prerequisites.isEmpty && filters.isEmpty
  }
}
