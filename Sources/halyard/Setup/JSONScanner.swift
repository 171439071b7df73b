import Documents

/// The location of a value in JSON5 text, with the locations of its members or elements.
struct JSONSpan: Sendable {
  var range: Range<Int>
  var children: [Child] = []

  /// A member of an object, or an element of a list.
  struct Child: Sendable {
    let step: JSONText.Step
    /// The position of the key, or of the element.
    let start: Int
    let value: JSONSpan
  }
}

/// Finds where the values of a valid JSON5 text begin and end.
struct JSONScanner {
  private let bytes: [UInt8]
  private(set) var index: Int

  init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The span of the next value; `nil` at the end of the text.
  mutating func value() -> JSONSpan? {
    skipSpace()
    let start = index
    switch current {
    case nil: return nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return container()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
    default: skipWord()
    }
    return JSONSpan(range: start..<index)
  }

  private mutating func container() -> JSONSpan? {
    let start = index
    let isObject = current == UInt8(ascii: "{")
    let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    var children: [JSONSpan.Child] = []
    index += 1
    while true {
      skipSpace()
      guard let byte = current else { return nil }
      if byte == end { break }
      if byte == UInt8(ascii: ",") {
        index += 1
        continue
      }
      let first = index
      let step = isObject ? key() : .index(children.count)
      guard let step, let value = value() else { return nil }
      children.append(JSONSpan.Child(step: step, start: first, value: value))
    }
    index += 1
    return JSONSpan(range: start..<index, children: children)
  }

  /// Reads a key and the colon after it.
  private mutating func key() -> JSONText.Step? {
    let start = index
    let isQuoted = current == UInt8(ascii: "\"") || current == UInt8(ascii: "'")
    if isQuoted { skipString() } else { skipWord() }
    let text = Array(bytes[start..<index])
    // Drops the error: the text was parsed before, so that the key is a valid string.
    let quoted = isQuoted ? try? JSONReader.read(text).string : nil
    skipSpace()
    guard current == UInt8(ascii: ":") else { return nil }
    index += 1
    return .key(quoted ?? String(decoding: text, as: UTF8.self))
  }

  private mutating func skipString() {
    let quote = current
    index += 1
    while let byte = current, byte != quote { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    index = min(index + 1, bytes.count)
  }

  /// Skips a number, a keyword or an unquoted key.
  private mutating func skipWord() {
    let ends = Array(",:]}/".utf8)
    let start = index
    while let byte = current, byte > 0x20, !ends.contains(byte) { index += 1 }
    if index == start { index += 1 }
  }

  /// Skips a comma after white space and comments; stays where it is if there is none.
  mutating func skipComma() -> Bool {
    let start = index
    skipSpace()
    guard current == UInt8(ascii: ",") else {
      index = start
      return false
    }
    index += 1
    return true
  }

  /// Skips a comment on the same line; stays where it is if there is none.
  ///
  /// - Returns: Whether the comment ends with its line.
  mutating func skipCommentOfLine() -> Bool {
    let start = index
    while current == UInt8(ascii: " ") || current == UInt8(ascii: "\t") { index += 1 }
    let isLine = bytes[index...].starts(with: "//".utf8)
    if !skipComment() { index = start }
    return isLine
  }

  private mutating func skipSpace() {
    while spaceLength > 0 || current == UInt8(ascii: "/") {
      if spaceLength > 0 { index += spaceLength } else if !skipComment() { return }
    }
  }

  private mutating func skipComment() -> Bool {
    let rest = bytes[index...]
    if rest.starts(with: "//".utf8) {
      index = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    } else if rest.starts(with: "/*".utf8) {
      index += 2
      while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
      index = min(index + 2, bytes.count)
    } else {
      return false
    }
    return true
  }

  /// The number of bytes of the space at the position: ASCII, U+00A0, or the byte order mark; 0 if there
  /// is none.
  private var spaceLength: Int {
    guard let byte = current else { return 0 }
    if byte <= 0x20 { return 1 }
    if index == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return 3 }
    return bytes[index...].starts(with: [0xC2, 0xA0]) ? 2 : 0
  }
}
