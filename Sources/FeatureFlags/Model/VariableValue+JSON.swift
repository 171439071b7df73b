extension VariableValue {
  /// The value as JSON; a text of JSON that is none counts as a text.
  package var json: JSONValue {
    switch self {
    case .boolean(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .number(number)
    case .string(let text): .string(text)
    case .json(let text): JSONValue(parsing: text) ?? .string(text)
    }
  }

  /// Takes over a value of a document.
  ///
  /// A whole number is an integer, and every other number a double; null, lists and objects are
  /// JSON. `nil` for a number that is not finite, and for what is no JSON, as a date.
  package init?(_ node: Node) {
    guard let json = JSONValue(node), let value = VariableValue(json) else { return nil }
    self = value
  }

  init?(_ json: JSONValue) {
    switch json {
    case .bool(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number):
      guard number.isFinite else { return nil }
      self = Int(exactly: number).map(VariableValue.integer) ?? .double(number)
    case .string(let text): self = .string(text)
    case .null, .list, .object: self = .json(json.text())
    }
  }
}

extension JSONValue {
  /// Reads JSON or JSON5; `nil` for what is neither, or has numbers that are not finite.
  init?(parsing text: String, depthLimit: Int = JSONReader.depthLimit) {
    // Why a text is no JSON is not told: what was found and that JSON was wanted says enough.
    guard let node = try? JSONReader.read(Array(text.utf8), depthLimit: depthLimit) else {
      return nil
    }
    self.init(node)
  }

  /// Takes over a value of a document; `nil` for what JSON cannot say.
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
