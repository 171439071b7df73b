import Frame

/// Replaces the slot numbers of ``ColourTable`` in the output of curses with direct colours.
///
/// Common terminfo entries have 256 colours. Entries with direct colours are rarely installed, lose
/// the 16 configured colours, and use a notation that some terminals do not support. `ESC [ 38 ; 5
/// ; n m` and `ESC [ 38 ; 2 ; r ; g ; b m` work in all terminals with these colours.
struct DirectColours {
  let table: ColourTable

  func replaced(in bytes: [UInt8]) -> [UInt8] {
    guard table.depth == .direct, table.colour(ofSlot: 16) != nil else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      result += rest[..<escape]
      rest = rest[escape...]
      if let (length, text) = replacement(at: rest) {
        result += text.utf8
        rest = rest.dropFirst(length)
      } else {
        result.append(0x1B)
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Finds the escape sequence of a slot at the start of the bytes; returns its length and the
  /// sequence of its direct colour, or `nil`.
  private func replacement(at bytes: ArraySlice<UInt8>) -> (length: Int, text: String)? {
    for layer in ["38", "48"] {
      let prefix = "\u{1B}[\(layer);5;".utf8
      guard bytes.starts(with: prefix) else { continue }
      let digits = bytes.dropFirst(prefix.count).prefix { (0x30...0x39).contains($0) }
      let end = digits.endIndex
      guard digits.count <= 3, end < bytes.endIndex, bytes[end] == UInt8(ascii: "m") else {
        return nil
      }
      let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      guard let colour = table.colour(ofSlot: number) else { return nil }
      let text = "\u{1B}[\(layer);2;\(colour.red);\(colour.green);\(colour.blue)m"
      return (end + 1 - bytes.startIndex, text)
    }
    return nil
  }
}
