/// Parses JSON and JSON5 into nodes with line numbers.
///
/// JSON5 is JSON with comments, trailing commas, unquoted keys, strings in single quotes, and more
/// ways to write a number. Nesting and the number of values are bounded, so that no document can
/// exhaust stack or memory. The time is linear in the number of bytes.
package struct JSONReader {
  let bytes: [UInt8]
  var index: Int
  var line = 1
  var lineStart: Int
  let dialect: Dialect
  private var depth = 0
  /// The number of values that were parsed into memory, which a limit bounds.
  var valueCount = 0
  /// Whether an object may have a duplicate key; `nil` if duplicates are not searched for.
  private var hasDuplicate: Bool?
  private let limit: Int
  private let valueLimit: InputLimit

  /// The grammar of a document: strict JSON or JSON5.
  package enum Dialect: Sendable {
    /// Strict JSON (RFC 8259), for files that other programs must be able to read.
    case json
    /// JSON5, which includes JSON.
    case json5
  }

  /// The default maximum nesting of lists and objects.
  package static let depthLimit = InputLimit.depth.maximum

  init(_ bytes: [UInt8], _ dialect: Dialect, depthLimit: Int, valueLimit: InputLimit = .values) {
    self.bytes = bytes
    self.dialect = dialect
    limit = depthLimit
    self.valueLimit = valueLimit
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = index
  }

  /// Parses one JSON or JSON5 document.
  ///
  /// - Throws: A `DocumentError`; a syntax error has the location, the found and the expected text.
  package static func read(
    _ bytes: [UInt8],
    as dialect: Dialect = .json5,
    depthLimit: Int = JSONReader.depthLimit,
    valueLimit: InputLimit = .values
  ) throws(DocumentError) -> Node {
    var reader = JSONReader(bytes, dialect, depthLimit: depthLimit, valueLimit: valueLimit)
    return try reader.document()
  }

  private mutating func document() throws(DocumentError) -> Node {
    try skipSpace()
    guard current != nil else { throw .empty }
    let node = try value()
    try skipSpace()
    guard current == nil else { throw unexpected(expected: "the end of the document") }
    return node
  }

  /// Parses a document of JSON or JSON5, and finds out whether it is strict JSON and may have duplicate
  /// keys.
  ///
  /// - Returns: The document; the error of parsing it as strict JSON, which is `nil` for strict JSON;
  ///   and whether an object may have a duplicate key.
  /// - Throws: The error of a document that is not even JSON5.
  static func readWithFindings(
    _ bytes: [UInt8]
  ) throws(DocumentError) -> (node: Node, refusal: DocumentError?, hasDuplicate: Bool) {
    do throws(DocumentError) {
      var reader = JSONReader(bytes, .json, depthLimit: depthLimit)
      reader.hasDuplicate = false
      return (try reader.document(), nil, reader.hasDuplicate ?? true)
    } catch { return (try read(bytes, as: .json5), error, true) }
  }

  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  func unexpected(expected: String) -> DocumentError {
    .syntax(line: line, column: column, found: foundHere, expected: expected)
  }

  /// The column of the current byte, counted in characters from 1; continuation bytes of UTF-8 do not
  /// count.
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
  mutating func value() throws(DocumentError) -> Node {
    let start = line
    valueCount += 1
    guard valueCount <= valueLimit.maximum else {
      throw .limit(valueLimit, found: valueCount, line: line)
    }
    let value: Node.Value
    switch current {
    case UInt8(ascii: "{"): value = .object(try members())
    case UInt8(ascii: "["): value = .list(try elements())
    case let byte? where isQuote(byte):
      let text = try string()
      value = .string(text.text, text.defect)
    default: value = try wordOrNumber()
    }
    return Node(value: value, line: start)
  }

  private mutating func members() throws(DocumentError) -> [Node.Member] {
    var members: [Node.Member] = []
    try enter()
    while try !leave(at: UInt8(ascii: "}")) {
      let key = try memberKey()
      if members.count == 1 { members.reserveCapacity(4) }
      members.append(Node.Member(key: key, node: try value()))
      try skipComma(before: UInt8(ascii: "}"), expected: "a name in quotes")
    }
    if hasDuplicate == false, members.hasDuplicate { hasDuplicate = true }
    return members
  }

  private mutating func elements() throws(DocumentError) -> [Node] {
    var elements: [Node] = []
    try enter()
    while try !leave(at: UInt8(ascii: "]")) {
      if elements.count == 1 { elements.reserveCapacity(4) }
      elements.append(try value())
      try skipComma(before: UInt8(ascii: "]"), expected: "a value")
    }
    return elements
  }

  mutating func enter() throws(DocumentError) {
    guard depth < limit else { throw .tooDeep(line: line, limit: limit) }
    depth += 1
    index += 1
  }

  mutating func leave(at close: UInt8) throws(DocumentError) -> Bool {
    try skipSpace()
    guard current == close else { return false }
    depth -= 1
    index += 1
    return true
  }

  /// Skips the comma between two values; only JSON5 allows a trailing comma.
  mutating func skipComma(before close: UInt8, expected: String) throws(DocumentError) {
    try skipSpace()
    if current == UInt8(ascii: ",") {
      index += 1
      guard dialect == .json else { return }
      try skipSpace()
      if current == close { throw unexpected(expected: expected) }
    } else if current != close {
      throw unexpected(expected: "\",\" or \"\(Character(UnicodeScalar(close)))\"")
    }
  }

  /// Parses the key of a member and skips the colon after it.
  mutating func memberKey() throws(DocumentError) -> String {
    let key = try self.key()
    try skipSpace()
    guard current == UInt8(ascii: ":") else { throw unexpected(expected: "\":\"") }
    index += 1
    try skipSpace()
    return key
  }

  private func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") && dialect == .json5
  }

  private mutating func key() throws(DocumentError) -> String {
    if let byte = current, isQuote(byte) { return try string().text }
    guard dialect == .json5, let byte = current, byte.isWordPart, !byte.isDigit else {
      throw unexpected(expected: "a name in quotes")
    }
    return word()
  }
}

