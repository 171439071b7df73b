import Documents
@_exported public import FeatureFlags

/// A JSON value: a user's attribute, the value of a condition, or a part of a JSON variable.
public typealias DataValue = AttributeValue

extension DataValue {
  /// Converts a Swift value, such as a `String` or an `Int`; `nil` if JSON has no such type.
  package init?(any value: Any?) {
    switch value {
    case nil: self = .null
    case let data as DataValue: self = data
    case let text as String: self = .string(text)
    case let flag as Bool where Self.isBoolean(value): self = .bool(flag)
    case let number as any BinaryInteger: self = .number(Double(number))
    case let number as Double: self = .number(number)
    case let number as Float: self = .number(Double(number))
    #if arch(x86_64)
    case let number as Float80: self = .number(Double(number))
    #endif
    // Handles a Foundation number that `Double` cannot represent exactly: the cast to `Double`
    // above fails for such a number.
    case let number as Int: self = .number(Double(number))
    case let number as UInt: self = .number(Double(number))
    case let list as [Any?]: self = .list(list.compactMap { DataValue(any: $0) })
    case let object as [String: Any?]:
      self = .object(object.compactMapValues { DataValue(any: $0) })
    default:
      guard Self.className(of: value) == "NSNull" else { return nil }
      self = .null
    }
  }

  /// Whether a value that casts to `Bool` is a Boolean.
  ///
  /// A number from Foundation also casts to `Bool`, but only Foundation's Booleans have the class
  /// `__NSCFBoolean`.
  private static func isBoolean(_ value: Any?) -> Bool {
    className(of: value).map { $0 == "__NSCFBoolean" } ?? true
  }

  /// Returns the name of the class of an object; `nil` for a value type.
  ///
  /// Values of `JSONSerialization` are objects of Foundation classes. Callers compare the names of
  /// the classes, because the library does not link Foundation.
  private static func className(of value: Any?) -> String? {
    guard let value, type(of: value) is AnyObject.Type else { return nil }
    return String(describing: type(of: value))
  }

  /// The value as a `String`, an `Int` or another Swift type; a whole number is an `Int`.
  package var any: Any? { json.any }
}

extension VariableValue {
  /// The value as the Swift type of the variable, such as `Int`.
  package var any: Any {
    switch self {
    case .string(let text): text
    case .integer(let number): number
    case .double(let number): number
    case .boolean(let flag): flag
    case .json: json.any ?? [:]
    }
  }
}

extension JSONValue {
  /// Converts a Swift value, such as a dictionary; `nil` if JSON cannot represent the value or a
  /// part of it.
  package init?(plain value: Any?) {
    switch DataValue(any: value) {
    case .list:
      guard let values = value as? [Any?] else { return nil }
      let converted = values.compactMap { JSONValue(plain: $0) }
      guard converted.count == values.count else { return nil }
      self = .list(converted)
    case .object:
      guard let values = value as? [String: Any?] else { return nil }
      let converted = values.compactMapValues { JSONValue(plain: $0) }
      guard converted.count == values.count else { return nil }
      self = .object(converted.map { (key: $0.key, value: $0.value) })
    case .number(let number):
      guard number.isFinite else { return nil }
      let whole = (value as? Int) ?? (value as? any BinaryInteger).flatMap { Int(exactly: $0) }
      self = whole.map(JSONValue.integer) ?? .number(number)
    case let data?: self = data.json
    case nil: return nil
    }
  }

  /// The value as a `String`, an `Int` or another Swift type; a whole number is an `Int`, null is
  /// `nil`.
  package var any: Any? { isNull ? nil : plain }

  /// The value as a Swift type; null becomes an `Any` that contains a `nil` optional.
  private var plain: Any {
    switch self {
    case .null: JSONValue.noValue
    case .bool(let flag): flag
    case .integer(let number): number
    case .number(let number): Int(exactly: number) ?? number
    case .string(let text): text
    case .list(let values): values.map(\.plain)
    case .object(let members): Dictionary(members.map { ($0.key, $0.value.plain) }) { $1 }
    }
  }

  private var isNull: Bool { if case .null = self { true } else { false } }

  /// The value of type `Any` that contains `nil`, for JSON null inside lists and objects.
  fileprivate static var noValue: Any { Any?.none as Any }
}

extension [String: Any?] {
  /// The dictionary with values of type `Any`; each `nil` value is preserved as `Any?.none` inside
  /// an `Any`, for JSON null.
  package var withNulls: [String: Any] { mapValues { $0 ?? JSONValue.noValue } }
}
