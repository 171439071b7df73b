import Documents

/// Encodes and decodes the content of `overrides.json`, which users may edit.
struct OverridesFile: Sendable {
  var overrides: [OverrideKey: Override]
  /// The members that this version of the program does not know; a write preserves them.
  var unknown: [UnknownMember] = []

  /// A member of the file, or of the override of a feature, that this version of the program does not know.
  struct UnknownMember: Sendable {
    /// The override that has the member; `nil` for a member at the top level of the file.
    let override: OverrideKey?
    let member: Node.Member

    /// The member without its value, for a warning.
    var field: UnknownField {
      let known = override == nil ? OverridesFile.fields : Override.fields
      return UnknownField(member, among: known, feature: override?.feature.rawValue)
    }
  }

  private static let fields = ["version", "source", "overrides"]

  /// Parses the content of the file.
  ///
  /// - Throws: An error for the first problem, with its line and field.
  init(_ bytes: [UInt8]) throws(DocumentError) {
    let node = try JSONReader.read(bytes)
    for member in node.members ?? [] where !Self.fields.contains(member.key) {
      unknown.append(UnknownMember(override: nil, member: member))
    }
    let fields = try FieldReader(storedOverrides: node)
    let entries = try fields.scopedValues("overrides") { node throws(DocumentError) in
      (override: try Override(node), members: node.members ?? [])
    }
    overrides = entries.mapValues(\.override)
    var own: [(key: OverrideKey, member: Node.Member)] = []
    for (key, entry) in entries {
      for member in entry.members where !Override.fields.contains(member.key) {
        own.append((key, member))
      }
    }
    // The order of the file.
    own.sort { ($0.member.node.line ?? 0, $0.key) < ($1.member.node.line ?? 0, $1.key) }
    unknown += own.map { UnknownMember(override: $0.key, member: $0.member) }
  }

  init(_ overrides: [OverrideKey: Override], preserving unknown: [UnknownMember]) {
    self.overrides = overrides
    self.unknown = unknown.filter { $0.override.map { overrides[$0] != nil } ?? true }
  }

  /// Encodes the content of the file, sorted by feature and scope so that two versions are easy to
  /// compare.
  ///
  /// - Parameter source: The name of the source that the overrides belong to; `nil` omits the name.
  /// - Returns: The content as UTF-8 bytes.
  func bytes(source: String?) -> [UInt8] {
    let unknown = Dictionary(grouping: unknown, by: \.override)
    let entries = JSONValue(overrides) { key, override in
      override.storedMembers + Self.json(unknown[key])
    }
    var members: [(key: String, value: JSONValue)] = [
      ("version", .integer(overrides.fileVersion))
    ]
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
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> [OverrideKey: Override] {
    try OverridesFile(bytes).overrides
  }

  /// Encodes overrides as the content of a file; the name of the source is omitted if `source` is `nil`.
  static func write(_ overrides: [OverrideKey: Override], source: String?) -> [UInt8] {
    OverridesFile(overrides, preserving: []).bytes(source: source)
  }
}
