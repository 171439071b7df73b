import Frame

/// A control sequence (CSI), which terminals send for keys without a character.
///
/// The sequence consists of `ESC [`, parameters and a final byte.
struct ControlSequence: Hashable, Sendable {
  private let parameters: [Int]
  private let isPlain: Bool
  private let isLinuxFunction: Bool
  private let isRelease: Bool
  private let final: UInt8

  /// Parses the bytes between `ESC [` and the final byte as parameters.
  init(body: [UInt8], final: UInt8) {
    isLinuxFunction = body == [UInt8(ascii: "[")]
    isPlain = body.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: ";")).contains($0) }
    let fields = (isPlain ? body : []).split(separator: 0x3B, omittingEmptySubsequences: false)
      .map { $0.split(separator: 0x3A, omittingEmptySubsequences: false).map(Self.number) }
    parameters = fields.map { $0.first ?? 0 }
    self.final = final
    // A sub-parameter of the second parameter is 1 for a press, 2 for a repeat and 3 for a release.
    isRelease = fields.count > 1 && fields[1].dropFirst().last == 3
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    // Clamps the parameter: no key has a larger number, and the product must not overflow.
    digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, 0x11_0000) }
  }

  /// Whether the sequence begins a bracketed paste.
  var beginsPaste: Bool { isPlain && final == UInt8(ascii: "~") && parameters == [200] }

  /// The decoded key; `nil` for reports, changes of the focus, key releases and unknown sequences.
  var input: Input? {
    if isLinuxFunction, (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) {
      return .key(.function(Int(final - UInt8(ascii: "A")) + 1))
    }
    guard isPlain, !isRelease else { return nil }
    switch (final, parameters) {
    default: return key.map { .key(modifiers.applied(to: $0)) }
    }
  }

  /// The decoded key if the sequence began with `ESC O` (SS3) instead of `ESC [`.
  var shifted: Input? {
    let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(final)
    let letter = isSmall ? final - 0x20 : final
    // Some terminals send the modifiers as the only parameter of the sequence.
    let modifiers = Modifiers.decoded(from: parameters.last ?? 0)
    return Self.key(letter: letter).map { .key(modifiers.applied(to: $0)) }
  }

  private var modifiers: Modifiers {
    if final == UInt8(ascii: "a") || final == UInt8(ascii: "b") || final == UInt8(ascii: "$") {
      return .shift
    }
    return parameters.count > 1 ? Modifiers.decoded(from: parameters[1]) : []
  }

  private var key: Key? {
    switch final {
    // rxvt uses these final bytes to mark Shift, Control or both.
    case UInt8(ascii: "~"), UInt8(ascii: "$"), UInt8(ascii: "^"), UInt8(ascii: "@"):
      return parameters[0] == 27 && parameters.count > 2
        ? Self.key(code: parameters[2]) : Self.key(number: parameters[0])
    case UInt8(ascii: "u"):
      return Self.key(code: parameters[0])
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return Self.key(letter: final - 0x20)
    default:
      // A first parameter above 1 marks a report, such as the position of the cursor.
      return parameters[0] <= 1 ? Self.key(letter: final) : nil
    }
  }

  /// The key of a control sequence that ends with a letter, such as `ESC [ A`.
  static func key(letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter - UInt8(ascii: "P")) + 1)
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  /// The key of a control sequence that ends with `~` after a number, such as `ESC [ 3 ~`.
  private static func key(number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  /// The key for a character code, which terminals send for modified keys without a control
  /// character.
  private static func key(code: Int) -> Key? {
    switch code {
    case 8, 127: return .backspace
    case 9: return .tab
    case 10, 13: return .enter
    case 27: return .escape
    // Excludes control characters, and the private range that kitty uses for keys without a
    // character.
    case ..<32, 128..<160, 0xE000..<0xF900: return nil
    default: return Unicode.Scalar(UInt32(code)).map { .character(Character($0)) }
    }
  }
}

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
