import Documents

/// Reads the JSON files of a workspace, whose `version` is 1.
extension FieldReader {
  /// Parses a file, and rejects a version other than 1; a file without a version is accepted.
  package init(stored bytes: [UInt8]) throws(DocumentError) {
    try self.init(stored: try JSONReader.read(bytes))
  }

  /// Creates a reader for the fields of a parsed file, and rejects a version other than 1.
  package init(stored node: Node) throws(DocumentError) {
    try self.init(node)
    if let version = value("version"), version.number != 1 {
      throw version.mismatch(expected: "1").inside("version")
    }
  }

  /// Decodes a required field: an object whose members are overrides by feature name.
  package func overrides(
    _ key: String = "overrides",
    of read: (Node) throws(DocumentError) -> Override = Override.init
  ) throws(DocumentError) -> [Feature.Name: Override] {
    try values(key, keyedBy: Feature.Name.init(rawValue:), of: read)
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
