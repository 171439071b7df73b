extension String {
  /// Whether a text has another one in it, character by character.
  ///
  /// Texts of nothing but ASCII, as nearly all attributes are, are compared by their bytes: as for
  /// the SDK, a carriage return and a line feed are two characters there.
  func holds(_ part: String) -> Bool {
    guard utf8.allSatisfy(\.isASCII), part.utf8.allSatisfy(\.isASCII) else { return contains(part) }
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
  fileprivate var isASCII: Bool { self < 0x80 }
}
