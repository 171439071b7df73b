package import Documents

/// The name of an override in a storage: its feature, and the users for whom it holds.
///
/// ```swift
/// let everyone: OverrideKey = "New Cart"
/// let one = OverrideKey("New Cart", for: .key("ana"))
/// print(everyone.feature == one.feature, everyone == one)  // true false
/// ```
public struct OverrideKey: Hashable, Sendable {
  /// The name of the feature.
  public let feature: Feature.Name
  /// The users for whom the override holds.
  public let scope: OverrideScope

  /// Creates the key of an override, by default for everyone.
  public init(_ feature: Feature.Name, for scope: OverrideScope = .everyone) {
    self.feature = feature
    self.scope = scope
  }
}

extension OverrideKey: ExpressibleByStringLiteral {
  /// Creates the key of an override for everyone from the name of its feature.
  public init(stringLiteral value: String) {
    self.init(Feature.Name(rawValue: value))
  }
}

extension OverrideKey: CustomStringConvertible {
  /// The name of the feature, and the scope unless it is everyone, such as `New Cart for ana`.
  public var description: String {
    scope == .everyone ? feature.rawValue : "\(feature) for \(scope)"
  }
}

extension OverrideKey: Comparable {
  /// Orders keys by the names of their features, and then by their scopes.
  public static func < (one: OverrideKey, other: OverrideKey) -> Bool {
    one.feature == other.feature
      ? one.scope < other.scope : one.feature.rawValue < other.feature.rawValue
  }
}

// MARK: Encoding

extension Dictionary where Key == OverrideKey {
  /// The version of a file with these values: 2 with scopes, or else 1, so that programs that know no scopes
  /// can read the file.
  package var fileVersion: Int { keys.contains { $0.scope != .everyone } ? 2 : 1 }
}

extension JSONValue {
  /// Creates an object with a member for each feature, sorted by name so that two versions of a file are
  /// easy to compare.
  ///
  /// The value of a feature without scopes is an object, as in version 1 of the files. With scopes, it is a
  /// list of objects, and each has its scope in the member `scope`, except the one for everyone. So a program
  /// that does not know scopes finds a value that it cannot read, instead of an override for everyone.
  package init<Value>(
    _ values: [OverrideKey: Value],
    _ members: (OverrideKey, Value) -> [(key: String, value: JSONValue)]
  ) {
    let sorted = values.sorted { $0.key < $1.key }
    var entries: [(key: String, value: JSONValue)] = []
    var rest = sorted[...]
    while let first = rest.first {
      let group = rest.prefix { $0.key.feature == first.key.feature }
      rest = rest.dropFirst(group.count)
      let objects = group.map { key, value -> JSONValue in
        .object((key.scope.json.map { [("scope", $0)] } ?? []) + members(key, value))
      }
      let isPlain = group.allSatisfy { $0.key.scope == .everyone }
      entries.append((first.key.feature.rawValue, isPlain ? objects[0] : .list(objects)))
    }
    self = .object(entries)
  }
}

extension FieldReader {
  /// Decodes a required object, whose members are values by feature: one value, or a list of values with
  /// their scopes.
  ///
  /// - Throws: An error for the first problem, with its line and field.
  package func scopedValues<Value>(
    _ key: String,
    of read: (Node) throws(DocumentError) -> Value
  ) throws(DocumentError) -> [OverrideKey: Value] {
    try value(key, expected: "an object") { node throws(DocumentError) in
      try Self.scopedValues(of: node, by: read)
    }
  }

  /// Decodes an object, whose members are values by feature: one value, or a list of values with scopes.
  package static func scopedValues<Value>(
    of object: Node,
    by read: (Node) throws(DocumentError) -> Value
  ) throws(DocumentError) -> [OverrideKey: Value] {
    guard let members = object.members else { throw object.mismatch(expected: "an object") }
    var values: [OverrideKey: Value] = [:]
    values.reserveCapacity(members.count)
    for member in members {
      let name = Feature.Name(rawValue: member.key)
      for (index, node) in (member.node.list ?? [member.node]).enumerated() {
        do throws(DocumentError) {
          values[OverrideKey(name, for: try scope(of: node))] = try read(node)
        } catch {
          throw (member.node.list == nil ? error : error.inside("[\(index)]")).inside(member.key)
        }
      }
    }
    return values
  }

  /// The scope of a value; everyone by default.
  private static func scope(of node: Node) throws(DocumentError) -> OverrideScope {
    guard node.members != nil else { return .everyone }
    return try FieldReader(node).optional("scope", read: OverrideScope.init) ?? .everyone
  }
}
