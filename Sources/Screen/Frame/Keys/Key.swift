import Text

/// A key press, independent of the bytes that the terminal sends for it.
public enum Key: Hashable, Sendable {
  /// A printable character; Shift is already applied to it.
  case character(Character)
  /// A letter with Control held down; the letter is lowercase.
  case control(Character)
  /// A character with Alt held down.
  case alt(Character)
  /// The Enter key, which terminals send as CR or LF.
  case enter
  /// The Escape key, which terminals send as a single ESC.
  case escape
  /// The Tab key without Shift.
  case tab
  /// The Tab key with Shift held down.
  case backTab
  /// The Backspace key, which deletes the character before the cursor.
  case backspace
  /// The Delete key, which deletes the character at the cursor.
  case delete
  case insert
  /// An arrow key without Shift.
  case up, down, left, right
  /// A vertical arrow key with Shift held down.
  case shiftUp, shiftDown
  /// A key that moves to the start or the end of a line or a list.
  case home, end
  /// A key that moves or scrolls by a page.
  case pageUp, pageDown
  /// A function key with its number, 1...12.
  case function(Int)
}

extension Key {
  /// The name of the key in the footer and the help, such as `space`, `ctrl-u` or `F5`.
  public var label: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let character): "ctrl-\(character)"
    case .alt(let character): "alt-\(character)"
    case .function(let number): "F\(number)"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .shiftUp: "shift-↑"
    case .shiftDown: "shift-↓"
    case .enter: "enter"
    case .escape: "esc"
    case .tab: "tab"
    case .backTab: "shift-tab"
    case .backspace: "backspace"
    case .delete: "delete"
    case .insert: "insert"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pgup"
    case .pageDown: "pgdn"
    }
  }
}

extension Key {
  /// Parses the name of a key: one character, or a name such as `space`, `ctrl-u` or `F5`.
  ///
  /// - Returns: `nil` for an unknown name.
  package init?(name: String) {
    if name.count == 1, let character = name.first {
      self = .character(character)
    } else if let key = Self.named[name.lowercased()] {
      self = key
    } else {
      return nil
    }
  }

  /// Parses the label of a key in the footer, such as `↑` or `enter`.
  ///
  /// - Returns: `nil` for an unknown label.
  package init?(label: String) {
    guard let key = Self.arrows.values.first(where: { $0.label == label }) ?? Key(name: label)
    else {
      return nil
    }
    self = key
  }

  /// The name of the key in ASCII, such as `up`, which ``init(name:)`` parses.
  package var name: String { Self.arrows.first { $0.value == self }?.key ?? label.lowercasedName }

  /// The names of all keys except single characters, sorted.
  package static let names = named.keys.sorted()

  /// Whether programs can receive the key.
  ///
  /// Terminals send Ctrl-H, Ctrl-I, Ctrl-J and Ctrl-M as Backspace, Tab and Enter, and Ctrl-C ends
  /// the program by a signal. Invisible characters cannot be typed or shown.
  package var isDelivered: Bool {
    switch self {
    case .control(let letter): !"chijm".contains(letter)
    case .character(let character), .alt(let character):
      DisplayText(String(character)).text == String(character) && !character.isNewline
    case .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right,
      .shiftUp, .shiftDown, .home, .end, .pageUp, .pageDown, .function:
      true
    }
  }

  private static let arrows: [String: Key] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "shift-up": .shiftUp,
    "shift-down": .shiftDown,
  ]

  private static let named: [String: Key] = {
    let others: [String: Key] = [
      "escape": .escape, "return": .enter, "space": .character(" "),
    ]
    let labelled: [Key] = [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .home, .end, .pageUp,
      .pageDown,
    ]
    let keys =
      labelled + (1...12).map(Key.function)
      + "abcdefghijklmnopqrstuvwxyz".flatMap { [Key.control($0), .alt($0)] }
    return keys.reduce(into: arrows.merging(others) { first, _ in first }) {
      $0[$1.label.lowercased()] = $1
    }
  }()
}

extension String {
  /// The label of a key as a name in the settings: lowercase, except for a single character.
  fileprivate var lowercasedName: String { count == 1 ? self : lowercased() }
}
