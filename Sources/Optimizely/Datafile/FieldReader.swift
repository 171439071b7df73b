import FeatureFlags

/// Reads the fields of one object of a datafile, and names the one that is not as it should be.
struct FieldReader {
  private let members: [Node.Member]
  private let line: Int?

  /// Makes a reader of an object.
  ///
  /// - Throws: `field` if the value is not an object.
  init(_ node: Node) throws(DatafileError) {
    guard let members = node.members else { throw Self.mismatch(node, wanted: "an object") }
    self.members = members
    line = node.line
  }

  static func mismatch(_ node: Node, wanted: String) -> DatafileError {
    .field(path: "", line: node.line, found: node.kind, wanted: wanted)
  }

  /// The value of a key that is there and not null; where it stands twice, the last one counts.
  func value(_ key: String) -> Node? {
    for index in members.indices.reversed() where members[index].key == key {
      let node = members[index].node
      return node.isNull ? nil : node
    }
    return nil
  }

  private func required(_ key: String, wanted: String) throws(DatafileError) -> Node {
    if let node = value(key) { return node }
    let null = members.last { $0.key == key }?.node
    throw .field(
      path: key,
      line: null?.line ?? line,
      found: null == nil ? "nothing" : "null",
      wanted: wanted
    )
  }

  private func cast<Value>(
    _ node: Node,
    _ key: String,
    to wanted: String,
    by read: (Node) -> Value?
  ) throws(DatafileError) -> Value {
    guard let value = read(node) else { throw Self.mismatch(node, wanted: wanted).inside(key) }
    return value
  }
}

// MARK: Texts, flags and numbers

extension FieldReader {
  func text(_ key: String) throws(DatafileError) -> String {
    try cast(try required(key, wanted: "a text"), key, to: "a text", by: \.string)
  }

  func optionalText(_ key: String) throws(DatafileError) -> String? {
    guard let node = value(key) else { return nil }
    return try cast(node, key, to: "a text", by: \.string)
  }

  func flag(_ key: String) throws(DatafileError) -> Bool {
    try cast(try required(key, wanted: "true or false"), key, to: "true or false", by: \.bool)
  }

  func optionalFlag(_ key: String) throws(DatafileError) -> Bool? {
    guard let node = value(key) else { return nil }
    return try cast(node, key, to: "true or false", by: \.bool)
  }

  func wholeNumber(_ key: String) throws(DatafileError) -> Int {
    let wanted = "a whole number"
    return try cast(try required(key, wanted: wanted), key, to: wanted) { node in
      node.number.flatMap { Int(exactly: $0) }
    }
  }

  /// One of a fixed set of words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String,
    of type: Choice.Type
  ) throws(DatafileError) -> Choice {
    let text = try text(key)
    if let choice = Choice(rawValue: text) { return choice }
    throw .field(
      path: key,
      line: value(key)?.line,
      found: "\"\(text)\"",
      wanted: "one of " + Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    )
  }
}

// MARK: Lists and objects

extension FieldReader {
  func list<Element>(
    _ key: String,
    of read: (Node) throws(DatafileError) -> Element
  ) throws(DatafileError) -> [Element] {
    try elements(of: try required(key, wanted: "a list"), key, read)
  }

  func optionalList<Element>(
    _ key: String,
    of read: (Node) throws(DatafileError) -> Element
  ) throws(DatafileError) -> [Element]? {
    guard let node = value(key) else { return nil }
    return try elements(of: node, key, read)
  }

  func texts(_ key: String) throws(DatafileError) -> [String] {
    try list(key, of: Self.text(of:))
  }

  func optionalTexts(_ key: String) throws(DatafileError) -> [String]? {
    try optionalList(key, of: Self.text(of:))
  }

  /// An object that has nothing but texts.
  func textsByName(_ key: String) throws(DatafileError) -> [String: String] {
    let node = try required(key, wanted: "an object")
    let members = try cast(node, key, to: "an object", by: \.members)
    var texts: [String: String] = [:]
    for member in members {
      texts[member.key] = try cast(member.node, "\(key).\(member.key)", to: "a text", by: \.string)
    }
    return texts
  }

  /// A value that is read in its own way.
  func optional<Value>(
    _ key: String,
    read: (Node) throws(DatafileError) -> Value
  ) throws(DatafileError) -> Value? {
    guard let node = value(key) else { return nil }
    do { return try read(node) } catch { throw error.inside(key) }
  }

  /// A value that is read in its own way, and must be there.
  func value<Value>(
    _ key: String,
    wanted: String,
    read: (Node) throws(DatafileError) -> Value
  ) throws(DatafileError) -> Value {
    let node = try required(key, wanted: wanted)
    do { return try read(node) } catch { throw error.inside(key) }
  }

  private static func text(of node: Node) throws(DatafileError) -> String {
    guard let text = node.string else { throw mismatch(node, wanted: "a text") }
    return text
  }

  private func elements<Element>(
    of node: Node,
    _ key: String,
    _ read: (Node) throws(DatafileError) -> Element
  ) throws(DatafileError) -> [Element] {
    let nodes = try cast(node, key, to: "a list", by: \.list)
    var elements: [Element] = []
    elements.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      do { elements.append(try read(node)) } catch { throw error.inside("\(key)[\(index)]") }
    }
    return elements
  }
}
