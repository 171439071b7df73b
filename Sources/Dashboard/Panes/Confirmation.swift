import Frame

/// A question that is asked before something is lost; the safe answer is the first one.
struct Confirmation: Dialog {
  private let title: String
  private let text: String
  private let verb: String
  private let effects: [Effect]
  private var isAgreed = false

  init(title: String, text: String, verb: String, effects: [Effect]) {
    self.title = title
    self.text = text
    self.verb = verb
    self.effects = effects
  }

  /// The question that is asked before the last good configuration is forgotten.
  static var clearCache: Confirmation {
    Confirmation(
      title: "Clear the cache?",
      text: "The last good configuration is forgotten. "
        + "It is needed while the source cannot be reached. Overrides stay.",
      verb: "Clear",
      effects: [.clearCache]
    )
  }

  var hints: [Hint] {
    [Hint("y", verb.lowercased()), Hint("n esc", "cancel"), Hint("← →", "choose")]
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch key {
    case .character("y"), .character("Y"): return .effects(effects)
    case .character("n"), .character("N"), .character("q"), .escape: return .close
    case .enter: return isAgreed ? .effects(effects) : .close
    case .left, .right, .tab, .backTab, .character("h"), .character("l"): isAgreed.toggle()
    default: break
    }
    return .stay
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let columns = min(56, size.columns - 4)
    let lines = DisplayText(text, limit: Span.limit).wrapped(to: columns - 4)
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
      Span("  Cancel  ", theme.style([.dialog, isAgreed ? .button : .focusedButton])),
      Span("  ", theme.style(.dialog)),
      Span("  \(verb)  ", theme.style([.dialog, isAgreed ? .focusedButton : .button])),
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
