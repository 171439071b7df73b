package import FeatureFlags
import Targeting

extension UnleashEvaluator {
  /// Explains a result: the switch, the dependencies, the strategies and the choice of a variant.
  package func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let flag = document.flag(feature.name) else { return nil }
    let evaluation = evaluation(for: context, recording: feature)
    let result = evaluation.result(of: flag)
    var explanation = Explanation(steps: evaluation.run.trace?.steps ?? [])
    explanation.warnings = caveats(of: feature, in: context)
    if let defect = document.defect(of: flag) {
      explanation.warnings.append(
        "\(defect); the whole flag is off, and for SDKs on Node only the strategy"
      )
    }
    explanation.warnings += flag.strategies.compactMap { $0.warning(for: evaluation.user) }
    if explanation.hasNodeDifference {
      explanation.warnings.append("SDKs on Node hash a text outside of Latin-1 to other numbers")
    }
    if let remark = overrideRemark(on: feature) { explanation.remarks.append(remark) }
    if case .random = result { explanation.remarks.append("random at each call: \(result)") }
    return explanation
  }
}

extension UnleashStrategy {
  /// Returns a warning about a strategy that only an app can evaluate.
  fileprivate func warning(for user: UnleashUser) -> String? {
    switch rule {
    case .custom: "the app decides the strategy \"\(key)\"; it does not hold here"
    case .hosts where user.text(of: .hostName) == nil:
      "the host name of the app decides the strategy \"\(key)\"; set the attribute hostName"
    case .everyone, .users, .rollout, .random, .addresses, .hosts, .never: nil
    }
  }
}

extension Explanation {
  /// Whether a hashed text has characters for which SDKs on Node compute another hash.
  fileprivate var hasNodeDifference: Bool {
    steps.lazy.flatMap(\.findings).contains { finding in
      finding.ruler != nil && finding.text.unicodeScalars.contains { $0.value > 0xFF }
    }
  }
}

// MARK: Caveats

extension UnleashDocument {
  /// Returns the reason why a flag is off for every user, whatever its strategies select; `nil` if they
  /// decide.
  package func reasonForOff(_ name: Feature.Name) -> String? {
    guard let flag = flag(name) else { return nil }
    return defect(of: flag) ?? flag.dependencies.lazy.compactMap { reasonForOff($0) }.first
  }

  /// Returns the reason why no user meets a dependency; `nil` if its parent decides for each user.
  private func reasonForOff(_ dependency: UnleashFlag.Dependency) -> String? {
    let name = dependency.flag.rawValue
    guard let parent = flag(dependency.flag) else {
      return "depends on \"\(name)\", which does not exist"
    }
    if !parent.dependencies.isEmpty {
      return "depends on \"\(name)\", which has dependencies itself"
    }
    let isOff = !parent.isEnabled || defect(of: parent) != nil
    return dependency.isEnabled && isOff ? "depends on \"\(name)\", which is off" : nil
  }
}

extension UnleashEvaluator {
  /// Returns the reasons for which a flag that is forced on would be off in Unleash, and may be off in apps.
  package func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    guard feature.forcedUnleashState == true, let flag = document.flag(feature.name) else {
      return []
    }
    if let reason = document.reasonForOff(flag.name) {
      return ["\(reason): only apps that Halyard serves get it on, Unleash has it off for everyone"]
    }
    let evaluation = evaluation(for: context)
    return flag.dependencies.compactMap { dependency in
      let chance = evaluation.parent(dependency.flag, of: flag)?.chance(of: dependency) ?? 0
      guard chance < 1 else { return nil }
      let state = dependency.isEnabled ? "off" : "on"
      return
        "depends on \"\(dependency.flag.rawValue)\", which is \(state) for this user: it is on in apps "
        + "if it is served for everyone, and stays off if it is served for one user"
    }
  }
}
