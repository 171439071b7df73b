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
