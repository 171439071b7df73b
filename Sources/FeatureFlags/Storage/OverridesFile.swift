import Documents

/// Encodes and decodes the text of `overrides.json`, which users may edit.
enum OverridesFile {
  /// Parses the text of the file.
  ///
  /// - Throws: The first defect, with its line and field, such as `overrides.New Cart.enabled`.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> [Feature.Name: Override] {
    let document = try FieldReader(try JSONReader.read(bytes))
    if let version = document.value("version"), version.number != 1 {
      throw version.mismatch(expected: "1").inside("version")
    }
    return try document.values("overrides", keyedBy: FeatureName.init(rawValue:), of: Override.init)
  }

  /// Encodes the text of the file, sorted by name so that two versions compare well.
  ///
  /// - Parameters:
  ///   - overrides: The overrides.
  ///   - source: The name of the source that the overrides belong to; `nil` writes none.
  /// - Returns: The text as UTF-8.
  static func write(_ overrides: [Feature.Name: Override], source: String?) -> [UInt8] {
    let entries = overrides.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, override in
      (key: name.rawValue, value: JSONValue.object(override.members + override.signature))
    }
    var members: [(key: String, value: JSONValue)] = [("version", .number(1))]
    if let source { members.append(("source", .string(source))) }
    members.append(("overrides", .object(entries)))
    let document = JSONValue.object(members)
    return Array((document.text(isPretty: true) + "\n").utf8)
  }
}
