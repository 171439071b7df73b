/// A Swift type that a getter can return for a variable: a Boolean, an integer, a floating-point
/// number or a string.
protocol ExperimentScalar: Sendable {
  /// The data type of the variables that can be read as this Swift type without conversion.
  static var dataType: DataType { get }
  /// The value that a getter returns if the variable is missing or cannot be read.
  static var fallback: Self { get }
  /// Returns the value of a variable without conversion; `nil` if its type differs.
  static func exact(_ variable: ExperimentVariable) -> Self?
  /// Returns the content converted to this Swift type; `nil` if that is impossible.
  static func converted(_ content: ExperimentVariable.Content) -> Self?
}

extension ExperimentVariable {
  /// Returns the value for a getter.
  ///
  /// A variable without a data type is converted; if the type does not match, the result is the
  /// fallback.
  func scalar<Scalar: ExperimentScalar>() -> Scalar {
    if let dataType, dataType != Scalar.dataType { return Scalar.fallback }
    return Scalar.converted(content) ?? Scalar.fallback
  }

  /// Returns the value without conversion; `nil` if its type differs.
  func exactValue<Scalar: ExperimentScalar>() -> Scalar? {
    if let dataType, dataType != Scalar.dataType { return nil }
    return Scalar.exact(self)
  }
}

extension Bool: ExperimentScalar {
  static var dataType: DataType { .boolean }
  static var fallback: Bool { false }

  static func exact(_ variable: ExperimentVariable) -> Bool? { variable.boolValue }

  static func converted(_ content: ExperimentVariable.Content) -> Bool? {
    switch content {
    case .bool(let value): value
    case .string(let text): text.trimmed.lowercased() == "true"
    case .empty, .int, .int64, .double, .list, .dictionary: nil
    }
  }
}

extension Int: ExperimentScalar {
  static var dataType: DataType { .int }
  static var fallback: Int { -1 }

  static func exact(_ variable: ExperimentVariable) -> Int? { variable.intValue }

  static func converted(_ content: ExperimentVariable.Content) -> Int? {
    switch content {
    case .int(let value): value
    case .int64(let value): Int(exactly: value)
    case .string(let text): Int(text.trimmed)
    case .empty, .bool, .double, .list, .dictionary: nil
    }
  }
}

extension Int64: ExperimentScalar {
  static var dataType: DataType { .long }
  static var fallback: Int64 { -1 }

  static func exact(_ variable: ExperimentVariable) -> Int64? { variable.int64Value }

  static func converted(_ content: ExperimentVariable.Content) -> Int64? {
    switch content {
    case .int64(let value): value
    case .int(let value): Int64(value)
    case .string(let text): Int64(text.trimmed)
    case .empty, .bool, .double, .list, .dictionary: nil
    }
  }
}

extension Double: ExperimentScalar {
  static var dataType: DataType { .double }
  static var fallback: Double { -1 }

  static func exact(_ variable: ExperimentVariable) -> Double? { variable.doubleValue }

  static func converted(_ content: ExperimentVariable.Content) -> Double? {
    switch content {
    case .double(let value): value
    case .int(let value): Double(value)
    case .int64(let value): Double(value)
    case .string(let text): Double(finite: text.trimmed)
    case .empty, .bool, .list, .dictionary: nil
    }
  }
}

extension String: ExperimentScalar {
  static var dataType: DataType { .string }
  static var fallback: String { "" }

  static func exact(_ variable: ExperimentVariable) -> String? { variable.stringValue }

  static func converted(_ content: ExperimentVariable.Content) -> String? {
    switch content {
    case .string(let value): value
    case .bool(let value): value ? "true" : "false"
    case .int(let value): "\(value)"
    case .int64(let value): "\(value)"
    case .double(let value): "\(value)"
    case .empty, .list, .dictionary: nil
    }
  }

  /// The string without leading and trailing white space.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}

extension DataType {
  /// The fallback that a getter of ``AscendExperiments`` returns for a missing variable, such as
  /// -1.
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
