/// Splits the bytes of an XML document into tags and the characters between them.
struct XMLText {
  /// One tag, such as `<key>`, `</key>` or `<true/>`.
  struct Tag {
    let name: String
    /// Whether the tag is an end tag, such as `</key>`.
    let isEnd: Bool
    /// Whether the tag is self-closing, such as `<true/>`.
    let isEmpty: Bool
    let location: Location
  }

  /// A location in the document; the column is computed only for an error.
  struct Location {
    let line: Int
    fileprivate let lineStart: Int
    fileprivate let index: Int
  }

  private let bytes: [UInt8]
  private var index: Int
  private var line = 1
  private var lineStart: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = index
  }

  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var location: Location { Location(line: line, lineStart: lineStart, index: index) }

  func unexpected(expected: String) -> DocumentError {
    let found =
      switch current {
      case nil: "the end of the document"
      case let byte? where byte > 0x20 && byte < 0x7F: "\"\(Character(UnicodeScalar(byte)))\""
      case let byte?: "byte 0x" + String(byte, radix: 16, uppercase: true)
      }
    return error(at: location, found: found, expected: expected)
  }

  /// Creates a syntax error with the line of the location and its column in characters, from 1.
  func error(at location: Location, found: String, expected: String) -> DocumentError {
    // Continuation bytes of UTF-8 do not count as characters.
    let column = bytes[location.lineStart..<location.index].count { $0 & 0xC0 != 0x80 } + 1
    return .syntax(line: location.line, column: column, found: found, expected: expected)
  }

  func unexpected(_ tag: Tag, expected: String) -> DocumentError {
    let found = (tag.isEnd ? "</" : "<") + tag.name.prefix(20) + ">"
    return error(at: tag.location, found: found, expected: expected)
  }

  private mutating func advance() {
    if bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    index += 1
  }

  private mutating func advance(past count: Int) {
    for _ in 0..<count { advance() }
  }

  private func isAt(_ mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[index + offset] != mark.utf8Start[offset] { return false }
    return true
  }
}

// MARK: Markup

extension XMLText {
  /// Skips white space, comments, processing instructions and the document type declaration.
  mutating func skipMarkup() throws(DocumentError) {
    while let byte = current {
      if byte.isSpace {
        advance()
      } else if isAt("<!--") {
        try skip(to: "-->")
      } else if isAt("<?") {
        try skip(to: "?>")
      } else if isAt("<!") {
        try skip(to: ">")
      } else {
        return
      }
    }
  }

  private mutating func skip(to end: StaticString) throws(DocumentError) {
    while !isAt(end) {
      guard current != nil else { throw unexpected(expected: "\"\(end)\"") }
      advance()
    }
    advance(past: end.utf8CodeUnitCount)
  }

  /// Parses one tag and skips its attributes.
  mutating func tag(expected: String) throws(DocumentError) -> Tag {
    let location = location
    guard current == UInt8(ascii: "<") else { throw unexpected(expected: expected) }
    advance()
    let isEnd = current == UInt8(ascii: "/")
    if isEnd { advance() }
    let start = index
    while let byte = current, !byte.endsName { advance() }
    let name = String(decoding: bytes[start..<index], as: UTF8.self).truncatingClusters().text
    while let byte = current, byte != UInt8(ascii: ">") { advance() }
    guard current != nil else { throw unexpected(expected: "\">\"") }
    let isEmpty = bytes[index - 1] == UInt8(ascii: "/") && !isEnd
    advance()
    return Tag(name: name, isEnd: isEnd, isEmpty: isEmpty, location: location)
  }
}

// MARK: Characters

extension XMLText {
  /// Parses the characters up to the end tag of the element with the given name, and skips the end
  /// tag.
  mutating func characters(until name: String) throws(DocumentError) -> String {
    var characters: [UInt8] = []
    while let byte = current {
      if byte == UInt8(ascii: "&") {
        try appendEntity(to: &characters)
      } else if isAt("<![CDATA[") {
        try appendLiteral(to: &characters)
      } else if isAt("<!--") {
        try skip(to: "-->")
      } else if byte == UInt8(ascii: "<") {
        let tag = try tag(expected: "</\(name)>")
        guard tag.isEnd, tag.name == name else { throw unexpected(tag, expected: "</\(name)>") }
        guard let text = String(validating: characters, as: UTF8.self) else {
          throw .notUTF8(line: tag.location.line)
        }
        return text
      } else {
        characters.append(byte)
        advance()
      }
    }
    throw unexpected(expected: "</\(name)>")
  }

  private mutating func appendLiteral(to characters: inout [UInt8]) throws(DocumentError) {
    advance(past: 9)
    let start = index
    try skip(to: "]]>")
    characters.append(contentsOf: bytes[start..<index - 3])
  }

  private mutating func appendEntity(to characters: inout [UInt8]) throws(DocumentError) {
    let start = index + 1
    let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    guard let end, let scalar = Self.scalar(named: bytes[start..<end]) else {
      throw unexpected(expected: "an entity such as &amp;")
    }
    characters.append(contentsOf: String(scalar).utf8)
    advance(past: end + 1 - index)
  }

  private static func scalar(named name: ArraySlice<UInt8>) -> UnicodeScalar? {
    let name = String(decoding: name, as: UTF8.self)
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(UnicodeScalar.init)
    }
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  /// Whether the byte ends a tag name.
  fileprivate var endsName: Bool {
    isSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: "<") || self == UInt8(ascii: ">")
  }
}
