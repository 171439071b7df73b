extension String {
  /// Whether a text has another one in it, character by character; in linear time.
  ///
  /// Texts of nothing but ASCII, as nearly all attributes are, are compared by their bytes: as for
  /// the SDK, a carriage return and a line feed are two characters there. Other texts are compared by
  /// their characters, of which canonically equivalent ones are equal.
  func holds(_ part: String) -> Bool {
    guard utf8.allSatisfy(\.isASCII), part.utf8.allSatisfy(\.isASCII) else {
      return Array(self).holds(Array(part))
    }
    var (text, part) = (self, part)
    return text.withUTF8 { text in part.withUTF8 { part in text.holds(part) } }
  }
}

extension RandomAccessCollection where Element: Equatable, Index == Int {
  /// Whether these elements have others among them without a gap, by the search of Knuth, Morris and
  /// Pratt; both collections begin at 0.
  fileprivate func holds(_ part: Self) -> Bool {
    guard !part.isEmpty else { return true }
    guard part.count <= count else { return false }
    // For each prefix of the part, the length of the longest shorter prefix that it ends with.
    var borders = [0]
    borders.reserveCapacity(part.count)
    var length = 0
    for element in part.dropFirst() {
      while length > 0, element != part[length] { length = borders[length - 1] }
      if element == part[length] { length += 1 }
      borders.append(length)
    }
    length = 0
    for element in self {
      while length > 0, element != part[length] { length = borders[length - 1] }
      if element == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isASCII: Bool { self < 0x80 }
}
