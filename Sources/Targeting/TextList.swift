import Glibc

/// A list of texts, in which a text is found byte for byte.
package struct TextList: Sendable {
  package let values: [String]
  /// The values of a long list; `nil` for a short one, in which a linear search is faster.
  private let set: Set<String>?

  package init(_ values: [String]) {
    self.values = values
    set = values.count > 8 ? Set(values) : nil
  }

  package func contains(_ text: String) -> Bool {
    // A set compares canonical equivalents as equal, so that its hit has to be confirmed.
    if let set, !set.contains(text) { return false }
    return values.contains { $0.isSameText(as: text) }
  }
}

/// The position of a text in another one.
package enum TextPosition: Hashable, Sendable { case start, end, anywhere }

extension String {
  /// Whether both texts have the same bytes.
  package func isSameText(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        guard let first = own.baseAddress, let second = other.baseAddress else { return true }
        return memcmp(first, second, own.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether the text has the bytes of another one at a position.
  package func has(_ other: String, at position: TextPosition) -> Bool {
    switch position {
    case .start: utf8.starts(with: other.utf8)
    case .end:
      utf8.count >= other.utf8.count && utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
    case .anywhere: contains(bytesOf: other)
    }
  }

  /// Whether the text contains another one, in linear time.
  ///
  /// Pure ASCII texts, which nearly all attributes are, are compared by bytes. A carriage return
  /// and a line feed are then two characters. Other texts are compared by characters (grapheme
  /// clusters); canonically equivalent characters are equal.
  package func containsText(_ other: String) -> Bool {
    guard utf8.allSatisfy({ $0 < 0x80 }), other.utf8.allSatisfy({ $0 < 0x80 }) else {
      return Array(self).contains(part: Array(other))
    }
    return has(other, at: .anywhere)
  }

  /// Whether the text contains the bytes of another one, in linear time.
  private func contains(bytesOf other: String) -> Bool {
    // On some processors, the search of the C library takes quadratic time for long parts.
    guard other.utf8.count <= 64, !other.utf8.contains(0) else {
      return Array(utf8).contains(part: Array(other.utf8))
    }
    return withCString { text in
      other.withCString { part in
        // Searches between the null characters, at which the search of the C library ends.
        var start = text
        while start <= text + utf8.count {
          if strstr(start, part) != nil { return true }
          start += strlen(start) + 1
        }
        return false
      }
    }
  }

  /// The text without surrounding spaces and tabs.
  package var trimmed: String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else {
      return self
    }
    let start = utf8.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map(start.index(after:)) ?? start.startIndex
    return String(start[..<end]) ?? self
  }
}

extension Array where Element: Equatable {
  /// Whether the array contains a part, by the algorithm of Knuth, Morris and Pratt.
  fileprivate func contains(part: [Element]) -> Bool {
    guard !part.isEmpty else { return true }
    // For each element of the part, the length of the longest start of the part that ends there.
    var borders: [Int] = []
    borders.reserveCapacity(part.count)
    var length = 0
    func advance(by element: Element) {
      while length > 0, element != part[length] { length = borders[length - 1] }
      if element == part[length] { length += 1 }
    }
    for element in part {
      if !borders.isEmpty { advance(by: element) }
      borders.append(length)
    }
    length = 0
    for element in self {
      advance(by: element)
      if length == part.count { return true }
    }
    return false
  }
}
