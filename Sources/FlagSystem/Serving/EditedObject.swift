package import Documents
package import FeatureFlags

/// The members of a JSON object, whose values can be replaced without a change of the other members
/// and their order.
package struct EditedObject {
  package private(set) var members: [(key: String, value: JSONValue)]

  package init(_ members: [(key: String, value: JSONValue)] = []) {
    self.members = members
  }

  /// Creates the object from a JSON value; `nil` if the value is not an object.
  package init?(_ value: JSONValue?) {
    guard case .object(let members)? = value else { return nil }
    self.members = members
  }

  /// Parses a document; `nil` for a document that does not have the given format.
  package init?(_ document: [UInt8], of format: ConfigurationFormat) {
    guard format.recognises(document) else { return nil }
    // Drop the parse error: a format recognises only documents that can be parsed.
    self.init((try? JSONReader.read(document)).map(JSONValue.init(expressible:)))
  }

  package var json: JSONValue { .object(members) }

  /// The value of a member; `nil` for a missing member and for null.
  ///
  /// Of several members with the same key, the last one that is not null is returned. Setting a value
  /// replaces the values of all members with the key, because other readers may use the first one; a
  /// missing member is appended. Setting `nil` removes all members with the key.
  package subscript(key: String) -> JSONValue? {
    get {
      members.last { member in
        if case .null = member.value { false } else { member.key == key }
      }?.value
    }
    set {
      guard let newValue else { return members.removeAll { $0.key == key } }
      var isPresent = false
      for index in members.indices where members[index].key == key {
        members[index].value = newValue
        isPresent = true
      }
      if !isPresent { members.append((key, newValue)) }
    }
  }

  /// Replaces the value of each member.
  package mutating func replaceValues(
    _ replacement: (_ key: String, _ value: JSONValue) -> JSONValue
  ) {
    for index in members.indices {
      members[index].value = replacement(members[index].key, members[index].value)
    }
  }
}

extension JSONValue {
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

  /// The text of a string; `nil` for other values.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of a list; `nil` for other values.
  package var list: [JSONValue]? {
    if case .list(let values) = self { values } else { nil }
  }
}
