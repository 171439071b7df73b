package import FeatureFlags

extension FlagEvaluator {
  /// Says for whom the override of a feature holds.
  ///
  /// - Parameter feature: The feature with its override.
  /// - Returns: The remark for an explanation; `nil` without an override.
  package func overrideRemark(on feature: Feature) -> String? {
    guard let override = feature.override, feature.isOverridden else { return nil }
    guard override.isOfRules else {
      return "it is overridden for everyone; an app gets the override instead"
    }
    let rules = rules(of: feature)
    let forced = rules.filter { override.rules[$0.key] != nil }
    let names = Set(forced.map(\.key))
    let unknown = override.rules.keys.filter { !names.contains($0) }.sorted()
    let parts =
      forced.map { "\(override.rules[$0.key]?.text ?? "") for users of \($0.title)" }
      + unknown.map { "no effect for \($0), which is no rule of it" }
    return "it is overridden for some users only: \(parts.joined(separator: "; "))"
  }
}
