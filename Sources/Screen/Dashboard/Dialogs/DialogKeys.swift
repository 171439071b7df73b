import Frame
import Text

/// The keys of a dialog, or of all lists of dialogs, for the help and for the page of keys.
///
/// The footer of a dialog has room for some of them only; ``all`` has a row for each.
package struct DialogKeys: Sendable {
  /// The name of the dialog.
  package let title: String
  /// The action that opens the dialog; `nil` if several actions do.
  package let opener: Action?
  /// The keys with what they do.
  package let rows: [Row]

  /// One or more keys with the same effect.
  package struct Row: Hashable, Sendable {
    /// The labels of the keys, separated by spaces.
    package let keys: String
    /// What the keys do.
    package let text: String

    init(_ keys: String, _ text: String) {
      self.keys = keys
      self.text = text
    }
  }

  init(_ title: String, _ opener: Action?, _ rows: [(keys: String, text: String)]) {
    self.title = title
    self.opener = opener
    self.rows = rows.map { Row($0.keys, $0.text) }
  }

  /// Lists the keys of the commands of a dialog, then other keys.
  init<Command: DialogCommand>(
    _ commands: Command.Type,
    others: [(keys: String, text: String)] = []
  ) {
    let rows = Command.allCases.map(\.row)
    var texts: [String] = []
    for text in rows.compactMap(\.text) where !texts.contains(text) { texts.append(text) }
    let lines = texts.map { text in
      let keys = rows.filter { $0.text == text }.map(\.keys)
      // The main keys of all commands come first, such as `← → h l`.
      let labels = (0..<(keys.map(\.count).max() ?? 0)).flatMap { index in
        keys.compactMap { $0.indices.contains(index) ? $0[index].label : nil }
      }
      return (keys: labels.joined(separator: " "), text: text)
    }
    self.init(Command.title, Command.opener, lines + others)
  }

  /// The title with the key that opens the dialog, such as `Copy (y)`.
  package func heading(in keymap: Keymap) -> String {
    let key = opener.flatMap { keymap.label(of: $0) }
    return title + (key.map { " (\($0))" } ?? "")
  }

  /// The dialogs, those with keys of many dialogs first.
  package static let all = [
    DialogKeys(
      "In every list of a dialog",
      nil,
      [
        ("↑ ↓ k j", "move"), ("pgup pgdn home end g G", "move by a page, or to the end"),
        ("enter space", "choose the row; the footer says what that does"),
        ("/", "find rows as you type"),
        ("esc", "end the search, or close; q and the key that opened the list close, too"),
      ]
    ),
    DialogKeys(
      "While you type in a list",
      nil,
      [
        ("↑ ↓ ctrl-p ctrl-n", "move"), ("enter", "choose the row; in a filter, switch it"),
        ("esc", "show all rows again"),
      ]
    ),
    DialogKeys(
      "In a text field",
      nil,
      [
        ("← → home end ctrl-a ctrl-e", "move the cursor"),
        ("ctrl-w ctrl-u", "delete a word, or the line"), ("enter", "accept the text"),
        ("esc", "cancel"),
      ]
    ),
    DialogKeys(
      "Search",
      .find(.search),
      [
        ("enter", "keep the list narrowed"), ("↑ ↓", "go to the matches; recall earlier searches"),
        ("tab", "complete the term"), ("esc", "show all features again"),
      ]
    ),
    DialogKeys(Confirmation.Command.self),
    DialogKeys(CriteriaCommand.self),
    DialogKeys("Order of the list", .find(.sort), [("s", "next order"), ("enter", "apply")]),
    DialogKeys(
      "Copy",
      .program(.copy),
      [("n", "the name"), ("J", "the JSON"), ("c", "the command line"), ("r", "the report")]
    ),
    DialogKeys(VariablesDialog.Command.self),
    DialogKeys(PresetsDialog.Command.self, others: [("y", "confirm"), ("n esc", "cancel")]),
    DialogKeys(UserDialog.Command.self),
    DialogKeys(ComparisonDialog.Command.self),
    DialogKeys(BiasDialog.Command.self, others: [("0-9", "type the percentage")]),
    DialogKeys(BisectDialog.Command.self, others: [("n", "continue")]),
    DialogKeys(ConflictMenu.Command.self),
    DialogKeys(
      "Palette and keys",
      .program(.palette),
      [
        ("type", "find"), ("↑ ↓", "move, or scroll"),
        ("enter", "run the action, or close the keys"),
        ("esc", "close"),
      ]
    ),
  ]
}
