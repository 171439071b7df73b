import FeatureFlags
import Text

/// The menu of a feature's rules with their variations, to force a variation for one rule.
struct RuleMenu: MenuContent {
  private var feature: Feature
  private let choices: [Choice]

  /// A variation of a rule, as one choice of the menu.
  private struct Choice: Hashable {
    let rule: ServiceRule
    let variation: TestVariation
  }

  /// Creates the menu; `nil` if no rule has a variation.
  init?(_ feature: Feature, rules: [ServiceRule]) {
    self.feature = feature
    choices = rules.flatMap { rule in rule.variations.map { Choice(rule: rule, variation: $0) } }
    if choices.isEmpty { return nil }
  }

  private func isForced(_ choice: Choice) -> Bool {
    feature.override?.rules[choice.rule.key] == choice.variation
  }

  var title: String { "Force a rule of " + feature.name.text.shortened(to: 40) }
  var opener: Character { "R" }
  var verb: String { "force" }
  var columns: ClosedRange<Int> { 0...Int.max }
  var initialRow: Int { choices.firstIndex(where: isForced) ?? 0 }

  var rows: [MenuRow] {
    choices.map { choice in
      let isForced = isForced(choice)
      let audience = choice.rule.audience.isEmpty ? "" : " for " + choice.rule.audience
      return MenuRow(
        "\(choice.rule.title) \(choice.rule.key) \(choice.variation.rawValue)",
        [
          .mark(isCurrent: isForced), .init(choice.rule.name), .init(" → ", .muted),
          .init(choice.variation.text),
        ] + (isForced ? [.init("  ◆ forced", .overridden)] : [])
          + [.init("  " + choice.rule.kind + audience, .muted)]
      )
    }
  }

  func hints(at row: Int?) -> [Hint] {
    let isReset = row.map { isForced(choices[$0]) } ?? false
    return [Hint("↑ ↓", "move"), Hint("enter", isReset ? "reset" : verb), Hint("esc", "cancel")]
  }

  func choose(_ row: Int) -> Request {
    let choice = choices[row]
    let override = OverrideChoice.rule(choice.rule.key, isForced(choice) ? nil : choice.variation)
    return .closeAndRun([.overrides(.set([override], for: [feature.name]))])
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: feature.name) else { return false }
    feature = list.features[position]
    return true
  }
}
