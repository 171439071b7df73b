/// Reads JSON and JSON5, and remembers on which line each value stands.
///
/// JSON5 is JSON with comments, commas before a closing bracket, names without quotes, texts in
/// single quotes, and more ways to write a number. Nesting is bounded, so that no document can use
/// up the stack, and the time is linear in the number of bytes.
package struct JSONReader {
  private let bytes: [UInt8]
  private var index: Int
  private var line = 1
  private var lineStart: Int
  private var depth = 0

  /// How deep lists and objects may stand in one another.
  package static let depthLimit = 200

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = index
  }

  /// Reads one document.
  ///
  /// - Throws: The place, what was found and what was wanted, if the bytes are not JSON or JSON5.
  package static func read(_ bytes: [UInt8]) throws(ConfigurationError) -> Node {
    var reader = JSONReader(bytes)
    try reader.skipSpace()
    guard reader.current != nil else { throw .empty }
    let node = try reader.value()
    try reader.skipSpace()
    guard reader.current == nil else { throw reader.unexpected(wanted: "the end of the document") }
    return node
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func unexpected(wanted: String) -> ConfigurationError {
    .syntax(line: line, column: column, found: foundHere, wanted: wanted)
  }

  /// The place in the line in characters, from 1; the bytes after a character's first don't count.
  private var column: Int { bytes[lineStart..<index].count { $0 & 0xC0 != 0x80 } + 1 }

  private var foundHere: String {
    guard let byte = current else { return "the end of the document" }
    if byte.isWordPart {
      let word = bytes[index...].prefix { $0.isWordPart }.prefix(20)
      return "\"\(String(decoding: word, as: UTF8.self))\""
    }
    if byte > 0x20, byte < 0x7F { return "\"\(Character(UnicodeScalar(byte)))\"" }
    return "byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}

// MARK: Values

extension JSONReader {
  private mutating func value() throws(ConfigurationError) -> Node {
    let start = line
    let value: Node.Value
    switch current {
    case UInt8(ascii: "{"): value = .object(try members())
    case UInt8(ascii: "["): value = .list(try elements())
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let text = try string()
      value = .string(text.text, isWhole: text.isWhole)
    default: value = try wordOrNumber()
    }
    return Node(value: value, line: start)
  }

  private mutating func members() throws(ConfigurationError) -> [Node.Member] {
    var members: [Node.Member] = []
    try enter()
    while try !leave(at: UInt8(ascii: "}")) {
      let key = try self.key()
      try skipSpace()
      guard current == UInt8(ascii: ":") else { throw unexpected(wanted: "\":\"") }
      index += 1
      try skipSpace()
      members.append(Node.Member(key: key, node: try value()))
      try skipComma(before: UInt8(ascii: "}"), wanted: "\",\" or \"}\"")
    }
    return members
  }

  private mutating func elements() throws(ConfigurationError) -> [Node] {
    var elements: [Node] = []
    try enter()
    while try !leave(at: UInt8(ascii: "]")) {
      elements.append(try value())
      try skipComma(before: UInt8(ascii: "]"), wanted: "\",\" or \"]\"")
    }
    return elements
  }

  private mutating func enter() throws(ConfigurationError) {
    guard depth < Self.depthLimit else { throw .tooDeep(line: line, limit: Self.depthLimit) }
    depth += 1
    index += 1
  }

  private mutating func leave(at close: UInt8) throws(ConfigurationError) -> Bool {
    try skipSpace()
    guard current == close else { return false }
    depth -= 1
    index += 1
    return true
  }

  private mutating func skipComma(before close: UInt8, wanted: String) throws(ConfigurationError) {
    try skipSpace()
    if current == UInt8(ascii: ",") {
      index += 1
    } else if current != close {
      throw unexpected(wanted: wanted)
    }
  }

  private mutating func key() throws(ConfigurationError) -> String {
    if current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") { return try string().text }
    guard let byte = current, byte.isWordPart, !byte.isDigit else {
      throw unexpected(wanted: "a name in quotes")
    }
    return word()
  }
}

// MARK: Words and numbers

extension JSONReader {
  private mutating func word() -> String {
    let start = index
    while let byte = current, byte.isWordPart { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func wordOrNumber() throws(ConfigurationError) -> Node.Value {
    let start = index
    let isNegative = current == UInt8(ascii: "-")
    if isNegative || current == UInt8(ascii: "+") { index += 1 }
    let isSigned = index > start
    while let byte = current, byte.isNumberPart || isAfterExponent(byte) { index += 1 }
    let text = String(decoding: bytes[(isSigned ? start + 1 : start)..<index], as: UTF8.self)
    if let value = Self.value(of: text, isNegative: isNegative, isSigned: isSigned) { return value }
    index = start
    throw unexpected(wanted: "a value")
  }

  private func isAfterExponent(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), index > 0 else { return false }
    return bytes[index - 1] | 0x20 == UInt8(ascii: "e")
  }

  private static func value(of text: String, isNegative: Bool, isSigned: Bool) -> Node.Value? {
    switch text {
    case "true" where !isSigned: return .bool(true)
    case "false" where !isSigned: return .bool(false)
    case "null" where !isSigned: return .null
    case "Infinity": return .number(isNegative ? -.infinity : .infinity)
    case "NaN": return .number(.nan)
    default: return magnitude(of: text).map { .number(isNegative ? -$0 : $0) }
    }
  }

  private static func magnitude(of text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first.isDigit || first == UInt8(ascii: ".") else { return nil }
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      let digits = bytes.dropFirst(2)
      guard !digits.isEmpty else { return nil }
      var value = 0.0
      for digit in digits {
        guard let digit = digit.hexValue else { return nil }
        value = value * 16 + Double(digit)
      }
      return value
    }
    return Double(text)
  }
}

// MARK: Texts

extension JSONReader {
  private mutating func string() throws(ConfigurationError) -> (text: String, isWhole: Bool) {
    let quote = current
    index += 1
    let start = index
    while let byte = current, byte != quote, byte != UInt8(ascii: "\\"), !byte.isLineEnd {
      index += 1
    }
    if current == quote {
      defer { index += 1 }
      return (try validated(bytes[start..<index]), true)
    }
    return try escapedString(from: start, quote: quote)
  }

  private mutating func escapedString(
    from start: Int,
    quote: UInt8?
  ) throws(ConfigurationError) -> (text: String, isWhole: Bool) {
    var text = Array(bytes[start..<index])
    var isWhole = true
    while let byte = current, byte != quote {
      if byte == UInt8(ascii: "\\") {
        isWhole = try appendEscape(to: &text) && isWhole
      } else if byte.isLineEnd {
        break
      } else {
        text.append(byte)
        index += 1
      }
    }
    guard current == quote else { throw unexpected(wanted: "the closing quote of a text") }
    index += 1
    return (try validated(text[...]), isWhole)
  }

  private func validated(_ slice: ArraySlice<UInt8>) throws(ConfigurationError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else { throw .notUTF8(line: line) }
    return text
  }

  /// Appends what an escape stands for, and tells whether it was a whole character.
  private mutating func appendEscape(to text: inout [UInt8]) throws(ConfigurationError) -> Bool {
    index += 1
    guard let byte = current else { throw unexpected(wanted: "an escape") }
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
  ) throws(ConfigurationError) -> Bool {
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

  private mutating func hexDigits(_ count: Int) throws(ConfigurationError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = current?.hexValue else { throw unexpected(wanted: "a hexadecimal digit") }
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

// MARK: Space and comments

extension JSONReader {
  private mutating func skipSpace() throws(ConfigurationError) {
    while let byte = current {
      switch byte {
      case 0x0A:
        index += 1
        line += 1
        lineStart = index
      case 0x20, 0x09, 0x0D, 0x0B, 0x0C: index += 1
      case 0xC2 where bytes[index...].starts(with: [0xC2, 0xA0]): index += 2
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(ConfigurationError) {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if next == UInt8(ascii: "/") {
      while let byte = current, byte != 0x0A { index += 1 }
    } else if next == UInt8(ascii: "*") {
      try skipBlockComment()
    } else {
      throw unexpected(wanted: "a value")
    }
  }

  private mutating func skipBlockComment() throws(ConfigurationError) {
    index += 2
    while let byte = current {
      index += 1
      if byte == 0x0A {
        line += 1
        lineStart = index
      } else if byte == UInt8(ascii: "*"), current == UInt8(ascii: "/") {
        index += 1
        return
      }
    }
    throw unexpected(wanted: "\"*/\", the end of a comment")
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  /// Letters, digits, `_`, `$`, and every byte of a character outside ASCII.
  fileprivate var isWordPart: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) && self < 0x80
      || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
  }

  fileprivate var isNumberPart: Bool { isWordPart || self == UInt8(ascii: ".") }

  fileprivate var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
