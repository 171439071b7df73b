import FeatureFlags
import Frame

/// A table with the state of each feature (rows) for the current user and each persona of the settings
/// (columns).
///
/// Not a ``Menu``, because the cursor also moves from user to user.
struct ComparisonDialog: Dialog {
  /// The states; `nil` while the features are evaluated.
  private var comparison: UserComparison?
  private let hasPersonas: Bool
  /// The key that opens the dialog of the user, which saves personas.
  private let userKey: String
  /// Whether only features are listed whose state differs between users.
  private var isFiltered = false
  private var list = ChoiceList()
  /// The index of the user under the cursor.
  private var column = 0
  /// The index of the first user in the viewport.
  private var firstColumn = 0

  /// Creates the table without states.
  ///
  /// - Parameters:
  ///   - hasPersonas: Whether the settings have personas; otherwise the dialog explains how to add them.
  ///   - userKey: The key that opens the dialog of the user.
  init(hasPersonas: Bool, userKey: String) {
    self.hasPersonas = hasPersonas
    self.userKey = userKey
  }

  var keyOfNumber: Key? { nil }

  var hints: [Hint] {
    guard hasPersonas else { return [Hint("u", "user"), Hint("esc", "close")] }
    return list.hints([
      Hint("↑ ↓ ← →", "move"), Hint("f", isFiltered ? "all" : "differing only"),
      Hint("r", "evaluate again"), Hint("u", "use user"), Hint("enter", "go to feature"),
      Hint("esc", "close"),
    ])
  }

  mutating func refresh(with comparison: UserComparison) {
    self.comparison = comparison
    listFeatures()
  }

  /// Lists all features, or only those whose state differs between users, which are the first rows of
  /// the table.
  private mutating func listFeatures() {
    guard let comparison else { return }
    let count = isFiltered ? comparison.differingCount : comparison.names.count
    list.replace(comparison.names.prefix(count).map(\.rawValue), selecting: list.selected)
  }

  var isTyping: Bool { list.isTyping }
  mutating func paste(_ text: String) { list.paste(text) }

  enum Command: String, DialogCommand {
    case left, right, filter, evaluate, use, open, close

    static let name = "compareUsers"
    static let title = "Comparison of users"
    static let opener: Action? = .live(.compareUsers)

    var row: DialogKeyRow {
      switch self {
      case .left: DialogKeyRow([.left, .character("h")], "go to another user")
      case .right: DialogKeyRow([.right, .character("l")], "go to another user")
      case .filter: DialogKeyRow([.character("f")], "only differing features, or all")
      case .evaluate: DialogKeyRow([.character("r")], "evaluate again")
      case .use: DialogKeyRow([.character("u")], "evaluate for the user under the cursor")
      case .open: DialogKeyRow([.enter], "go to the feature")
      case .close: DialogKeyRow([.escape, .character("q"), .character("U")])
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] { Command.keymapCommands }

  mutating func press(_ key: Key, screen: Size) -> Request {
    let layout = ComparisonLayout(screen, comparison)
    if comparison != nil, list.type(key) { return .stay }
    switch Self.commands[key] {
    case .close: return .close
    case .filter:
      isFiltered.toggle()
      listFeatures()
    case .evaluate: return hasPersonas ? .run([.session(.compareUsers)]) : .stay
    case .use: return hasPersonas ? use() : .perform(.live(.user))
    case .open:
      guard let comparison, let row = list.selected else { return .stay }
      return .showFeature(comparison.names[row])
    case .left: column = max(column - 1, 0)
    case .right: column = min(column + 1, max((comparison?.users.count ?? 1) - 1, 0))
    case nil: list.move(key, height: layout.rows)
    }
    firstColumn = layout.first(showing: column, from: firstColumn)
    return .stay
  }

  /// Evaluates the features of the dashboard for the user under the cursor.
  private func use() -> Request {
    guard let comparison, column < comparison.users.count else { return .stay }
    let user = comparison.users[column]
    return .closeAndRun([.session(.setPersona(user.name, user.context))])
  }
}

// MARK: Drawing

extension ComparisonDialog {
  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let layout = ComparisonLayout(size, comparison)
    let cursor = list.cursor(height: layout.rows)
    let inside = canvas.drawDialog(
      list.title(title),
      columns: layout.columns,
      rows: size.rows - 2,
      theme: theme,
      scroll: list.scrollMark(height: layout.rows)
    )
    guard hasPersonas else { return drawInstruction(on: &canvas, in: inside, theme: theme) }
    guard let comparison else {
      return canvas.drawEmpty(["Evaluating …"], in: inside, theme: theme, on: .dialog)
    }
    let first = layout.first(showing: column, from: firstColumn)
    let shown = first..<min(first + layout.visible, comparison.users.count)
    canvas.draw(heading(comparison, shown, layout, theme), in: inside, row: inside.row)
    let rows = list.visible
    if rows.isEmpty {
      return canvas.drawEmpty(emptyTexts, in: inside, theme: theme, on: .dialog)
    }
    for (offset, index) in (cursor.top..<rows.count).prefix(layout.rows).enumerated() {
      let line = self.line(rows[index], comparison, shown, layout, theme)
      let place = inside.row + 1 + offset
      canvas.draw(line, in: inside, row: place)
      guard index == cursor.selected else { continue }
      let area = Area(column: inside.column, row: place, columns: inside.columns, rows: 1)
      let base = theme.style(.dialog)
      canvas.restyle(area) { theme.selected($0, row: base) }
      let cell = inside.column + layout.column(of: column - first) - 1
      canvas.drawSelectionBar(column: cell, row: place, style: theme.selectionBar(row: base))
    }
    let lines = reason(rows[cursor.selected], comparison, theme)
    for (offset, line) in lines.enumerated() {
      canvas.draw(line, in: inside, row: inside.endRow - lines.count + offset)
    }
  }

