import FeatureFlags
import Frame
import Text

/// The menu of the texts about the target features that can be copied.
struct CopyMenu: MenuContent {
  let title: String
  /// The texts that can be copied; at least one.
  let choices: [Choice]

  /// A text that can be copied, with the letter that selects it; the letter must not be a cursor key.
  struct Choice: Sendable {
    let letter: Character
    let name: String
    /// The beginning of the text, or a description.
    let preview: String
    /// Returns the request of the choice; a closure, so that the text of many features is generated only
    /// if the choice is selected.
    let request: @Sendable () -> Request

    /// Creates a choice that copies the text that the closure returns.
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

  var opener: Character { "y" }
  var verb: String { "copy" }
  var columns: ClosedRange<Int> { 76...76 }

  var rows: [MenuRow] {
    choices.map { choice in
      let preview = choice.preview.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return MenuRow(
        choice.name,
        key: .character(choice.letter),
        [
          .init(String(choice.letter) + "  ", .key), .init(choice.name.rightPadded(to: 11)),
          .init(preview.shortened(to: 56), .muted),
        ]
      )
    }
  }

  func hints(at row: Int?) -> [Hint] {
    let letters = choices.map { String($0.letter) }.joined(separator: " ")
    return [
      Hint("enter", verb), Hint(letters, "copy it"), Hint("↑ ↓", "move"), Hint("esc", "cancel"),
    ]
  }

  func choose(_ row: Int) -> Request { choices[row].request() }
}
