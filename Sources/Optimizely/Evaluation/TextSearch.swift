extension String {
  /// Whether a text has another one in it, character by character.
  ///
  /// Texts of nothing but ASCII, as nearly all attributes are, are compared by their bytes.
  func holds(_ part: String) -> Bool {
    guard utf8.allSatisfy(\.isPlain), part.utf8.allSatisfy(\.isPlain) else { return contains(part) }
    guard let first = part.utf8.first else { return true }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: part.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}

extension UInt8 {
  /// Whether the byte is a character of its own; a carriage return may be one with a line feed.
  fileprivate var isPlain: Bool { self < 0x80 && self != 0x0D }
}
