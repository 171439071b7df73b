extension JSONReader {
  mutating func string() throws(DocumentError) -> (text: String, defect: TextDefect?) {
    let quote = current
    index += 1
    let start = index
    index = endOfPlainText(quote)
    if current == quote {
      defer { index += 1 }
      let text = bytes.withUnsafeBufferPointer { Self.ascii($0[start..<index]) }
      if let text { return (text, nil) }
      return try validated(bytes[start..<index])
    }
    return try escapedString(from: start, quote: quote)
  }

  /// Returns the position of the next quote, escape or control character.
  private func endOfPlainText(_ quote: UInt8?) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var end = index
      while end < bytes.count, bytes[end] >= 0x20, bytes[end] != quote,
        bytes[end] != UInt8(ascii: "\\")
      { end += 1 }
      return end
    }
  }

  private mutating func escapedString(
    from start: Int,
    quote: UInt8?
  ) throws(DocumentError) -> (text: String, defect: TextDefect?) {
    var text = Array(bytes[start..<index])
    var defect: TextDefect?
    while let byte = current, byte != quote {
      if byte == UInt8(ascii: "\\") {
        if try !appendEscape(to: &text) { defect = .loneSurrogate }
      } else if isAllowedInText(byte) {
        text.append(byte)
        index += 1
      } else {
        break
      }
    }
    guard current == quote else { throw unexpected(expected: "the closing quote of a text") }
    index += 1
    let (whole, truncation) = try validated(text[...])
    return (whole, defect ?? truncation)
  }

  private func isAllowedInText(_ byte: UInt8) -> Bool {
    byte >= 0x20 || dialect == .json5 && !byte.isLineEnd
  }

  private func validated(
    _ slice: ArraySlice<UInt8>
  ) throws(DocumentError) -> (text: String, defect: TextDefect?) {
    guard let text = String(validating: slice, as: UTF8.self) else { throw .notUTF8(line: line) }
    return text.truncatingClusters()
  }

  /// Decodes a text of ASCII characters, which takes a fraction of the time of other texts; `nil` if the text
  /// has other characters.
  private static func ascii(_ slice: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    let bytes = UnsafeBufferPointer(rebasing: slice)
    var union: UInt8 = 0
    for byte in bytes { union |= byte }
    return union < 0x80 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Decodes an escape sequence and appends its character; returns `false` if the escape is half of
  /// a surrogate pair.
  private mutating func appendEscape(to text: inout [UInt8]) throws(DocumentError) -> Bool {
    index += 1
    guard let byte = current, dialect == .json5 || "\"\\/bfnrtu".utf8.contains(byte) else {
      throw unexpected(expected: "an escape")
    }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "x"): append(try hexDigits(2), to: &text)
    case UInt8(ascii: "u"): return try appendUnicodeEscape(to: &text)
    case let byte where byte.isLineEnd: continueLine(after: byte)
    default: text.append(byte)
    }
    return true
  }

  private mutating func appendUnicodeEscape(
    to text: inout [UInt8]
  ) throws(DocumentError) -> Bool {
    let unit = try hexDigits(4)
    guard (0xD800...0xDFFF).contains(unit) else {
      append(unit, to: &text)
      return true
    }
    let isPair =
      unit < 0xDC00 && current == UInt8(ascii: "\\") && index + 1 < bytes.count
      && bytes[index + 1] == UInt8(ascii: "u")
    if isPair {
      let start = index
      index += 2
      let low = try hexDigits(4)
      if (0xDC00...0xDFFF).contains(low) {
        append(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), to: &text)
        return true
      }
      index = start
    }
    append(0xFFFD, to: &text)
    return false
  }

  private mutating func hexDigits(_ count: Int) throws(DocumentError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = current?.hexValue else { throw unexpected(expected: "a hexadecimal digit") }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  private func append(_ value: UInt32, to text: inout [UInt8]) {
    text.append(contentsOf: String(UnicodeScalar(value) ?? "\u{FFFD}").utf8)
  }

  private mutating func continueLine(after byte: UInt8) {
    if byte == 0x0D, current == 0x0A { index += 1 }
    line += 1
    lineStart = index
  }
}

/// The reason why a parsed string differs from the string in the document.
package enum TextDefect: UInt8, Hashable, Sendable {
  /// Half of a surrogate pair was replaced by U+FFFD.
  case loneSurrogate
  /// A grapheme cluster had too many scalars, and was truncated.
  case longCluster
}

extension String {
  /// Truncates each grapheme cluster that has more scalars than `InputLimit.clusterScalars` allows.
  ///
  /// String comparison and hashing normalise the text, which takes quadratic time in the number of
  /// consecutive combining marks. Rendering and search iterate over whole clusters. A bound on the size
  /// of a cluster makes all of these operations linear in the length of the text. U+FFFD is appended to
  /// a truncated cluster: it shows the truncation and separates the cluster from the next one.
  ///
  /// - Returns: The unchanged string if no cluster is too long. This check takes constant time for
  ///   short strings, and linear time for others.
  package func truncatingClusters() -> (text: String, defect: TextDefect?) {
    let limit = InputLimit.clusterScalars.maximum
    guard utf8.count > limit, !utf8.allSatisfy({ $0 < 0x80 }) else { return (self, nil) }
    guard contains(where: { $0.unicodeScalars.count > limit }) else { return (self, nil) }
    var text = ""
    for character in self {
      let scalars = character.unicodeScalars
      if scalars.count > limit {
        text.unicodeScalars.append(contentsOf: scalars.prefix(limit))
        text.unicodeScalars.append("\u{FFFD}")
      } else {
        text.append(character)
      }
    }
    return (text, .longCluster)
  }
}

extension String {
  /// The largest number of characters of ``excerpt``, as Unicode scalars: one grapheme cluster can have
  /// any length.
  package static let excerptLimit = 300

  /// The beginning of a text from a server, for a message: a hostile server can send an error text or a
  /// name of any length.
  package var excerpt: String {
    let start = unicodeScalars.prefix(Self.excerptLimit + 1)
    return start.count > Self.excerptLimit ? String(start.dropLast()) + "…" : self
  }
}
