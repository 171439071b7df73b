import Frame

/// A confirmation dialog for an action that loses data; its preselected button cancels.
struct Confirmation: Dialog {
  private let title: String
  private let text: String
  private let verb: String
  /// The request of the dialog if the user confirms the action.
  private let request: Request
  private var isConfirming = false

  init(title: String, text: String, verb: String, request: Request) {
    self.title = title
    self.text = text
    self.verb = verb
    self.request = request
  }

  /// Creates the confirmation of an action that requests effects.
  init(title: String, text: String, verb: String, effects: [Effect]) {
    self.init(title: title, text: text, verb: verb, request: .closeAndRun(effects))
  }

  /// The effects that the confirmed action requests; empty for a request without effects.
  var effects: [Effect] {
    if case .closeAndRun(let effects) = request { effects } else { [] }
  }

  /// The confirmation dialog for deleting the last known good configuration.
  static var clearCache: Confirmation {
    Confirmation(
      title: "Clear the cache?",
      text: "The last known good configuration is deleted. "
        + "It is needed while the source cannot be reached. Overrides stay.",
      verb: "Clear",
      effects: [.session(.clearCache)]
    )
  }

  var hints: [Hint] {
    [Hint("y", verb.lowercased()), Hint("n esc", "cancel"), Hint("← →", "choose")]
  }

  enum Command: String, DialogCommand {
    case confirm, cancel, toggle, press

    static let name = "confirmation"
    static let title = "Confirmation"
    static let opener: Action? = nil

    var row: DialogKeyRow {
      switch self {
      case .confirm: DialogKeyRow([.character("y")], others: [.character("Y")], "confirm")
      case .cancel:
        DialogKeyRow(
          [.character("n"), .character("q"), .escape],
          others: [.character("N")],
          "cancel"
        )
      case .toggle:
        DialogKeyRow(
          [.left, .right, .tab],
          others: [.backTab, .character("h"), .character("l")],
          "choose a button"
        )
      case .press: DialogKeyRow([.enter], "press the chosen button")
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] { Command.keymapCommands }

  mutating func press(_ key: Key, screen: Size) -> Request {
    switch Self.commands[key] {
    case .confirm: return request
    case .cancel: return .close
    case .press: return isConfirming ? request : .close
    case .toggle: isConfirming.toggle()
    case nil: break
    }
    return .stay
  }

  // MARK: Layout

  /// The areas of the dialog on a screen.
  private struct Layout {
    let lines: [DisplayText]
    let columns: Int
    /// The number of blank rows above and below the text; 0 on a screen with few rows.
    let spare: Int
    let cancel: Area
    let confirm: Area

    var rows: Int { lines.count + 3 + 2 * spare }
  }

  private var labels: (cancel: String, confirm: String) { ("  Cancel  ", "  \(verb)  ") }

  private func layout(_ screen: Size) -> Layout {
    let columns = screen.dialogColumns(56)
    let lines = DisplayText.lines(of: text, columns: columns - 4)
    let spare = screen.rows >= lines.count + 6 ? 1 : 0
    let rows = lines.count + 3 + 2 * spare
    let inside = Area(screen).centred(columns: columns, rows: rows).inset()
    let widths = (DisplayText(labels.cancel).width, DisplayText(labels.confirm).width)
    func button(endingAt end: Int, width: Int) -> Area {
      Area(column: end - width, row: inside.endRow - 1, columns: width, rows: 1)
    }
    let confirm = button(endingAt: inside.endColumn - 1, width: widths.1)
    return Layout(
      lines: lines,
      columns: columns,
      spare: spare,
      cancel: button(endingAt: confirm.column - 2, width: widths.0),
      confirm: confirm
    )
  }

  func key(at position: Position, screen: Size) -> Key? {
    let layout = layout(screen)
    if layout.cancel.contains(position) { return .character("n") }
    return layout.confirm.contains(position) ? .character("y") : nil
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let layout = layout(canvas.frame.size)
    let inside = canvas.drawDialog(title, columns: layout.columns, rows: layout.rows, theme: theme)
    for (offset, line) in layout.lines.prefix(max(inside.rows - 1, 0)).enumerated() {
      canvas.draw(
        line,
        column: inside.column + 1,
        row: inside.row + layout.spare + offset,
        limit: inside.columns - 2,
        style: theme.style(.dialog)
      )
    }
    let buttons =
      [(layout.cancel, labels.cancel, !isConfirming)]
      + [(layout.confirm, labels.confirm, isConfirming)]
    for (area, label, isFocused) in buttons {
      let style = theme.style([.dialog, isFocused ? .focusedButton : .button])
      canvas.draw(Line(label, style), in: area, row: area.row)
    }
  }
}
