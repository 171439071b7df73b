import FeatureFlags
import Frame

/// The dialog that lists the texts about the target features that can be copied.
struct CopyMenu: Dialog {
  private let choices: [Choice]
  private let title: String
  private var list = ChoiceList()

  /// A text that can be copied, with the letter that selects it.
  struct Choice: Sendable {
    let letter: Character
    let name: String
    /// The beginning of the text, or a description.
    let preview: String
    /// Returns the effect of the choice; the text of many features is generated only if it is
    /// selected.
    let outcome: @Sendable () -> DialogOutcome

    /// A choice that copies the text that the closure returns.
    static func text(
      _ letter: Character,
      _ name: String,
      preview: String? = nil,
      _ text: @escaping @Sendable () -> String
    ) -> Choice {
      Choice(letter: letter, name: name, preview: preview ?? text()) {
        .closeAndRun([.terminal(.copy(text()))])
      }
    }
  }

  /// Creates the dialog; `choices` is not empty.
  init(title: String, choices: [Choice]) {
    self.title = title
    self.choices = choices
  }

  var hints: [Hint] {
    let letters = choices.map { String($0.letter) }.joined(separator: " ")
    return [
      Hint("enter", "copy"), Hint(letters, "copy it"), Hint("↑ ↓", "move"), Hint("esc", "cancel"),
    ]
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    if let choice = choices.first(where: { key == .character($0.letter) }) {
      return choice.outcome()
    }
    switch ChoiceKey(key, opener: "y") {
    case .cancel: return .close
    case .choose:
      let selected = list.cursor.selected
      return choices.indices.contains(selected) ? choices[selected].outcome() : .close
    case nil:
      _ = list.move(key, count: choices.count, screen: screen)
      return .stay
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let columns = canvas.frame.size.dialogColumns(76)
    let room = max(columns - 4 - 16, 8)
    let lines = choices.map { choice in
      Line([
        Span(String(choice.letter) + "  ", theme.style([.dialog, .key])),
        Span(DisplayText(choice.name).padded(to: 11), theme.style(.dialog)),
        Span(
          DisplayText(
            choice.preview.split(whereSeparator: \.isWhitespace).joined(separator: " ").shortened(
              to: room
            )
          ),
          theme.style([.dialog, .muted])
        ),
      ])
    }
    list.draw(title, lines, columns: columns, on: &canvas, theme: theme)
  }
}