// MARK: Words and numbers

extension JSONReader {
  private mutating func word() -> String {
    let start = index
    while let byte = current, byte.isWordPart { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).truncatingClusters().text
  }

  private mutating func wordOrNumber() throws(DocumentError) -> Node.Value {
    let start = index
    let isNegative = current == UInt8(ascii: "-")
    if isNegative || current == UInt8(ascii: "+") && dialect == .json5 { index += 1 }
    let isSigned = index > start
    while let byte = current, byte.isNumberPart || isAfterExponent(byte) { index += 1 }
    let text = String(decoding: bytes[(isSigned ? start + 1 : start)..<index], as: UTF8.self)
      .truncatingClusters().text
    if let value = value(of: text, isNegative: isNegative, isSigned: isSigned) {
      return whole(value, from: start).map(Node.Value.integer) ?? value
    }
    index = start
    throw unexpected(expected: "a value")
  }

  /// Parses an integer of at least 2^53 without loss, because a `Double` may round it; `nil` for any
  /// other number.
  private func whole(_ value: Node.Value, from start: Int) -> Int? {
    guard case .number(let number) = value, abs(number) >= 0x1p53 else { return nil }
    return Int(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private func isAfterExponent(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), index > 0 else { return false }
    return bytes[index - 1] | 0x20 == UInt8(ascii: "e")
  }

  private func value(of text: String, isNegative: Bool, isSigned: Bool) -> Node.Value? {
    switch text {
    case "true" where !isSigned: return .bool(true)
    case "false" where !isSigned: return .bool(false)
    case "null" where !isSigned: return .null
    case "Infinity" where dialect == .json5: return .number(isNegative ? -.infinity : .infinity)
    case "NaN" where dialect == .json5: return .number(.nan)
    default: return magnitude(of: text).map { .number(isNegative ? -$0 : $0) }
    }
  }

  private func magnitude(of text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first.isDigit || first == UInt8(ascii: ".") else { return nil }
    guard dialect == .json5 || Self.isPlain(bytes) else { return nil }
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

  /// Whether strict JSON allows the number: no leading zero, and digits on both sides of the point.
  private static func isPlain(_ number: [UInt8]) -> Bool {
    guard number.first?.isDigit == true else { return false }
    if number.first == UInt8(ascii: "0"), let second = number.dropFirst().first {
      guard !second.isDigit, second | 0x20 != UInt8(ascii: "x") else { return false }
    }
    guard let point = number.firstIndex(of: UInt8(ascii: ".")) else { return true }
    return number[(point + 1)...].first?.isDigit == true
  }
}

extension JSONReader {
  @inline(__always)
  mutating func skipSpace() throws(DocumentError) {
    // Most values have no space before them.
    guard let byte = current, byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "/") else {
      return
    }
    try skipSpaces()
  }

  private mutating func skipSpaces() throws(DocumentError) {
    while let byte = current {
      switch byte {
      case 0x0A:
        index += 1
        line += 1
        lineStart = index
      case 0x20: while current == 0x20 { index += 1 }
      case 0x09, 0x0D: index += 1
      case _ where dialect == .json: return
      case 0x0B, 0x0C: index += 1
      case 0xC2 where bytes[index...].starts(with: [0xC2, 0xA0]): index += 2
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(DocumentError) {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if next == UInt8(ascii: "/") {
      while let byte = current, byte != 0x0A { index += 1 }
    } else if next == UInt8(ascii: "*") {
      try skipBlockComment()
    } else {
      throw unexpected(expected: "a value")
    }
  }

  private mutating func skipBlockComment() throws(DocumentError) {
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
    throw unexpected(expected: "\"*/\", the end of a comment")
  }
}

/// Character classes of the JSON grammar.
extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  /// Whether the byte is a letter, a digit, `_`, `$`, or part of a character outside ASCII.
  var isWordPart: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) && self < 0x80
      || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
  }

  var isNumberPart: Bool { isWordPart || self == UInt8(ascii: ".") }

  var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
