/// A type that an app reads a variable as.
protocol ExperimentScalar: Sendable {
  /// The type that a variable must have, if it is known.
  static var dataType: DataType { get }
  /// What an app gets where there is no value.
  static var fallback: Self { get }
  /// The value, if it is exactly of this type.
  static func exact(_ content: ExperimentVariable.Content) -> Self?
  /// The value of a variable whose type is not known, converted where that is possible.
  static func converted(_ content: ExperimentVariable.Content) -> Self?
}

extension ExperimentVariable {
  /// The value as an app reads it: of the type that is known, or else converted.
  func scalar<Scalar: ExperimentScalar>() -> Scalar {
    if let dataType, dataType != Scalar.dataType { return Scalar.fallback }
    return Scalar.converted(content) ?? Scalar.fallback
  }

  /// The value for a call that converts nothing; `nil` for a value of another type.
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
    default: nil
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
    default: nil
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
    default: nil
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
    default: nil
    }
  }
}

extension Double {
  /// Reads a number, but neither infinity nor what is no number: JSON has no way to keep them.
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

  /// The text without the white space around it.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
