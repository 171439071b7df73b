import FeatureFlags

/// The attributes of a user as the app passed them, which the app and its listeners get back.
///
/// Unchecked: the values have any type. Attributes are values such as strings, numbers and dates,
/// which the library only reads.
package struct GivenAttributes: @unchecked Sendable {
  /// The values as they were passed, by key.
  private(set) var values: [String: Any?]
  /// The keys of the values that JSON has no type for, such as a date: such an attribute exists, but
  /// no condition can compare its value.
  private var opaqueKeys: Set<String>

  init(_ values: [String: Any?]) {
    self.values = values
    opaqueKeys = Set(values.filter { DataValue(any: $0.value) == nil }.keys)
  }

  /// Whether the user has an attribute with a value that JSON has no type for.
  func isOpaque(_ key: String) -> Bool { !opaqueKeys.isEmpty && opaqueKeys.contains(key) }

  /// The value of an attribute as text; `nil` if there is no value.
  func text(of key: String) -> String? { (values[key] ?? nil).map { "\($0)" } }

  /// Sets an attribute; it is null if the value is `nil`.
  mutating func set(_ key: String, to value: Any?) {
    values[key] = value
    opaqueKeys.remove(key)
    if DataValue(any: value) == nil { opaqueKeys.insert(key) }
  }
}

// Compares only the opaque attributes: the other attributes are compared as the user's JSON values.
extension GivenAttributes: Hashable {
  package static func == (left: GivenAttributes, right: GivenAttributes) -> Bool {
    left.opaqueKeys == right.opaqueKeys
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(opaqueKeys) }
}

extension UserContext {
  /// Creates the evaluation context of a user with the attributes that an app passed.
  package init(id: String, given attributes: [String: Any?]) {
    self.init(id: id, attributes: attributes.compactMapValues { DataValue(any: $0) })
    given = GivenAttributes(attributes)
  }

  /// The attributes as the app passed them, or else as Swift values such as `Int`.
  package var plainAttributes: [String: Any?] { given?.values ?? attributes.mapValues(\.any) }

  /// Sets an attribute; it is null if the value is `nil`.
  package mutating func setAttribute(_ key: String, to value: Any?) {
    attributes[key] = DataValue(any: value)
    given?.set(key, to: value)
  }
}
