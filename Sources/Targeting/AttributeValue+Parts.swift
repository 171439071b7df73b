import Documents
package import FeatureFlags

extension AttributeValue {
  /// Whether the value is null.
  package var isNull: Bool { if case .null = self { true } else { false } }

  /// The value of a Boolean; `nil` for another value.
  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  /// Whether the value is a text.
  package var isText: Bool { if case .string = self { true } else { false } }

  /// Whether the value is a list or an object.
  package var isStructure: Bool {
    switch self {
    case .list, .object: true
    case .null, .bool, .number, .string: false
    }
  }

  /// Whether all numbers of the value are finite, so that JSON can express it.
  package var isFinite: Bool {
    switch self {
    case .null, .bool, .string: true
    case .number(let number): number.isFinite
    case .list(let values): values.allSatisfy(\.isFinite)
    case .object(let members): members.values.allSatisfy(\.isFinite)
    }
  }

  /// The beginning of the value as JSON, for a message.
  package var excerpt: String {
    var space = String.excerptLimit
    return shortened(to: &space).description.excerpt
  }

  /// Returns the value without the lists and objects for whose parts a message has no space.
  private func shortened(to space: inout Int) -> AttributeValue {
    switch self {
    case .null, .bool, .number: return self
    case .string(let text): return .string(text.excerpt)
    case .list(let values):
      space -= values.count
      return space < 0 ? "…" : .list(values.map { $0.shortened(to: &space) })
    case .object(let members):
      space -= members.count
      return space < 0 ? "…" : .object(members.mapValues { $0.shortened(to: &space) })
    }
  }

  /// Returns the value at a path of members and elements; `nil` if there is none.
  package func member(at path: [String]) -> AttributeValue? {
    var value = self
    for part in path {
      guard let next = value.member(part) else { return nil }
      value = next
    }
    return value
  }

  /// Returns the member of an object, or the element of a list with the index; `nil` if there is none.
  package func member(_ key: String) -> AttributeValue? {
    switch self {
    case .object(let members): return members[key]
    case .list(let values):
      return Int(key).flatMap { values.indices.contains($0) ? values[$0] : nil }
    case .null, .bool, .number, .string: return nil
    }
  }

  /// The text, or the number without an exponent; `nil` for another value.
  package var decimalText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.decimalText
    case .null, .bool, .list, .object: nil
    }
  }
}
