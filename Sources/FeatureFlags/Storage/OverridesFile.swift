import Documents

/// Encodes and decodes the content of `overrides.json`, which users may edit.
enum OverridesFile {
  /// Parses the content of the file.
  ///
  /// - Throws: An error for the first defect, with its line and field.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> [Feature.Name: Override] {
    let document = try FieldReader(try JSONReader.read(bytes))
    if let version = document.value("version"), version.number != 1 {
      throw version.mismatch(expected: "1").inside("version")
    }
    return try document.values("overrides", keyedBy: FeatureName.init(rawValue:), of: Override.init)
  }

  /// Encodes the content of the file, sorted by feature name so that two versions are easy to
  /// compare.
  ///
  /// - Parameters:
  ///   - overrides: The overrides by feature name.
  ///   - source: The name of the source that the overrides belong to; `nil` omits the name.
  /// - Returns: The content as UTF-8 bytes.
  static func write(_ overrides: [Feature.Name: Override], source: String?) -> [UInt8] {
    let entries = overrides.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, override in
      (key: name.rawValue, value: override.storedJSON)
    }
    var members: [(key: String, value: JSONValue)] = [("version", .number(1))]
    if let source { members.append(("source", .string(source))) }
    members.append(("overrides", .object(entries)))
    let document = JSONValue.object(members)
    return Array((document.text(isPretty: true) + "\n").utf8)
  }
}
