import Documents

/// Encodes and decodes the content of `overrides.json`, which users may edit.
struct OverridesFile: Sendable {
  var overrides: [Feature.Name: Override]
  /// The members that this version of the program does not know; a write preserves them.
  var unknown: [UnknownMember] = []

  /// A member of the file, or of the override of a feature, that this version of the program does not know.
  struct UnknownMember: Sendable {
    /// The feature whose override has the member; `nil` for a member at the top level of the file.
    let feature: Feature.Name?
    let member: Node.Member

    /// The member without its value, for a warning.
    var field: UnknownField {
      let known = feature == nil ? OverridesFile.fields : Override.fields
      return UnknownField(member, among: known, feature: feature?.rawValue)
    }
  }

  private static let fields = ["version", "source", "overrides"]

  /// Parses the content of the file.
  ///
  /// - Throws: An error for the first problem, with its line and field.
  init(_ bytes: [UInt8]) throws(DocumentError) {
    let node = try JSONReader.read(bytes)
    overrides = try FieldReader(stored: node).overrides()
    for member in node.members ?? [] where !Self.fields.contains(member.key) {
      unknown.append(UnknownMember(feature: nil, member: member))
    }
    for entry in node["overrides"]?.members ?? [] {
      for member in entry.node.members ?? [] where !Override.fields.contains(member.key) {
        unknown.append(UnknownMember(feature: Feature.Name(rawValue: entry.key), member: member))
      }
    }
  }

  init(_ overrides: [Feature.Name: Override], preserving unknown: [UnknownMember]) {
    self.overrides = overrides
    self.unknown = unknown.filter { $0.feature.map { overrides[$0] != nil } ?? true }
  }

  /// Encodes the content of the file, sorted by feature name so that two versions are easy to
  /// compare.
  ///
  /// - Parameter source: The name of the source that the overrides belong to; `nil` omits the name.
  /// - Returns: The content as UTF-8 bytes.
  func bytes(source: String?) -> [UInt8] {
    let unknown = Dictionary(grouping: unknown, by: \.feature)
    let entries = JSONValue(overrides) { name, override in
      .object(override.members + override.signature + Self.json(unknown[name]))
    }
    var members: [(key: String, value: JSONValue)] = [("version", .number(1))]
    if let source { members.append(("source", .string(source))) }
    members.append(("overrides", entries))
    return JSONValue.object(members + Self.json(unknown[nil])).fileBytes
  }

  /// Returns unknown members as JSON, without those that JSON cannot express, such as an infinite number.
  private static func json(_ unknown: [UnknownMember]?) -> [(key: String, value: JSONValue)] {
    (unknown ?? []).compactMap { entry in
      JSONValue(entry.member.node).map { (entry.member.key, $0) }
    }
  }
}

extension OverridesFile {
  /// Parses the overrides of a file.
  ///
  /// - Throws: An error for the first problem, with its line and field.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> [Feature.Name: Override] {
    try OverridesFile(bytes).overrides
  }

  /// Encodes overrides as the content of a file; the name of the source is omitted if `source` is `nil`.
  static func write(_ overrides: [Feature.Name: Override], source: String?) -> [UInt8] {
    OverridesFile(overrides, preserving: []).bytes(source: source)
  }
}
