import CYAML

/// Parses YAML into nodes with line numbers, with the parser of libyaml.
///
/// A ``Schema`` determines the types of plain scalars. An alias counts as all values of its anchor, so
/// that a small document cannot expand to a large one.
package struct YAMLReader {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let scalars: YAMLScalar
  private let valueLimit: InputLimit
  private var findings: [DocumentFinding] = []
  private var valueCount = 0
  private var depth = 0
  private var anchors: [String: (node: Node, size: Int)] = [:]

  /// Whether libyaml can be loaded.
  package static var hasLibrary: Bool { cyaml_is_ready() != 0 }

  /// Parses one document of YAML.
  ///
  /// - Throws: `noLibrary` without libyaml, or an error with the line, the found and the expected text.
  package static func read(
    _ bytes: [UInt8],
    as schema: Schema,
    valueLimit: InputLimit = .values
  ) throws(DocumentError) -> Node {
    try readWithFindings(bytes, as: schema, valueLimit: valueLimit).node
  }

  /// Parses one document of YAML, and finds the keys that libraries do not read as texts.
  ///
  /// - Throws: `noLibrary` without libyaml, or an error with the line, the found and the expected text.
  static func readWithFindings(
    _ bytes: [UInt8],
    as schema: Schema,
    valueLimit: InputLimit = .values
  ) throws(DocumentError) -> (node: Node, findings: [DocumentFinding]) {
    guard hasLibrary else { throw .noLibrary("libyaml-0-2") }
    return try bytes.withUnsafeBufferPointer { text throws(DocumentError) in
      guard let base = text.baseAddress, let parser = cyaml_parser(base, text.count) else {
        throw .empty
      }
      defer { cyaml_free(parser) }
      var reader = YAMLReader(parser, schema, valueLimit)
      let node = try reader.document()
      return (node, reader.findings)
    }
  }

  private init(
    _ parser: UnsafeMutablePointer<yaml_parser_t>,
    _ schema: Schema,
    _ valueLimit: InputLimit
  ) {
    self.parser = parser
    scalars = YAMLScalar(schema: schema)
    self.valueLimit = valueLimit
  }

  /// An event of the parser, as far as the reader uses it.
  private enum Event {
    case scalar(String, Style, anchor: String?)
    case alias(String)
    case startOfList(tag: String?, anchor: String?)
    case startOfObject(tag: String?, anchor: String?)
    /// The end of a list, an object, a document or the text.
    case end
    case startOfDocument
    case endOfText

    /// The way in which a scalar is written.
    enum Style {
      case plain, quoted
      /// After a tag that YAML does not define.
      case tagged(String)

      var isPlain: Bool { if case .plain = self { true } else { false } }
    }
  }

  /// Reads the next event with its line.
  private mutating func next() throws(DocumentError) -> (event: Event, line: Int) {
    var event = yaml_event_t()
    repeat {
      guard cyaml_next(parser, &event) != 0 else { throw syntaxError }
    } while event.type == YAML_STREAM_START_EVENT
    defer { cyaml_free_event(&event) }
    let line = Int(event.start_mark.line) + 1
    return (Self.event(event), line)
  }

  private static func event(_ event: yaml_event_t) -> Event {
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      return .scalar(
        String(decoding: bytes, as: UTF8.self),
        text(scalar.tag).map(style(ofTag:)) ?? (isPlain ? .plain : .quoted),
        anchor: text(scalar.anchor)
      )
    case YAML_ALIAS_EVENT: return .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return .startOfList(tag: text(start.tag), anchor: text(start.anchor))
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return .startOfObject(tag: text(start.tag), anchor: text(start.anchor))
    case YAML_DOCUMENT_START_EVENT: return .startOfDocument
    case YAML_STREAM_END_EVENT: return .endOfText
    default: return .end
    }
  }

  /// The prefix of the tags that YAML defines.
  private static let standardTag = "tag:yaml.org,2002:"

  private static func style(ofTag tag: String) -> Event.Style {
    switch tag {
    case "!", standardTag + "str", standardTag + "binary", standardTag + "timestamp": .quoted
    case standardTag + "int", standardTag + "float", standardTag + "bool", standardTag + "null":
      .plain
    default: .tagged(tag)
    }
  }

  private static func text(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(cString: $0) }
  }

  /// The message of the parser as a noun, which follows the word "found".
  private static func found(_ message: String) -> String {
    let beginnings = [
      ("found ", ""), ("did not find ", "no "), ("could not find ", "no "),
    ]
    for (beginning, noun) in beginnings where message.hasPrefix(beginning) {
      return noun + message.dropFirst(beginning.count)
    }
    return "an error (\(message))"
  }

  /// The error of the parser at its current position.
  private var syntaxError: DocumentError {
    let mark = parser.pointee.problem_mark
    let line = Int(mark.line) + 1
    guard parser.pointee.error != YAML_READER_ERROR else { return .notUTF8(line: line) }
    let problem = parser.pointee.problem.map { Self.found(String(cString: $0)) } ?? "an error"
    return .syntax(line: line, column: Int(mark.column) + 1, found: problem, expected: "YAML")
  }
}

