package import Documents
package import FeatureFlags

extension JSONValue {
  /// Parses a document; `nil` for a document that does not have the given format.
  package init?(_ document: [UInt8], of format: ConfigurationFormat) {
    // Drops the parse error: a format recognises only documents that can be parsed.
    guard format.recognises(document), let node = try? JSONReader.read(document) else { return nil }
    self.init(expressible: node)
  }

  /// The members of an object; `nil` for other values.
  package var members: [(key: String, value: JSONValue)]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The value of a member; `nil` for a missing member and for null.
  ///
  /// Of several members with the same key, the last one that is not null is returned. Setting a value
  /// replaces the values of all members with the key, because other readers may use the first one; a
  /// missing member is appended. Setting `nil` removes all members with the key. A value that is not an
  /// object becomes an object.
  package subscript(key: String) -> JSONValue? {
    get {
      members?.last { member in
        if case .null = member.value { false } else { member.key == key }
      }?.value
    }
    set {
      var members = members ?? []
      // Drops the second reference to the members, so that they are changed in place instead of being
      // copied.
      self = .null
      defer { self = .object(members) }
      guard let newValue else { return members.removeAll { $0.key == key } }
      let indices = members.indices.filter { members[$0].key == key }
      for index in indices { members[index].value = newValue }
      if indices.isEmpty { members.append((key, newValue)) }
    }
  }

  /// Converts a parsed value; a value that JSON cannot express, such as a date or infinity, becomes
  /// null.
  package init(expressible node: Node) {
    switch node.value {
    case .null, .opaque: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = number.isFinite ? .number(number) : .null
    case .integer(let number): self = .integer(number)
    case .string(let text, _): self = .string(text)
    case .list(let nodes): self = .list(nodes.map(JSONValue.init(expressible:)))
    case .object(let members):
      self = .object(members.map { ($0.key, JSONValue(expressible: $0.node)) })
    }
  }

  /// The text of a string value; `nil` for other values.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of a list; `nil` for other values.
  package var list: [JSONValue]? {
    if case .list(let values) = self { values } else { nil }
  }
}
