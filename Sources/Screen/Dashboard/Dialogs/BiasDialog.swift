import FeatureFlags
import Frame
import Workbench

/// The dialog that previews changed biases (percentages of users per variation): it shows how many users
/// would get a different variation, and does not change the source.
struct BiasDialog: Dialog {
  private var feature: Feature
  private var draft: BiasDraft
  private var cursor = ListCursor()
  /// Whether the dialog is shown as text lines in plain mode, which have no bars and rulers.
  private let isPlain: Bool

  /// Creates the dialog; `nil` if the feature has no biases.
  init?(_ feature: Feature, isPlain: Bool) {
    guard let draft = BiasDraft(feature) else { return nil }
    self.feature = feature
    self.draft = draft
    self.isPlain = isPlain
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

  enum Command: String, DialogCommand {
    case less, more, muchLess, muchMore, delete, commit, reset, close

    static let name = "biases"
    static let title = "Bias preview"
    static let opener: Action? = .find(.biases)

    var row: DialogKeyRow {
      switch self {
      case .less:
        DialogKeyRow([.left, .character("h"), .character("-")], "one point less or more")
      case .more:
        DialogKeyRow([.right, .character("l"), .character("+")], "one point less or more")
      case .muchLess: DialogKeyRow([.pageDown], "ten points less or more")
      case .muchMore: DialogKeyRow([.pageUp], "ten points less or more")
      case .delete: DialogKeyRow([.backspace], "delete a digit")
      case .commit: DialogKeyRow([.enter], "rebalance the others")
      case .reset: DialogKeyRow([.character("o")], "reset")
      case .close: DialogKeyRow([.escape, .character("q"), .character("B")])
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] { Command.keymapCommands }

  mutating func press(_ key: Key, screen: Size) -> Request {
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
    let height = arrangement(screen).listRows
    if cursor.press(key, count: count, height: height) {
      if cursor.selected != selected { draft.endTyping() }
    } else if case .character(let character) = key {
      draft.type(character, for: selected)
    }
  }

  // MARK: Layout

  /// The width of the dialog: wide screens have longer rulers.
  private static func columns(_ screen: Size) -> Int {
    screen.dialogColumns(min(max(66, screen.columns * 3 / 5), 110))
  }

  /// The text lines of the dialog, and the heights of the list and the rulers above them.
  private struct Arrangement {
    let preview: [(text: DisplayText, role: Role)]
    /// The number of rows of the list of variations; the text lines have priority.
    let listRows: Int
    /// The number of rows of the rulers, including the empty row above them; 0 if there is no room.
    let flowRows: Int
  }

  private func arrangement(_ screen: Size) -> Arrangement {
    let preview = preview(columns: Self.columns(screen) - 4)
    let room = screen.rows - 4 - preview.count - 1
    let flowRows = VariationShiftDiagram.rows(hasUser: feature.assignment != nil) + 1
    let count = draft.variations.count
    let hasFlow = !isPlain && room >= min(count, 4) + flowRows
    return Arrangement(
      preview: preview,
      listRows: max(min(count, room - (hasFlow ? flowRows : 0)), 1),
      flowRows: hasFlow ? flowRows : 0
    )
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
      texts += moves.map { ("\($0.text), \(Self.countText($0.share))", .information) }
      if moves.count > 1 {
        let share = moves.reduce(0) { $0 + $1.share }
        let (moved, rest) = (VariationMove.shareText(share), VariationMove.shareText(100 - share))
        texts.append(("\(moved) of users change variation, \(rest) keep theirs", .information))
      }
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

  /// The share as a number of users out of 10,000, such as `1,000 of 10,000`.
  private static func countText(_ share: Double) -> String {
    let count = Int((share * 100).rounded())
    guard count > 0 else { return "less than 1 of 10,000" }
    guard count >= 1_000 else { return "\(count) of 10,000" }
    return "\(count / 1_000)," + "\(1_000 + count % 1_000)".dropFirst() + " of 10,000"
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let arrangement = arrangement(size)
    let (height, preview) = (arrangement.listRows, arrangement.preview)
    let cursor = cursor.settled(count: draft.variations.count, height: height)
    let inside = canvas.drawDialog(
      "Biases of " + feature.name.text.shortened(to: 40),
      columns: Self.columns(size),
      rows: min(height + arrangement.flowRows + preview.count + 1, size.rows - 4) + 2,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: draft.variations.count)
    )
    let list = Area(column: inside.column, row: inside.row, columns: inside.columns, rows: height)
    canvas.draw(choices: draft.variations.count, cursor: cursor, in: list, theme: theme) {
      line($0, columns: inside.columns - 2, theme)
    }
    let page = inside.inset(columns: 1, rows: 0)
    if arrangement.flowRows > 0 {
      let flow = VariationShiftDiagram(
        draft,
        assignment: feature.assignment,
        columns: page.columns,
        theme: theme
      )
      for (line, row) in zip(flow.lines, (list.endRow + 1)...) {
        canvas.draw(line, in: page, row: row)
      }
    }
    let used = height + arrangement.flowRows
    let start = inside.row + used + (inside.rows > used + preview.count ? 1 : 0)
    for (offset, line) in preview.enumerated() where start + offset < inside.endRow {
      let span = Span(line.text, theme.style([.dialog, line.role]))
      canvas.draw(Line([span]), in: page, row: start + offset)
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
    let numberWidth = isPlain ? 0 : Gauge.number(draft.variations.count - 1).count + 1
    let number = Gauge.number(index).leftPadded(to: numberWidth - 1) + " "
    let barWidth = columns - numberWidth - nameWidth - 2 - 10 - 2 - 13
    let bar = barWidth < 4 ? "" : ProgressGauge.bar(bias / 100, cells: barWidth)
    let isChanged = bias != old
    return Line([
      Span(isPlain ? "" : number, theme.style([.dialog, Gauge.role(index)])),
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
