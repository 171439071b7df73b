import FeatureFlags
import Frame

/// The dialog that previews which users would get another variation with other biases (percentages of
/// users); the source is not changed.
struct BiasDialog: Dialog {
  private var feature: Feature
  private var draft: BiasDraft
  private var cursor = ListCursor()

  /// Creates the dialog; `nil` if the feature has no biases.
  init?(_ feature: Feature) {
    guard let draft = BiasDraft(feature) else { return nil }
    self.feature = feature
    self.draft = draft
  }

  var keyOfNumber: Key? { nil }

  var hints: [Hint] {
    [
      Hint("↑ ↓", "move"), Hint("← →", "points"), Hint("0-9", "type"),
      Hint("enter", "rebalance"), Hint("o", "reset"), Hint("esc", "close"),
    ]
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: feature.name),
      let draft = BiasDraft(list.features[position])
    else { return false }
    feature = list.features[position]
    if draft.variations != self.draft.variations || draft.configured != self.draft.configured {
      self.draft = draft
    }
    return true
  }

  private enum Command { case close, commit, less, more, muchLess, muchMore, reset, delete }

  private static let commands: [Key: Command] = [
    .escape: .close, .enter: .commit, .character("q"): .close, .character("B"): .close,
    .left: .less, .character("h"): .less, .character("-"): .less, .right: .more,
    .character("l"): .more, .character("+"): .more, .pageDown: .muchLess, .pageUp: .muchMore,
    .character("o"): .reset, .backspace: .delete,
  ]

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch Self.commands[key] {
    case .close: return .close
    case .commit: draft.commit(for: cursor.selected)
    case .less: draft.move(-1, to: cursor.selected)
    case .more: draft.move(1, to: cursor.selected)
    case .muchLess: draft.move(-10, to: cursor.selected)
    case .muchMore: draft.move(10, to: cursor.selected)
    case .reset: draft.reset()
    case .delete: draft.deleteBackwards(for: cursor.selected)
    case nil: type(key, screen: screen)
    }
    return .stay
  }

  private mutating func type(_ key: Key, screen: Size) {
    let selected = cursor.selected
    let count = draft.variations.count
    let height = listHeight(columns: Self.columns(screen), rows: screen.rows)
    if cursor.press(key, count: count, height: height) {
      if cursor.selected != selected { draft.endTyping() }
    } else if case .character(let character) = key {
      draft.type(character, for: selected)
    }
  }

  // MARK: Layout

  private static func columns(_ screen: Size) -> Int { screen.dialogColumns(66) }

  /// The number of rows of the list of variations; the preview below it has priority.
  private func listHeight(columns: Int, rows: Int) -> Int {
    let preview = preview(columns: columns - 4).count
    return max(min(draft.variations.count, rows - 4 - preview - 1), 1)
  }

  /// The lines below the variations, with their roles.
  private func preview(columns: Int) -> [(text: DisplayText, role: Role)] {
    var texts: [(String, Role)] = []
    if draft.isComplete {
      texts.append(("Sum \(Number.percent(draft.sum))", .muted))
    } else {
      texts.append(("✗ Sum \(Number.percent(draft.sum)), expected 100 %", .failure))
    }
    if let moves = draft.moves {
      texts += moves.map { ($0.text, .information) }
      if moves.isEmpty { texts.append(("No user changes variation.", .muted)) }
    }
    if let assignment = feature.assignment, let text = draft.text(ofUserAt: assignment) {
      texts.append(("you (assignment \(Number.text(assignment))): \(text)", .assignment))
    }
    if !feature.enabled {
      texts.append(("The test is disabled: its biases apply when it is enabled.", .warning))
    }
    texts.append(("A preview: the source is not changed.", .muted))
    return texts.flatMap { text, role in
      DisplayText.lines(of: text, columns: max(columns, 8)).map { ($0, role) }
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let columns = Self.columns(size)
    let height = listHeight(columns: columns, rows: size.rows)
    let preview = preview(columns: columns - 4)
    let cursor = cursor.settled(count: draft.variations.count, height: height)
    let inside = canvas.drawDialog(
      "Biases of " + feature.name.rawValue.shortened(to: 40),
      columns: columns,
      rows: min(height + preview.count + 1, size.rows - 4) + 2,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: draft.variations.count)
    )
    let list = Area(column: inside.column, row: inside.row, columns: inside.columns, rows: height)
    canvas.draw(choices: draft.variations.count, cursor: cursor, in: list, theme: theme) {
      line($0, columns: inside.columns - 2, theme)
    }
    let start = list.endRow + (inside.rows > height + preview.count ? 1 : 0)
    for (offset, line) in preview.enumerated() where start + offset < inside.endRow {
      let span = Span(line.text, theme.style([.dialog, line.role]))
      canvas.draw(Line([span]), in: inside.inset(columns: 1, rows: 0), row: start + offset)
    }
  }

  private func line(_ index: Int, columns: Int, _ theme: Theme) -> Line {
    let bias = draft.biases[index]
    let isTyped = draft.typed != nil && index == cursor.selected
    let value = (isTyped ? (draft.typed ?? "") + "▏" : Number.text(bias)) + " %"
    let old = draft.configured[index]
    let note = bias == old ? "" : "was " + Number.percent(old)
    let widths = draft.variations.map { DisplayText($0.rawValue, limit: 24).width }
    let nameWidth = min(widths.max() ?? 0, 24, max(columns - 26, 6))
    let barWidth = columns - nameWidth - 2 - 10 - 2 - 13
    let bar = barWidth < 4 ? "" : ProgressGauge.bar(bias / 100, cells: barWidth)
    let isChanged = bias != old
    return Line([
      Span(
        DisplayText(line: draft.variations[index].rawValue).padded(to: nameWidth),
        theme.style(isChanged ? [.dialog, .title] : [.dialog])
      ),
      Span("  " + value.leftPadded(to: 10), theme.style([.dialog, .key])),
      Span("  " + DisplayText(note).padded(to: 13).text, theme.style([.dialog, .muted])),
      Span(bar, theme.style([.dialog, Gauge.role(index)])),
    ])
  }
}
