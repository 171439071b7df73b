import FoundationEssentials

/// The value of an experiment's variable: a Boolean, a number, a string, or a list or a dictionary
/// of values.
///
/// A value from an app or the server has a type, and getters return it as that type only. The
/// snapshot file persists values without types; getters convert such values if possible.
///
/// ```swift
/// let defaults: [String: ExperimentVariable] = [
///   "checkout_flow": .dictionary(["steps": .int(3), "title": .string("Pay now")])
/// ]
/// let steps = defaults["checkout_flow"]?.variables?["steps"]?.intValue
/// ```
public struct ExperimentVariable: Hashable, Sendable {
  /// The value with its kind, for exhaustive matching in a `switch`.
  public enum Content: Hashable, Sendable {
    /// No value, such as for JSON null.
    case empty
    /// The value of a variable of type `BOOLEAN`.
    case bool(Bool)
    /// The value of a variable of type `INT`.
    case int(Int)
    /// The value of a variable of type `LONG`.
    case int64(Int64)
    /// The value of a variable of type `DOUBLE`.
    case double(Double)
    /// The value of a variable of type `STRING`.
    case string(String)
    /// A list of values; it has no type, so the typed getters do not return it.
    case list([ExperimentVariable])
    /// A dictionary of values by name, such as all variables of an experiment.
    case dictionary([String: ExperimentVariable])
  }

  /// The value of the variable, with its kind.
  public let content: Content
  /// The type that a getter must have to return the value; `nil` for lists, dictionaries and persisted
  /// values.
  public let dataType: DataType?

  package init(_ content: Content, dataType: DataType? = nil) {
    self.content = content
    self.dataType = dataType
  }

  /// The empty variable, which has no value.
  public static let empty = ExperimentVariable(.empty)

  /// Creates a Boolean variable, which only `getBoolValue` reads.
  public static func bool(_ value: Bool) -> Self { Self(.bool(value), dataType: .boolean) }
  /// Creates an integer variable, which only `getIntValue` reads.
  public static func int(_ value: Int) -> Self { Self(.int(value), dataType: .int) }
  /// Creates a 64-bit integer variable, which only `getLongValue` reads.
  public static func int64(_ value: Int64) -> Self { Self(.int64(value), dataType: .long) }
  /// Creates a floating-point variable, which only `getDoubleValue` reads.
  public static func double(_ value: Double) -> Self { Self(.double(value), dataType: .double) }
  /// Creates a string variable, which only `getStringValue` reads.
  public static func string(_ value: String) -> Self { Self(.string(value), dataType: .string) }
  /// Creates a list of variables, which has no data type.
  public static func list(_ values: [Self]) -> Self { Self(.list(values)) }
  /// Creates a dictionary of variables by name, such as all variables of an experiment.
  public static func dictionary(_ values: [String: Self]) -> Self { Self(.dictionary(values)) }

  /// The values of a dictionary by name; `nil` if the variable is not a dictionary.
  public var variables: [String: ExperimentVariable]? {
    if case .dictionary(let variables) = content { variables } else { nil }
  }
}

extension ExperimentVariable {
  /// Converts a value in a server response: a string, and the name of its type in any letter case.
  ///
  /// A string that does not match its type remains a string, and so does a value of an unknown type. A
  /// `NUMBER` with a fraction becomes a floating-point number; the original SDK declares it as an
  /// integer, so that no getter can read it.
  public init(_ text: String, dataType: String) {
    let number: Self? =
      switch dataType.uppercased() {
      case "BOOL", "BOOLEAN": .bool(text.lowercased() == "true")
      case "INT", "INTEGER": Int(text).map(Self.int)
      case "LONG", "INT64": Int64(text).map(Self.int64)
      case "DOUBLE", "FLOAT": Double(finite: text).map(Self.double)
      case "NUMBER": Int(text).map(Self.int) ?? Double(finite: text).map(Self.double)
      default: nil
      }
    self = number ?? .string(text)
  }
}

extension ExperimentVariable: CustomStringConvertible {
  /// The value as JSON text; `null` for the empty variable.
  public var description: String { SortedJSON.text(of: self) ?? "null" }
}

extension Double {
  /// Parses a finite number; the result is `nil` for infinity and NaN, which JSON cannot represent.
  package init?(finite text: String) {
    guard let number = Double(text), number.isFinite else { return nil }
    self = number
  }
}

/// The type of a variable; the raw value is the name of the type in server responses.
public enum DataType: String, CaseIterable, Codable, Sendable {
  /// A Boolean, which `getBoolValue` reads.
  case boolean = "BOOLEAN"
  /// A string, which `getStringValue` reads.
  case string = "STRING"
  /// An integer, which `getIntValue` reads.
  case int = "INT"
  /// A floating-point number, which `getDoubleValue` reads.
  case double = "DOUBLE"
  /// A 64-bit integer, which `getLongValue` reads.
  case long = "LONG"

  /// The name of the type in server responses; the same as the raw value.
  public var apiValue: String { rawValue }

  /// Parses the name of a type from a response, ignoring letter case.
  ///
  /// Only the raw values match; ``ExperimentVariable/init(_:dataType:)`` also accepts synonyms.
  ///
  /// - Returns: The type; `nil` for `nil` and for an unknown name.
  public static func fromApiValue(_ apiValue: String?) -> DataType? {
    apiValue.flatMap { DataType(rawValue: $0.uppercased()) }
  }
}

extension ExperimentVariable: Codable {
  /// Decodes a JSON value to a variable without a type; null and unsupported values become
  /// ``ExperimentVariable/empty``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(Self.single(container) ?? Self.nested(container) ?? .empty)
  }

  private static func single(_ container: any SingleValueDecodingContainer) -> Content? {
    if let value = value(Bool.self, in: container) { return .bool(value) }
    if let value = value(Int.self, in: container) { return .int(value) }
    if let value = value(Int64.self, in: container) { return .int64(value) }
    if let value = value(Double.self, in: container) { return .double(value) }
    if let value = value(String.self, in: container) { return .string(value) }
    return nil
  }

  private static func nested(_ container: any SingleValueDecodingContainer) -> Content? {
    if let value = value([ExperimentVariable].self, in: container) { return .list(value) }
    if let value = value([String: ExperimentVariable].self, in: container) {
      return .dictionary(value)
    }
    return nil
  }

  private static func value<Value: Decodable>(
    _ type: Value.Type,
    in container: any SingleValueDecodingContainer
  ) -> Value? {
    // Drops the error: after a mismatch, the caller tries the next type.
    try? container.decode(type)
  }

  /// Encodes the JSON value without its type; infinity and NaN become null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch content {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .int64(let value): try container.encode(value)
    case .double(let value) where value.isFinite: try container.encode(value)
    case .string(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .dictionary(let values): try container.encode(values)
    case .empty, .double: try container.encodeNil()
    }
  }
}

/// Encodes values as JSON with sorted keys, so that equal values have equal JSON.
package enum SortedJSON {
  /// Returns the JSON text of a value; `nil` if JSON cannot represent the value.
  package static func text(of value: some Encodable) -> String? {
    // Drops the error: encoding fails only for a number that is not finite, and `nil` reports that.
    (try? bytes(of: value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the JSON of a value as UTF-8 bytes; throws an encoding error for a number that is not
  /// finite.
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }
}
