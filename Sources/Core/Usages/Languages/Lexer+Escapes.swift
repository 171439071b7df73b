extension Lexer {
  /// Decodes the escape sequence after a backslash, and skips it.
  ///
  /// - Parameters:
  ///   - text: The decoded text of the literal.
  ///   - mark: The quote of the literal.
  /// - Returns: Whether the sequence is valid; a literal with an invalid one has no value.
  mutating func decodeEscape(into text: inout [UInt8], mark: UInt8) -> Bool {
    guard at < bytes.count else { return false }
    let byte = bytes[at]
    if language == .ruby, mark == UInt8(ascii: "'") {
      if byte != UInt8(ascii: "'"), byte != .backslash { text.append(.backslash) }
      text.append(byte)
      at += 1
      return true
    }
    at += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(.lineFeed)
    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "e"): text.append(0x1B)
    case UInt8(ascii: "x"): return append(hexadecimal(from: 2, to: 2), to: &text)
    case UInt8(ascii: "U"): return append(hexadecimal(from: 8, to: 8), to: &text)
    case UInt8(ascii: "u"): return decodeUnit(into: &text)
    // A line break after a backslash is not part of the text.
    case .lineFeed: break
    default: text.append(byte)
    }
    return true
  }

  /// Decodes `u{…}`, or one or two times `u` with four digits.
  private mutating func decodeUnit(into text: inout [UInt8]) -> Bool {
    if byte(0) == UInt8(ascii: "{") {
      at += 1
      let code = hexadecimal(from: 1, to: 8)
      guard byte(0) == UInt8(ascii: "}") else { return false }
      at += 1
      return append(code, to: &text)
    }
    guard var code = hexadecimal(from: 4, to: 4) else { return false }
    if (0xD800..<0xDC00).contains(code), starts(with: "\\u") {
      at += 2
      guard let low = hexadecimal(from: 4, to: 4), (0xDC00..<0xE000).contains(low) else {
        return false
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    return append(code, to: &text)
  }

  private mutating func hexadecimal(from least: Int, to most: Int) -> UInt32? {
    var end = at
    while end < bytes.count, end - at < most, Character(Unicode.Scalar(bytes[end])).isHexDigit {
      end += 1
    }
    guard end - at >= least else { return nil }
    defer { at = end }
    return UInt32(String(decoding: bytes[at..<end], as: UTF8.self), radix: 16)
  }

  private func append(_ code: UInt32?, to text: inout [UInt8]) -> Bool {
    guard let code, let scalar = Unicode.Scalar(code) else { return false }
    text.append(contentsOf: Array(String(Character(scalar)).utf8))
    return true
  }
}