// MARK: Values

extension YAMLReader {
  private mutating func document() throws(DocumentError) -> Node {
    guard case .startOfDocument = try next().event else { throw .empty }
    let first = try next()
    let node = try value(first.event, line: first.line).node
    _ = try next()
    let (event, line) = try next()
    guard case .endOfText = event else {
      throw .unexpected(line: line, found: "a second document", expected: "one document")
    }
    return node
  }

  /// Reads the value that an event starts; the size is its number of values.
  private mutating func value(
    _ event: Event,
    line: Int
  ) throws(DocumentError) -> (node: Node, size: Int) {
    switch event {
    case .scalar(let text, let style, let anchor):
      try count(1, line: line)
      let value: Node.Value
      switch style {
      case .plain: value = scalars.value(of: text)
      case .quoted: value = YAMLScalar.string(text)
      case .tagged(let tag):
        try checkTag(tag, line: line)
        value = YAMLScalar.string(text)
      }
      return define(anchor, Node(value: value, line: line), size: 1)
    case .alias(let name):
      guard let (node, size) = anchors[name] else {
        throw .unexpected(line: line, found: "the alias *\(name)", expected: "an anchor before it")
      }
      try count(size, line: line)
      return (node, size)
    case .startOfList(let tag, let anchor):
      try checkTag(tag, line: line)
      let start = try enter(line: line)
      let node = Node(value: .list(try elements()), line: line)
      return define(anchor, node, size: leave(from: start))
    case .startOfObject(let tag, let anchor):
      try checkTag(tag, line: line)
      let start = try enter(line: line)
      let node = Node(value: .object(try members()), line: line)
      return define(anchor, node, size: leave(from: start))
    case .end, .startOfDocument, .endOfText:
      throw .unexpected(line: line, found: "an end", expected: "a value")
    }
  }

  /// Refuses a tag that YAML does not define, if the libraries with this schema refuse it.
  private func checkTag(_ tag: String?, line: Int) throws(DocumentError) {
    let known = ["!", Self.standardTag + "map", Self.standardTag + "seq"]
    guard let tag, !known.contains(tag), scalars.schema.refusesTags else { return }
    throw .unexpected(
      line: line,
      found: "the tag \(tag.excerpt)",
      expected: "a value without a tag, or with a tag such as !!str"
    )
  }

  private mutating func count(_ values: Int, line: Int) throws(DocumentError) {
    valueCount += values
    guard valueCount <= valueLimit.maximum else {
      throw .limit(valueLimit, found: valueCount, line: line)
    }
  }

  /// Enters a list or an object; returns the number of values before it.
  private mutating func enter(line: Int) throws(DocumentError) -> Int {
    guard depth < JSONReader.depthLimit else {
      throw .tooDeep(line: line, limit: JSONReader.depthLimit)
    }
    depth += 1
    try count(1, line: line)
    return valueCount - 1
  }

  /// Leaves a list or an object; returns its number of values.
  private mutating func leave(from start: Int) -> Int {
    depth -= 1
    return valueCount - start
  }

  private mutating func define(
    _ anchor: String?,
    _ node: Node,
    size: Int
  ) -> (node: Node, size: Int) {
    if let anchor { anchors[anchor] = (node, size) }
    return (node, size)
  }

  private mutating func elements() throws(DocumentError) -> [Node] {
    var elements: [Node] = []
    while true {
      let (event, line) = try next()
      if case .end = event { return elements }
      elements.append(try value(event, line: line).node)
    }
  }

  private mutating func members() throws(DocumentError) -> [Node.Member] {
    var members: [Node.Member] = []
    var merged: [[Node.Member]] = []
    while true {
      let (event, line) = try next()
      switch event {
      case .end:
        guard !merged.isEmpty else { return members }
        let keys = Set(members.map(\.key))
        return merged.reversed().joined().filter { !keys.contains($0.key) } + members
      case .scalar(let key, let style, _):
        let first = try next()
        let node = try value(first.event, line: first.line).node
        if style.isPlain, case .bool = scalars.value(of: key), scalars.schema == .yaml11 {
          report(key, line: line)
        }
        if key == "<<", style.isPlain {
          merged.append(try node.mergedMembers())
        } else {
          members.append(Node.Member(key: key.truncatingClusters().text, node: node))
        }
      case .alias, .startOfList, .startOfObject, .startOfDocument, .endOfText:
        throw .unexpected(line: line, found: "a list or an object as key", expected: "a text")
      }
    }
  }

  /// Reports a key that is a Boolean in YAML 1.1.
  private mutating func report(_ key: String, line: Int) {
    let text =
      "the key \(key) is a Boolean in YAML 1.1, so that most SDKs do not find it; put it in quotes"
    findings.append(DocumentFinding(fact: .difference(text), line: line, flag: nil))
  }
}