  private var emptyTexts: [String] {
    list.isTyping
      ? ["No feature matches."] : ["No feature differs.", "Every user gets the same features."]
  }

  private var title: String {
    guard let comparison else { return "Features × users" }
    let verb = comparison.differingCount == 1 ? "differs" : "differ"
    return "Features × \(comparison.users.count) users: \(comparison.differingCount) of "
      + "\(comparison.names.count) \(verb)" + (isFiltered ? "  [differing]" : "")
  }

  private func heading(
    _ comparison: UserComparison,
    _ shown: Range<Int>,
    _ layout: ComparisonLayout,
    _ theme: Theme
  ) -> Line {
    let isCut = shown.count < comparison.users.count
    let range = "users \(shown.lowerBound + 1)–\(shown.upperBound) of \(comparison.users.count)"
    var spans = [
      Span(
        DisplayText(isCut ? "   " + range : "").padded(to: layout.nameColumns),
        theme.style([.dialog, .muted])
      )
    ]
    for index in shown {
      let name = DisplayText(line: comparison.users[index].name)
      let style = theme.style(index == column ? [.dialog, .key] : [.dialog, .title])
      spans.append(Span(layout.cell(name), style))
    }
    return Line(spans)
  }

  private func line(
    _ row: Int,
    _ comparison: UserComparison,
    _ shown: Range<Int>,
    _ layout: ComparisonLayout,
    _ theme: Theme
  ) -> Line {
    let plain = theme.style(.dialog)
    let differs = row < comparison.differingCount
    let name = DisplayText(line: comparison.names[row].text)
      .truncated(to: layout.nameColumns - 4).padded(to: layout.nameColumns - 3)
    var spans = [
      Span(differs ? " ≠ " : "   ", theme.style([.dialog, .key])), Span(name, plain),
    ]
    for index in shown {
      let text = DisplayText(line: comparison.cell(row: row, column: index).text)
      let isDifferent = comparison.isDifferent(row: row, column: index)
      let style =
        isDifferent
        ? theme.style([.dialog, .title]) : differs ? plain : theme.style([.dialog, .muted])
      spans.append(Span(layout.cell(text), style))
    }
    return Line(spans)
  }

  /// The state and the reason of the cell under the cursor.
  private func reason(_ row: Int, _ comparison: UserComparison, _ theme: Theme) -> [Line] {
    guard column < comparison.users.count else { return [] }
    let cell = comparison.cell(row: row, column: column)
    let user = comparison.users[column]
    let name = comparison.names[row].text.shortened(to: 40)
    let assignment = comparison.assignment(row: row, column: column)
    let reason = cell.reasonText(assignment: assignment)
    return [
      Line([
        Span(" \(name)", theme.style([.dialog, .title])),
        Span(" for \(user.name.shortened(to: 24)): ", theme.style([.dialog, .muted])),
        Span(DisplayText(line: cell.text), theme.style(.dialog)),
      ]),
      Line(" → " + reason, theme.style([.dialog, .muted])),
    ]
  }

  private func drawInstruction(on canvas: inout Canvas, in area: Area, theme: Theme) {
    let lines = [
      " No persona is saved. \(userKey) edits the user, and its field \"Save as\"",
      " saves the user as a persona. Or add personas to config.json:", "",
      "   { \"personas\": [",
      "       { \"name\": \"Ana\", \"key\": \"u-1\", \"attributes\": { \"plan\": \"gold\" } },",
      "       { \"name\": \"Guest\", \"segments\": [] }",
      "   ] }", "",
      " Then this table shows who gets which state of each feature.",
    ]
    for (offset, text) in lines.prefix(area.rows).enumerated() {
      canvas.draw(Line(text, theme.style(.dialog)), in: area, row: area.row + offset)
    }
  }
}

extension UserComparison.Cell {
  /// The explanation of the state, without a full stop.
  fileprivate func reasonText(assignment: Double?) -> String {
    if isRandom { return "the user has no key: the assignment is drawn at random" }
    if lacksTargetingKey {
      return "no user: the persona has no key, so the flag service has no result"
    }
    let rule = rule.map { " (rule \($0.shortened(to: 40)))" } ?? ""
    let users = scope == .everyone ? "every user" : "\(scope)".shortened(to: 40)
    let biases = assignment.map { "the biases, and the user's assignment \(Number.percent($0))" }
    return switch reason {
    case .fixed: "the same for every user"
    case .targetingMatch, .targetingSplit: "a rule matches the user" + rule
    case .split: biases ?? "the traffic allocation" + rule
    case .byDefault: "the default, since no rule matches the user" + rule
    case .disabled: "the configuration disables the feature"
    case .override:
      biases.map { "your override enables the test for \(users); \($0) select" }
        ?? "your override, for \(users)"
    case .failed: "the source cannot evaluate the feature for this user"
    case .unknown: "the source has no result for this user"
    }
  }
}
