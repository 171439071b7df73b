import FeatureFlags
import Targeting

extension GrowthBookFeature {
  /// The default value and the rules as text, to compare two documents.
  var targetingText: String {
    (["default \(json(at: defaultIndex))"] + rules.map(text)).joined(separator: "; ")
  }

  private func text(of rule: GrowthBookRule) -> String {
    var parts = rule.prerequisites.map { "\($0.title) \($0.condition.title)" }
    if let condition = rule.condition { parts.append("if \(condition.title)") }
    parts += rule.variations.map { json(at: $0.value) }
    parts += (rule.filters + (rule.bucketing.map { [$0] } ?? [])).map(\.text)
    if let bandit = rule.experiment?.bandit { parts.append("bandit \"\(bandit.id)\"") }
    return "\(rule.title): \(parts.joined(separator: ", "))"
  }
}
