/// A type as which an app reads a variable.
protocol ExperimentScalar: Sendable {
  /// The type that a typed variable must have.
  static var dataType: DataType { get }
  /// The value that a getter returns for a missing variable.
  static var fallback: Self { get }
  /// The content, if it is exactly of this type.
  static func exact(_ content: ExperimentVariable.Content) -> Self?
  /// The content converted to this type; `nil` if that is impossible.
  static func converted(_ content: ExperimentVariable.Content) -> Self?
}

extension ExperimentVariable {
  /// The value for a getter: converted if the variable has no type, and the fallback if the type
  /// does not match.
  func scalar<Scalar: ExperimentScalar>() -> Scalar {
    if let dataType, dataType != Scalar.dataType { return Scalar.fallback }
    return Scalar.converted(content) ?? Scalar.fallback
  }

  /// The value without any conversion; `nil` for a value of another type.
  func exactValue<Scalar: ExperimentScalar>() -> Scalar? {
    if let dataType, dataType != Scalar.dataType { return nil }
    return Scalar.exact(content)
  }
}

extension Bool: ExperimentScalar {
  static var dataType: DataType { .boolean }
  static var fallback: Bool { false }

  static func exact(_ content: ExperimentVariable.Content) -> Bool? {
    if case .bool(let value) = content { value } else { nil }
  }

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

  static func exact(_ content: ExperimentVariable.Content) -> Int? {
    if case .int(let value) = content { value } else { nil }
  }

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

  static func exact(_ content: ExperimentVariable.Content) -> Int64? {
    if case .int64(let value) = content { value } else { nil }
  }

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

  static func exact(_ content: ExperimentVariable.Content) -> Double? {
    if case .double(let value) = content { value } else { nil }
  }

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

extension Double {
  /// Parses a finite number; `nil` for infinity and NaN, which JSON cannot represent.
  init?(finite text: String) {
    guard let number = Double(text), number.isFinite else { return nil }
    self = number
  }
}

extension String: ExperimentScalar {
  static var dataType: DataType { .string }
  static var fallback: String { "" }

  static func exact(_ content: ExperimentVariable.Content) -> String? {
    if case .string(let value) = content { value } else { nil }
  }

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

  /// The text without leading and trailing white space.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
