import FeatureFlags
import Frame

/// The dialog that lists a feature's rules with their variations, to force a variation for one
/// rule.
struct RulePicker: Dialog {
  private var feature: Feature
  private let choices: [Choice]
  private var list = ChoiceList()

  /// A variation of a rule, as one choice of the list.
  private struct Choice: Hashable {
    let rule: ServiceRule
    let variation: TestVariation
  }

  /// Creates the dialog; `nil` if no rule has a variation.
  init?(_ feature: Feature, rules: [ServiceRule]) {
    self.feature = feature
    choices = rules.flatMap { rule in rule.variations.map { Choice(rule: rule, variation: $0) } }
    if choices.isEmpty { return nil }
    list.cursor.selected = choices.firstIndex(where: isForced) ?? 0
  }

  private func isForced(_ choice: Choice) -> Bool {
    feature.override?.rules[choice.rule.key] == choice.variation
  }

  var hints: [Hint] {
    if list.isTyping { return ChoiceFilter.hints }
    let isReset = list.selected(titles).map { isForced(choices[$0]) } ?? false
    return [
      Hint("↑ ↓", "move"), ChoiceFilter.hint, Hint("enter", isReset ? "reset" : "force"),
      Hint("esc", "cancel"),
    ]
  }

  private var titles: [String] { choices.map { $0.rule.key + " " + $0.variation.rawValue } }

  var isTyping: Bool { list.isTyping }

  mutating func paste(_ text: String) { list.insert(text) }

  mutating func refresh(with features: FeatureList?) -> Bool {
    guard let features, let position = features.position(of: feature.name) else { return false }
    feature = features.features[position]
    return true
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    if list.type(key, titles) { return .stay }
    switch ChoiceKey(key, opener: "R") {
    case .cancel: return .close
    case .choose:
      guard let selected = list.selected(titles) else { return .stay }
      let choice = choices[selected]
      let decision = Decision.rule(choice.rule.key, isForced(choice) ? nil : choice.variation)
      return .closeAndRun([.overrides(.decide([decision], for: [feature.name]))])
    case nil:
      _ = list.move(key, titles, screen: screen)
      return .stay
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let room = max(canvas.frame.size.columns / 2 - 10, 12)
    let keyWidth = choices.map { DisplayText($0.rule.key, limit: room).width }.max() ?? 0
    let nameWidth = choices.map { DisplayText($0.variation.rawValue, limit: room).width }.max() ?? 0
    let widths = (min(keyWidth, room), min(nameWidth, room))
    let lines = choices.map { line($0, widths: widths, theme) }
    let title = "Force a rule of " + feature.name.rawValue.shortened(to: 40)
    let columns = max((lines.map(\.width).max() ?? 0) + 4, DisplayText(title).width + 6)
    list.draw(title, lines, titles: titles, columns: columns, on: &canvas, theme: theme)
  }

  private func line(_ choice: Choice, widths: (key: Int, name: Int), _ theme: Theme) -> Line {
    let muted = theme.style([.dialog, .muted])
    let plain = theme.style(.dialog)
    let isForced = isForced(choice)
    var spans = [
      Span(isForced ? "● " : "○ ", theme.style([.dialog, .key])),
      Span(DisplayText(line: choice.rule.key).padded(to: widths.key), plain),
      Span(" → ", muted),
      Span(DisplayText(line: choice.variation.rawValue).padded(to: widths.name), plain),
      Span("  " + choice.rule.kind, muted),
    ]
    if isForced { spans.append(Span("  ◆ forced", theme.style([.dialog, .overridden]))) }
    return Line(spans)
  }
}
