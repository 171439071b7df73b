import Frame
import Text

/// The keys of a dialog, or of all lists of dialogs, for the help and for the page of keys.
///
/// The footer of a dialog has room for only some of its keys; ``all`` lists every key.
package struct DialogKeys: Sendable {
  /// The name of the dialog.
  package let title: String
  /// The action that opens the dialog; `nil` if several actions do.
  package let opener: Action?
  /// The keys with their descriptions.
  package let rows: [Row]
  /// The commands of the dialog, whose keys a keymap can change.
  package let commands: [Keymap.Command]

  /// One or more keys with the same effect, or with opposite ones.
  package struct Row: Hashable, Sendable {
    /// The commands that the keys perform; empty for fixed keys.
    package let commands: [Keymap.Command]
    /// The labels of fixed keys, separated by spaces.
    private let labels: String
    /// The description of the keys.
    package let text: String

    init(_ labels: String, _ text: String) {
      (commands, self.labels, self.text) = ([], labels, text)
    }

    init(_ commands: [Keymap.Command], _ text: String) {
      (self.commands, labels, self.text) = (commands, "", text)
    }

    /// The labels of the keys in a keymap, separated by spaces; the main keys of all commands come first,
    /// such as `← → h l`.
    package func keys(in keymap: Keymap) -> String {
      guard !commands.isEmpty else {
        return keymap.spellsArrows ? labels.spellingArrows : labels
      }
      let keys = commands.map { keymap.labels(of: keymap.keys(for: $0)) }
      return (0..<(keys.map(\.count).max() ?? 0)).flatMap { index in
        keys.compactMap { $0.indices.contains(index) ? $0[index] : nil }
      }
      .joined(separator: " ")
    }
  }

  init(_ title: String, _ opener: Action?, _ rows: [(keys: String, text: String)]) {
    (self.title, self.opener, commands) = (title, opener, [])
    self.rows = rows.map { Row($0.keys, $0.text) }
  }

  /// Lists the keys of the commands of a dialog, then other keys.
  init<Command: DialogCommand>(
    _ type: Command.Type,
    others: [(keys: String, text: String)] = []
  ) {
    (title, opener, commands) = (Command.title, Command.opener, Command.keymapCommands)
    var texts: [String] = []
    for text in Command.allCases.compactMap(\.row.text) where !texts.contains(text) {
      texts.append(text)
    }
    rows =
      texts.map { text in
        Row(Command.allCases.filter { $0.row.text == text }.map(\.listed), text)
      } + others.map { Row($0.keys, $0.text) }
  }

  /// The title with the key that opens the dialog, such as `Copy (y)`.
  package func heading(in keymap: Keymap) -> String {
    let key = opener.flatMap { keymap.label(of: $0) }
    return title + (key.map { " (\($0))" } ?? "")
  }

  /// The keys of all dialogs; keys that many dialogs share come first.
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
    DialogKeys(CriteriaMenuCommand.self),
    DialogKeys("Order of the list", .find(.sort), [("s", "next order"), ("enter", "apply")]),
    DialogKeys(
      "Copy",
      .program(.copy),
      [("n", "the name"), ("J", "the JSON"), ("c", "the command line"), ("r", "the report")]
    ),
    DialogKeys(OverrideDialog.Command.self),
    DialogKeys(VariablesDialog.Command.self),
    DialogKeys(JSONDialog.Command.self),
    DialogKeys(PresetsDialog.Command.self, others: [("y", "confirm"), ("n esc", "cancel")]),
    DialogKeys(UserDialog.Command.self),
    DialogKeys(ComparisonDialog.Command.self),
    DialogKeys(BiasDialog.Command.self, others: [("0-9", "type the percentage")]),
    DialogKeys(BisectDialog.Command.self, others: [("n", "continue")]),
    DialogKeys(ConflictMenu.Command.self),
    DialogKeys(OverridesMenu.Command.self),
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
