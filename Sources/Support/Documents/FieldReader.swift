/// Decodes the fields of an object of a document; its errors contain the path of the malformed
/// field.
package struct FieldReader: Sendable {
  private let members: [Node.Member]
  /// The line number of the object in the document, counted from 1; `nil` for formats without lines.
  package let line: Int?

  /// Creates a reader for the fields of an object.
  ///
  /// - Throws: `unexpected` if the value is not an object.
  package init(_ node: Node) throws(DocumentError) {
    guard let members = node.members else { throw node.mismatch(expected: "an object") }
    self.members = members
    line = node.line
  }

  /// Returns the value of a field; `nil` if the field is missing or null.
  ///
  /// The last of duplicate keys wins.
  package func value(_ key: String) -> Node? {
    for index in members.indices.reversed() where members[index].key == key {
      let node = members[index].node
      return node.isNull ? nil : node
    }
    return nil
  }

  func contains(_ key: String) -> Bool { members.contains { $0.key == key } }

  func required(_ key: String, expected: String) throws(DocumentError) -> Node {
    if let node = value(key) { return node }
    let null = members.last { $0.key == key }?.node
    throw .unexpected(
      path: key,
      line: null?.line ?? line,
      found: null == nil ? "nothing" : "null",
      expected: expected
    )
  }

  private func cast<Value>(
    _ node: Node,
    _ key: String,
    to expected: String,
    by read: (Node) -> Value?
  ) throws(DocumentError) -> Value {
    guard let value = read(node) else { throw node.mismatch(expected: expected).inside(key) }
    return value
  }
}

// MARK: Texts, flags and numbers

extension FieldReader {
  package func text(_ key: String) throws(DocumentError) -> String {
    try cast(try required(key, expected: "a text"), key, to: "a text", by: \.string)
  }

  package func optionalText(_ key: String) throws(DocumentError) -> String? {
    guard let node = value(key) else { return nil }
    return try cast(node, key, to: "a text", by: \.string)
  }

  package func flag(_ key: String) throws(DocumentError) -> Bool {
    try cast(try required(key, expected: "true or false"), key, to: "true or false", by: \.bool)
  }

  package func optionalFlag(_ key: String) throws(DocumentError) -> Bool? {
    guard let node = value(key) else { return nil }
    return try cast(node, key, to: "true or false", by: \.bool)
  }

  package func wholeNumber(_ key: String) throws(DocumentError) -> Int {
    let expected = "a whole number"
    return try cast(try required(key, expected: expected), key, to: expected) { node in
      node.number.flatMap { Int(exactly: $0) }
    }
  }

  /// Decodes a required string that must be the raw value of one of the cases.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String,
    of type: Choice.Type
  ) throws(DocumentError) -> Choice {
    let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let expected = "one of \(words)"
    return try cast(try required(key, expected: expected), key, to: expected) { node in
      node.string.flatMap { Choice(rawValue: $0) }
    }
  }

  package func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String,
    of type: Choice.Type
  ) throws(DocumentError) -> Choice? {
    value(key) == nil ? nil : try choice(key, of: type)
  }
}

// MARK: Lists and objects

extension FieldReader {
  /// Returns the elements of a required list.
  func elements(_ key: String) throws(DocumentError) -> [Node] {
    try cast(try required(key, expected: "a list"), key, to: "a list", by: \.list)
  }

  package func list<Element>(
    _ key: String,
    of read: (Node) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element] {
    try elements(of: try required(key, expected: "a list"), key, read)
  }

  package func optionalList<Element>(
    _ key: String,
    of read: (Node) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element]? {
    guard let node = value(key) else { return nil }
    return try elements(of: node, key, read)
  }

  package func texts(_ key: String) throws(DocumentError) -> [String] {
    try list(key, of: Self.text(of:))
  }

  package func optionalTexts(_ key: String) throws(DocumentError) -> [String]? {
    try optionalList(key, of: Self.text(of:))
  }

  /// Returns the members of an optional object field in the order of the document.
  package func optionalMembers(_ key: String) throws(DocumentError) -> [Node.Member]? {
    guard let node = value(key) else { return nil }
    return try cast(node, key, to: "an object", by: \.members)
  }

  /// Decodes a required object field to a dictionary; `read` decodes each value.
  package func values<Value>(
    _ key: String,
    of read: (Node) throws(DocumentError) -> Value
  ) throws(DocumentError) -> [String: Value] {
    try values(key, keyedBy: \.self, of: read)
  }

  /// Decodes a required object field to a dictionary: `makeKey` converts each key, `read` decodes
  /// each value, and the last of duplicate keys wins.
  package func values<Key: Hashable, Value>(
    _ key: String,
    keyedBy makeKey: (String) -> Key,
    of read: (Node) throws(DocumentError) -> Value
  ) throws(DocumentError) -> [Key: Value] {
    _ = try required(key, expected: "an object")
    return try optionalValues(key, keyedBy: makeKey, of: read) ?? [:]
  }

  package func optionalValues<Value>(
    _ key: String,
    of read: (Node) throws(DocumentError) -> Value
  ) throws(DocumentError) -> [String: Value]? {
    try optionalValues(key, keyedBy: \.self, of: read)
  }

  private func optionalValues<Key: Hashable, Value>(
    _ key: String,
    keyedBy makeKey: (String) -> Key,
    of read: (Node) throws(DocumentError) -> Value
  ) throws(DocumentError) -> [Key: Value]? {
    guard let members = try optionalMembers(key) else { return nil }
    var values: [Key: Value] = [:]
    values.reserveCapacity(members.count)
    for member in members {
      do { values[makeKey(member.key)] = try read(member.node) } catch {
        throw error.inside("\(key).\(member.key)")
      }
    }
    return values
  }

  /// Decodes an optional field with `read`; `nil` if the field is missing or null.
  package func optional<Value>(
    _ key: String,
    read: (Node) throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value? {
    guard let node = value(key) else { return nil }
    do { return try read(node) } catch { throw error.inside(key) }
  }

  /// Decodes a required field with `read`; `expected` describes the value if the field is missing.
  package func value<Value>(
    _ key: String,
    expected: String,
    read: (Node) throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value {
    let node = try required(key, expected: expected)
    do { return try read(node) } catch { throw error.inside(key) }
  }

  /// Decodes a string that is an element of a list or a value of an object.
  package static func text(of node: Node) throws(DocumentError) -> String {
    guard let text = node.string else { throw node.mismatch(expected: "a text") }
    return text
  }

  private func elements<Element>(
    of node: Node,
    _ key: String,
    _ read: (Node) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element] {
    let nodes = try cast(node, key, to: "a list", by: \.list)
    var elements: [Element] = []
    elements.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      do { elements.append(try read(node)) } catch { throw error.inside("\(key)[\(index)]") }
    }
    return elements
  }
}
