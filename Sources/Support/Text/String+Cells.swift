extension DisplayText {
  /// Makes text safe to show; truncates it at the maximum width of a line.
  package init(line text: String) {
    self.init(text, limit: Self.lineLimit)
  }

  /// Makes text safe to show; truncates it with `…` to the given number of cells.
  package init(_ text: String, truncatedTo columns: Int) {
    self = DisplayText(text, limit: max(columns, 0)).truncated(to: columns)
  }

  /// Makes text safe to show; truncates it with `…` in the middle to the given number of cells.
  ///
  /// The end of the text stays visible, because URLs, paths and names often differ only at their ends.
  ///
  /// Of a long text, only the start and the end are processed.
  package init(_ text: String, fittedTo columns: Int) {
    let columns = max(columns, 0)
    let start = DisplayText(text, limit: columns)
    guard start.width > columns else {
      self = start
      return
    }
    let end = DisplayText(String(text.suffix(columns)))
    self = DisplayText(clusters: start.clusters + end.clusters).truncatedInMiddle(to: columns)
  }

  /// Makes text safe to show; wraps it into lines of at most the given number of cells.
  package static func lines(of text: String, columns: Int) -> [DisplayText] {
    DisplayText(line: text).wrapped(to: columns)
  }
}

extension String {
  /// The text, safe to show and truncated with `…` to the given number of cells.
  package func shortened(to columns: Int) -> String {
    DisplayText(self, truncatedTo: columns).text
  }

  /// Pads the text with spaces at its start to at least the given number of characters.
  package func leftPadded(to length: Int) -> String {
    String(repeating: " ", count: Swift.max(length - count, 0)) + self
  }

  /// Pads the text with spaces at its end to at least the given number of characters.
  package func rightPadded(to length: Int) -> String {
    self + String(repeating: " ", count: Swift.max(length - count, 0))
  }
}

extension String {
  /// The name with visible symbols for line ends, for tabs, and for the spaces at its start and end.
  ///
  /// Names that differ only in these characters would otherwise look the same. Unicode has a symbol for
  /// each of these characters, such as U+240A for a line feed and U+2423 for a space.
  ///
  /// A text of more than 10,000 bytes is returned unchanged, because the names are processed again for
  /// each frame.
  package var visible: String {
    guard utf8.count <= 10_000 else { return self }
    let isInk = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
    // Most names contain none of these characters. Checking the first byte of their encodings avoids
    // decoding the scalars.
    let mayHaveLineEnd = utf8.contains { $0 < 0x20 || $0 == 0xC2 || $0 == 0xE2 }
    if !mayHaveLineEnd, unicodeScalars.first.map(isInk) ?? true,
      unicodeScalars.last.map(isInk) ?? true
    {
      return self
    }
    let scalars = Array(unicodeScalars)
    let start = scalars.firstIndex(where: isInk) ?? scalars.count
    let end = scalars.lastIndex(where: isInk) ?? 0
    var text = UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let isAtEnd = index < start || index > end
      text.append(scalar.lineSymbol ?? (isAtEnd ? "\u{2423}" : scalar))
    }
    return String(text)
  }
}

extension Character {
  /// Whether the character is a symbol that `visible` inserts for a line end, a tab or a space.
  package var isSpaceSymbol: Bool {
    let value = unicodeScalars.first?.value ?? 0
    return (0x2409...0x240D).contains(value) || (0x2423...0x2424).contains(value)
  }
}

extension Unicode.Scalar {
  /// The symbol of a line end or a tab; `nil` for any other scalar.
  fileprivate var lineSymbol: Unicode.Scalar? {
    switch value {
    case 0x09...0x0D: Unicode.Scalar(0x2400 + value)
    case 0x85, 0x2028, 0x2029: "\u{2424}"
    case _: nil
    }
  }
}

extension StringProtocol {
  /// The text without white space at its start and end.
  package var trimmed: String {
    var text = self[...].drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
