extension JSONValue {
  /// Parses a JSON or JSON5 text; `nil` if the text is malformed or has a number that is not
  /// finite.
  package init?(parsing text: String, depthLimit: Int = JSONReader.depthLimit) {
    // Drops the parse error: callers report that JSON was expected.
    guard let node = try? JSONReader.read(Array(text.utf8), depthLimit: depthLimit) else {
      return nil
    }
    self.init(node)
  }

  /// Converts a parsed value; `nil` for a value that JSON cannot express, such as a date.
  package init?(_ node: Node) {
    switch node.value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number):
      guard number.isFinite else { return nil }
      self = .number(number)
    case .integer(let number): self = .integer(number)
    case .string(let text, _): self = .string(text)
    case .list(let nodes):
      let values = nodes.compactMap { JSONValue($0) }
      guard values.count == nodes.count else { return nil }
      self = .list(values)
    case .object(let entries):
      let members = entries.compactMap { entry in
        JSONValue(entry.node).map { (key: entry.key, value: $0) }
      }
      guard members.count == entries.count else { return nil }
      self = .object(members)
    case .opaque: return nil
    }
  }
}
