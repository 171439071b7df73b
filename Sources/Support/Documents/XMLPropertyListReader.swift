/// Parses XML property lists into nodes with line numbers.
///
/// Nesting is bounded and entities cannot be declared, so that no document can exhaust the stack or
/// the memory. The time is linear in the number of bytes.
struct XMLPropertyListReader {
  private var text: XMLText
  private var depth = 0
  private var valueCount = 0

  /// Parses an XML property list.
  ///
  /// - Throws: A `DocumentError`; a syntax error has the location, the found and the expected text.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> Node {
    var reader = XMLPropertyListReader(text: XMLText(bytes))
    var tag = try reader.nextTag(expected: "a property list")
    let isWrapped = tag.name == "plist"
    if isWrapped {
      guard !tag.isEmpty else { throw reader.text.unexpected(expected: "a value") }
      tag = try reader.nextTag(expected: "a value")
    }
    let node = try reader.value(tag)
    if isWrapped { try reader.close("plist") }
    try reader.text.skipMarkup()
    guard reader.text.current == nil else {
      throw reader.text.unexpected(expected: "the end of the document")
    }
    return node
  }

  private mutating func nextTag(expected: String) throws(DocumentError) -> XMLText.Tag {
    try text.skipMarkup()
    return try text.tag(expected: expected)
  }

  private mutating func close(_ name: String) throws(DocumentError) {
    let tag = try nextTag(expected: "</\(name)>")
    guard tag.isEnd, tag.name == name else {
      throw text.unexpected(tag, expected: "</\(name)>")
    }
  }
}

// MARK: Values

extension XMLPropertyListReader {
  private mutating func value(_ tag: XMLText.Tag) throws(DocumentError) -> Node {
    guard !tag.isEnd else { throw text.unexpected(tag, expected: "a value") }
    valueCount += 1
    guard valueCount <= InputLimit.values.maximum else {
      throw .limit(.values, found: valueCount, line: tag.location.line)
    }
    let value: Node.Value
    switch tag.name {
    case "true", "false":
      if !tag.isEmpty { try close(tag.name) }
      value = .bool(tag.name == "true")
    case "string": value = PropertyList.value(of: try content(of: tag))
    case "integer", "real": value = .number(try number(tag))
    case "date": value = .opaque(try skipped(tag, as: "a date"))
    case "data": value = .opaque(try skipped(tag, as: "data"))
    case "array": value = .list(try elements(tag))
    case "dict": value = .object(try members(tag))
    default: throw text.unexpected(tag, expected: "a value")
    }
    return Node(value: value, line: tag.location.line)
  }

  private mutating func content(of tag: XMLText.Tag) throws(DocumentError) -> String {
    tag.isEmpty ? "" : try text.characters(until: tag.name)
  }

  private mutating func skipped(
    _ tag: XMLText.Tag,
    as kind: String
  ) throws(DocumentError) -> String {
    _ = try content(of: tag)
    return kind
  }

  private mutating func number(_ tag: XMLText.Tag) throws(DocumentError) -> Double {
    var digits = try content(of: tag)[...]
    while digits.first?.isWhitespace == true { digits.removeFirst() }
    while digits.last?.isWhitespace == true { digits.removeLast() }
    if let number = Double(digits) { return number }
    throw text.error(at: tag.location, found: "\"\(digits.prefix(20))\"", expected: "a number")
  }

  private mutating func elements(_ tag: XMLText.Tag) throws(DocumentError) -> [Node] {
    guard !tag.isEmpty else { return [] }
    try enter(tag)
    var elements: [Node] = []
    while true {
      let next = try nextTag(expected: "a value or </array>")
      if next.isEnd, next.name == tag.name { break }
      elements.append(try value(next))
    }
    depth -= 1
    return elements
  }

  private mutating func members(_ tag: XMLText.Tag) throws(DocumentError) -> [Node.Member] {
    guard !tag.isEmpty else { return [] }
    try enter(tag)
    var members: [Node.Member] = []
    while true {
      let next = try nextTag(expected: "<key> or </dict>")
      if next.isEnd, next.name == tag.name { break }
      guard next.name == "key", !next.isEnd else {
        throw text.unexpected(next, expected: "<key> or </dict>")
      }
      let key = try content(of: next).truncatingClusters().text
      members.append(Node.Member(key: key, node: try value(try nextTag(expected: "a value"))))
    }
    depth -= 1
    return members
  }

  private mutating func enter(_ tag: XMLText.Tag) throws(DocumentError) {
    guard depth < JSONReader.depthLimit else {
      throw .tooDeep(line: tag.location.line, limit: JSONReader.depthLimit)
    }
    depth += 1
  }
}
