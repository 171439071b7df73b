import Frame

/// The keys that were held down with another.
struct Modifiers: OptionSet, Hashable, Sendable {
  let rawValue: Int

  static let shift = Modifiers(rawValue: 1)
  static let alt = Modifiers(rawValue: 2)
  static let control = Modifiers(rawValue: 4)

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Reads the number that terminals send, which is one more than the bits.
  init(parameter: Int) {
    rawValue = max(parameter - 1, 0) & 7
  }

  /// The key with these modifiers; one that the dashboard knows no name for is the plain key.
  func applied(to key: Key) -> Key {
    switch key {
    case .up where contains(.shift): .shiftUp
    case .down where contains(.shift): .shiftDown
    case .tab where contains(.shift): .backTab
    case .character(let character): applied(to: character)
    default: key
    }
  }

  private func applied(to character: Character) -> Key {
    let isLetter = character.isASCII && character.isLetter
    if contains(.control), let lower = character.lowercased().first { return .control(lower) }
    let shifted =
      contains(.shift) && isLetter ? character.uppercased().first ?? character : character
    return contains(.alt) ? .alt(shifted) : .character(shifted)
  }
}
