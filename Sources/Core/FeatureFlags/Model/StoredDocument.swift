import Documents

/// Reads the JSON files of a workspace, which have a `version`.
extension FieldReader {
  /// Parses a file of version 1, and rejects any other one; a file without a version is accepted.
  package init(stored bytes: [UInt8]) throws(DocumentError) {
    try self.init(stored: try JSONReader.read(bytes))
  }

  /// Creates a reader for the fields of a parsed file of version 1.
  package init(stored node: Node) throws(DocumentError) {
    try self.init(node, ofVersions: [1])
  }

  /// Creates a reader for the fields of a parsed file with overrides, whose version is 1, or 2 with scopes.
  package init(storedOverrides node: Node) throws(DocumentError) {
    try self.init(node, ofVersions: [1, 2])
  }

  private init(_ node: Node, ofVersions versions: [Double]) throws(DocumentError) {
    try self.init(node)
    if let version = value("version"), !versions.contains(where: { $0 == version.number }) {
      let expected = versions.map { "\(Int($0))" }.joined(separator: " or ")
      throw version.mismatch(expected: expected).inside("version")
    }
  }

  /// Decodes a required field: an object whose members are overrides by feature and scope.
  package func overrides(
    _ key: String = "overrides",
    of read: (Node) throws(DocumentError) -> Override = Override.init
  ) throws(DocumentError) -> [OverrideKey: Override] {
    try scopedValues(key, of: read)
  }
}

extension JSONValue {
  /// Creates an object with a member for each feature, sorted by name so that two versions of a file
  /// are easy to compare.
  package init<Value>(_ values: [Feature.Name: Value], _ json: (Feature.Name, Value) -> JSONValue) {
    self = .object(
      values.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, value in
        (key: name.rawValue, value: json(name, value))
      }
    )
  }

  /// The value as indented JSON in UTF-8, with a line break at the end.
  package var fileBytes: [UInt8] { Array((text(isPretty: true) + "\n").utf8) }
}
