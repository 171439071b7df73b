import Frame

/// A confirmation dialog for an action that loses data; its preselected button cancels.
struct Confirmation: Dialog {
  private let title: String
  private let text: String
  private let verb: String
  /// The outcome of the dialog if the user confirms the act.
  private let outcome: DialogOutcome
  private var isConfirming = false

  init(title: String, text: String, verb: String, outcome: DialogOutcome) {
    self.title = title
    self.text = text
    self.verb = verb
    self.outcome = outcome
  }

  /// Creates the confirmation of an act that requests effects.
  init(title: String, text: String, verb: String, effects: [Effect]) {
    self.init(title: title, text: text, verb: verb, outcome: .closeAndRun(effects))
  }

  /// The effects that the confirmed act requests; none for an outcome without effects.
  var effects: [Effect] {
    if case .closeAndRun(let effects) = outcome { effects } else { [] }
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

  private enum Command { case confirm, cancel, press, toggle }

  private static let commands: [Key: Command] = [
    .character("y"): .confirm, .character("Y"): .confirm, .character("n"): .cancel,
    .character("N"): .cancel, .character("q"): .cancel, .escape: .cancel, .enter: .press,
    .left: .toggle, .right: .toggle, .tab: .toggle, .backTab: .toggle, .character("h"): .toggle,
    .character("l"): .toggle,
  ]

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch Self.commands[key] {
    case .confirm: return outcome
    case .cancel: return .close
    case .press: return isConfirming ? outcome : .close
    case .toggle: isConfirming.toggle()
    case nil: break
    }
    return .stay
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let columns = min(56, size.columns - 4)
    let lines = DisplayText.lines(of: text, columns: columns - 4)
    let spare = size.rows >= lines.count + 6 ? 1 : 0
    let inside = canvas.drawDialog(
      title,
      columns: columns,
      rows: lines.count + 3 + 2 * spare,
      theme: theme
    )
    for (offset, line) in lines.prefix(max(inside.rows - 1, 0)).enumerated() {
      canvas.draw(
        line,
        column: inside.column + 1,
        row: inside.row + spare + offset,
        limit: inside.columns - 2,
        style: theme.style(.dialog)
      )
    }
    let buttons = Line([
      Span("  Cancel  ", theme.style([.dialog, isConfirming ? .button : .focusedButton])),
      Span("  ", theme.style(.dialog)),
      Span("  \(verb)  ", theme.style([.dialog, isConfirming ? .focusedButton : .button])),
    ])
    let row = Area(
      column: inside.endColumn - buttons.width - 1,
      row: inside.endRow - 1,
      columns: buttons.width,
      rows: 1
    )
    canvas.draw(buttons, in: row, row: row.row)
  }
}
