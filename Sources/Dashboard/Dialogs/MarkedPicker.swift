import FeatureFlags
import Frame

/// The dialog that lists the states that all marked features can have; selecting one sets it.
struct MarkedPicker: Dialog {
  private let names: [Feature.Name]
  private var states: SharedStates
  private var list = ChoiceList()
  /// The number of features that the filter hides.
  private let hiddenCount: Int

  /// Creates the dialog; `nil` if there is nothing that could be set or reset.
  init?(_ features: [Feature], hiddenCount: Int = 0) {
    names = features.map(\.name)
    self.hiddenCount = hiddenCount
    states = SharedStates(features)
    guard count > 0 else { return nil }
    list.cursor.selected =
      states.choices.firstIndex { $0.count == states.changeableCount } ?? 0
  }

  /// The number of choices: the states, and the reset if a feature is overridden.
  private var count: Int { states.choices.count + (states.overridden.isEmpty ? 0 : 1) }

  var hints: [Hint] {
    [Hint("↑ ↓", "move"), Hint("enter", "set"), Hint("esc", "cancel")]
  }

  mutating func refresh(with features: FeatureList?) -> Bool {
    guard let features else { return false }
    let found = names.compactMap(features.position(of:)).map { features.features[$0] }
    states = SharedStates(found)
    list.cursor.settle(count: count, height: max(count, 1))
    return count > 0
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch ChoiceKey(key, opener: "v") {
    case .cancel: return .close
    case .choose:
      let selected = list.cursor.selected
      guard states.choices.indices.contains(selected) else {
        return .closeAndRun([.overrides(.reset(states.overridden))])
      }
      return .decide(states.choices[selected].decision)
    case nil:
      _ = list.move(key, count: count, screen: screen)
      return .stay
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let room = max(canvas.frame.size.columns - 30, 20)
    let titles = states.choices.map(\.title)
    let titleWidth = min(titles.map { DisplayText($0, limit: 60).width }.max() ?? 0, room)
    var lines = states.choices.map { line($0, titleWidth, theme) }
    if !states.overridden.isEmpty {
      let note = "  \(states.overridden.count) overridden"
      lines.append(
        Line([
          Span("○ ", theme.style([.dialog, .key])),
          Span("Reset to the source", theme.style(.dialog)),
          Span(note, theme.style([.dialog, .muted])),
        ])
      )
    }
    let title =
      "Set \(names.count) features"
      + (hiddenCount > 0 ? " (the filter hides \(hiddenCount))" : "")
    let columns = max((lines.map(\.width).max() ?? 0) + 4, title.count + 6, 34)
    list.draw(title, lines, columns: columns, on: &canvas, theme: theme)
  }

  private func line(_ choice: SharedStates.Choice, _ titleWidth: Int, _ theme: Theme) -> Line {
    let isCommon = choice.count == states.changeableCount
    return Line([
      Span(isCommon ? "● " : "○ ", theme.style([.dialog, .key])),
      Span(
        DisplayText(line: choice.title).padded(to: titleWidth),
        theme.style(isCommon ? [.dialog, .title] : [.dialog])
      ),
      Span(" (now: \(choice.count) of \(states.changeableCount))", theme.style([.dialog, .muted])),
    ])
  }
}
