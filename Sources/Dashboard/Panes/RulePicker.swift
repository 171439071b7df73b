import FeatureFlags
import Frame

/// The list from which a variation is forced upon one rule of a flag service.
struct RulePicker: Dialog {
  private var feature: Feature
  private let choices: [Choice]
  private var cursor = ListCursor()

  /// One line of the list.
  private struct Choice: Hashable {
    let rule: ServiceRule
    let variation: TestVariation
  }

  /// Makes the list; `nil` if no rule can give anything.
  init?(_ feature: Feature, rules: [ServiceRule]) {
    self.feature = feature
    choices = rules.flatMap { rule in rule.variations.map { Choice(rule: rule, variation: $0) } }
    if choices.isEmpty { return nil }
    cursor.selected = choices.firstIndex(where: isForced) ?? 0
  }

  private func isForced(_ choice: Choice) -> Bool {
    feature.override?.rules[choice.rule.key] == choice.variation
  }

  var hints: [Hint] {
    let isForced = choices.indices.contains(cursor.selected) && isForced(choices[cursor.selected])
    return [
      Hint("↑ ↓", "move"), Hint("enter", isForced ? "take back" : "force"), Hint("esc", "cancel"),
    ]
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: feature.name) else { return false }
    feature = list.features[position]
    return true
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch key {
    case .escape, .character("q"), .character("R"): return .close
    case .enter, .character(" "):
      let choice = choices[cursor.selected]
      let variation = isForced(choice) ? nil : choice.variation
      return .effects([.decide(.rule(choice.rule.key, variation), [feature.name])])
    default:
      let height = Self.height(screen: screen, count: choices.count)
      _ = cursor.press(key, count: choices.count, height: height)
      return .stay
    }
  }

  private static func height(screen: Size, count: Int) -> Int {
    max(min(count, screen.rows - 4), 1)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = Self.height(screen: size, count: choices.count)
    let cursor = cursor.settled(count: choices.count, height: height)
    let room = max(size.columns / 2 - 10, 12)
    let widest = choices.map { DisplayText($0.rule.key, limit: room).width }.max() ?? 0
    let names = choices.map { DisplayText($0.variation.rawValue, limit: room).width }.max() ?? 0
    let lines = choices.map { line($0, widths: (min(widest, room), min(names, room)), theme) }
    let name = DisplayText(feature.name.rawValue, limit: 40).truncated(to: 40).text
    let title = "Force a rule of " + name
    let wanted = max((lines.map(\.width).max() ?? 0) + 4, DisplayText(title).width + 6)
    let inside = canvas.drawDialog(
      title,
      columns: min(wanted, size.columns - 4),
      rows: height + 2,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: choices.count)
    )
    canvas.draw(choices: lines, cursor: cursor, in: inside, theme: theme)
  }

  private func line(_ choice: Choice, widths: (key: Int, name: Int), _ theme: Theme) -> Line {
    let muted = theme.style([.dialog, .muted])
    let plain = theme.style(.dialog)
    let isForced = isForced(choice)
    var spans = [
      Span(isForced ? "● " : "○ ", theme.style([.dialog, .key])),
      Span(DisplayText(choice.rule.key, limit: Span.limit).padded(to: widths.key), plain),
      Span(" → ", muted),
      Span(
        DisplayText(choice.variation.rawValue, limit: Span.limit).padded(to: widths.name),
        plain
      ),
      Span("  " + choice.rule.kind, muted),
    ]
    if isForced { spans.append(Span("  ◆ forced", theme.style([.dialog, .overridden]))) }
    return Line(spans)
  }
}
