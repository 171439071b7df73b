import Frame

/// The modifier keys that were held down while another key was pressed.
struct Modifiers: OptionSet, Hashable, Sendable {
  let rawValue: Int

  static let shift = Modifiers(rawValue: 1)
  static let alt = Modifiers(rawValue: 2)
  static let control = Modifiers(rawValue: 4)

  /// Decodes the modifier parameter of a control sequence: the bit mask plus one.
  static func decoded(from parameter: Int) -> Modifiers {
    Modifiers(rawValue: max(parameter - 1, 0) & 7)
  }

  /// Returns the given key with these modifiers; returns it unchanged if `Key` has no case for the
  /// combination.
  func applied(to key: Key) -> Key {
    if case .character(let character) = key { return applied(to: character) }
    return contains(.shift) ? Self.shifted[key] ?? key : key
  }

  private static let shifted: [Key: Key] = [.up: .shiftUp, .down: .shiftDown, .tab: .backTab]

  private func applied(to character: Character) -> Key {
    let isLetter = character.isASCII && character.isLetter
    if contains(.control), let lower = character.lowercased().first { return .control(lower) }
    let shifted =
      contains(.shift) && isLetter ? character.uppercased().first ?? character : character
    return contains(.alt) ? .alt(shifted) : .character(shifted)
  }
}
