import Frame

/// A command of a dialog, with its keys and its description for the help and the page of keys.
protocol DialogCommand: CaseIterable, Hashable, RawRepresentable<String>, Sendable {
  /// The prefix of the identifiers of the commands in a keymap, such as `presets` in `presets.delete`.
  static var name: String { get }
  /// The name of the dialog in the help.
  static var title: String { get }
  /// The action that opens the dialog; `nil` if several actions do.
  static var opener: Action? { get }
  var row: DialogKeyRow { get }
}

extension DialogCommand {
  /// The command with the keys that the help lists.
  var listed: Keymap.Command {
    Keymap.Command(identifier: "\(Self.name).\(rawValue)", keys: row.keys)
  }

  /// All commands with all their keys, which a keymap can change.
  static var keymapCommands: [Keymap.Command] {
    allCases.map {
      Keymap.Command(identifier: $0.listed.identifier, keys: $0.row.keys + $0.row.others)
    }
  }

  /// Maps each key to its command.
  static func commandsByKey() -> [Key: Self] {
    var commands: [Key: Self] = [:]
    for command in allCases {
      for key in command.row.keys + command.row.others { commands[key] = command }
    }
    return commands
  }
}

/// The keys of a command of a dialog, and their description.
struct DialogKeyRow: Sendable {
  /// The keys that the help lists, the main key first.
  let keys: [Key]
  /// Further keys, such as the capital letter.
  let others: [Key]
  /// The description of the keys; commands with the same text share one line of the help.
  ///
  /// A command that all dialogs have, such as closing, has no text and no line.
  let text: String?

  init(_ keys: [Key], others: [Key] = [], _ text: String? = nil) {
    self.keys = keys
    self.others = others
    self.text = text
  }
}
