/// The type that a variable is known to have; the raw value is its name in responses of the server.
public enum DataType: String, CaseIterable, Codable, Sendable {
  /// True or false.
  case boolean = "BOOLEAN"
  /// A text.
  case string = "STRING"
  /// A whole number.
  case int = "INT"
  /// A number.
  case double = "DOUBLE"
  /// A whole number of 64 bits.
  case long = "LONG"

  /// The name of the type in responses of the server, which is the raw value.
  public var apiValue: String { rawValue }

  /// Reads the name of a type in any letter case.
  ///
  /// Only the raw values are names here; `ExperimentVariable.init(_:dataType:)` knows their synonyms.
  ///
  /// - Returns: `nil` without a name, and for an unknown one.
  public static func fromApiValue(_ apiValue: String?) -> DataType? {
    apiValue.flatMap { DataType(rawValue: $0.uppercased()) }
  }

  /// The value that a getter of `AscendExperiments` returns for a variable without a value.
  public var defaultValue: Any {
    switch self {
    case .boolean: Bool.fallback
    case .string: String.fallback
    case .int: Int.fallback
    case .double: Double.fallback
    case .long: Int64.fallback
    }
  }
}
