import Frame

/// The meaning of a line that the user enters in plain mode.
enum PlainCommand: Hashable, Sendable {
  /// An empty line: prints the current position again, such as the open dialog or the selected feature.
  case repeatPlace
  /// A number: a line of the dialog, or a feature of the list.
  case number(Int)
  /// A key of the dashboard, by its character or name.
  case key(Key)
  /// `= TEXT`: replaces the text of the text field.
  case text(String)
  /// `/WORDS` or `find WORDS`: narrows the list.
  case find(String)
  /// `list` or `list NUMBER`: the features, from the one with the number.
  case list(from: Int)
  case help
  /// The name of an action, a feature, a section, a preset or a theme.
  case name(String)

  /// Parses a line.
  ///
  /// - Parameters:
  ///   - line: The line without its line break.
  ///   - isTyping: Whether a text field is active, in which a single character is text.
  ///   - keymap: The keys of the actions.
  init(_ line: String, isTyping: Bool, keymap: Keymap) {
    let line = line.trimmed
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1].trimmed : ""
    if line.isEmpty {
      self = .repeatPlace
    } else if line.hasPrefix("=") {
      self = .text(line.dropFirst().trimmed)
    } else if let number = Int(clamping: line) {
      self = .number(number)
    } else if line.hasPrefix("/"), line.utf8.count > 1 {
      self = .find(String(line.dropFirst()))
    } else if let key = Self.key(line), line.utf8.count > 1 || !isTyping {
      self = .key(key)
    } else {
      switch words.first {
      case "find": self = .find(rest)
      case "list" where rest.isEmpty: self = .list(from: 1)
      case "list": self = Int(clamping: rest).map { .list(from: $0) } ?? .name(line)
      case "help" where rest.isEmpty: self = .help
      default: self = isTyping ? .text(line) : .name(line)
      }
    }
  }

  private static func key(_ name: String) -> Key? {
    switch name {
    case "ok": .enter
    case "cancel", "back": .escape
    default: Key(name: name)
    }
  }
}

extension PlainCommand {
  /// Whether the output of the command names no feature: plain mode then announces the newly selected
  /// feature.
  var namesNoFeature: Bool {
    switch self {
    case .find, .list, .help: false
    case .repeatPlace, .number, .key, .text, .name: true
    }
  }
}

extension Key {
  /// The name of the key in plain mode.
  var plainName: String {
    switch self {
    case .enter: "ok"
    case .escape: "cancel"
    default: name
    }
  }
}
