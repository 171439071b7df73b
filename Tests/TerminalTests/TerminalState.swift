/// The modes of a terminal, tracked by the bytes that a program writes.
///
/// Modes that a program may enable are on at first, so that a program restores the terminal only if
/// it disables each of them, whether or not it has enabled them.
struct TerminalState: Hashable {
  /// The enabled private modes (DECSET): mouse, focus, paste, cursor, alternate screen and so on.
  var modes: Set<Int> = [1, 7, 25, 1000, 1002, 1004, 1006, 2004, 2026]
  /// The number of titles on the stack.
  var titleCount = 0
  /// Whether text is drawn in the default colours without attributes.
  var isPlain = false
  /// Whether the keypad sends application sequences.
  var hasKeypad = true
  private var pending: [UInt8] = []

  /// The state that a shell expects: a visible cursor and lines that wrap, and nothing else.
  static let restored: TerminalState = {
    var state = TerminalState()
    (state.modes, state.isPlain, state.hasKeypad) = ([7, 25], true, false)
    return state
  }()

  /// Whether a program shows its screen.
  var hasScreen: Bool { modes.contains(1049) }

  mutating func read(_ bytes: ArraySlice<UInt8>) {
    var rest = (pending + bytes)[...]
    pending = []
    while let escape = rest.firstIndex(of: 0x1B) {
      rest = rest[escape...]
      guard let length = apply(rest.dropFirst()) else {
        // The rest of the sequence comes with the next bytes.
        pending = Array(rest)
        return
      }
      rest = rest.dropFirst(length + 1)
    }
  }

  /// Applies the sequence after an ESC.
  ///
  /// - Returns: The length of the sequence; `nil` if it is incomplete.
  private mutating func apply(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let kind = bytes.first else { return nil }
    // A program that is ended can cut off a sequence: the next bytes then begin another sequence.
    guard kind != 0x1B else { return 0 }
    if kind == UInt8(ascii: "=") || kind == UInt8(ascii: ">") {
      hasKeypad = kind == UInt8(ascii: "=")
      return 1
    }
    guard kind == UInt8(ascii: "[") else { return 1 }
    let ends = { (byte: UInt8) in (0x40...0x7E).contains(byte) || byte == 0x1B }
    guard let end = bytes.dropFirst().firstIndex(where: ends) else { return nil }
    if bytes[end] == 0x1B { return end - bytes.startIndex }
    let text = String(decoding: bytes[bytes.index(after: bytes.startIndex)..<end], as: UTF8.self)
    let numbers = text.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
    switch (bytes[end], text.hasPrefix("?")) {
    case (UInt8(ascii: "h"), true): modes.formUnion(numbers)
    case (UInt8(ascii: "l"), true): modes.subtract(numbers)
    case (UInt8(ascii: "m"), false): isPlain = numbers.allSatisfy { [0, 39, 49].contains($0) }
    case (UInt8(ascii: "t"), false) where numbers.first == 22: titleCount += 1
    case (UInt8(ascii: "t"), false) where numbers.first == 23: titleCount -= 1
    case _: break
    }
    return end - bytes.startIndex + 1
  }
}
