extension String {
  /// Whether the text contains the given text, in linear time.
  ///
  /// Pure ASCII texts, which nearly all attributes are, are compared by bytes. A carriage return
  /// and a line feed are then two characters, as in the SDK. Other texts are compared by characters
  /// (grapheme clusters); canonically equivalent characters are equal.
  func containsText(_ part: String) -> Bool {
    guard utf8.allSatisfy(\.isASCII), part.utf8.allSatisfy(\.isASCII) else {
      return Array(self).containsRun(Array(part))
    }
    var (text, part) = (self, part)
    return text.withUTF8 { text in part.withUTF8 { part in text.containsRun(part) } }
  }
}

extension RandomAccessCollection where Element: Equatable, Index == Int {
  /// Whether the collection contains `part` as consecutive elements, by the Knuth–Morris–Pratt
  /// algorithm.
  ///
  /// The indices of both collections start at 0.
  fileprivate func containsRun(_ part: Self) -> Bool {
    guard !part.isEmpty else { return true }
    guard part.count <= count else { return false }
    // The failure function of the algorithm: for each prefix of `part`, the length of its longest
    // border (proper prefix that is also a suffix).
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
