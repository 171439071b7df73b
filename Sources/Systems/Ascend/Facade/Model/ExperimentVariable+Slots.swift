// The original SDK models a variable as optional properties, of which at most one is set. `content`
// is the equivalent enum, which a switch can match exhaustively.

extension ExperimentVariable {
  /// Creates a variable from the first argument that is not `nil`; without arguments, the empty
  /// variable.
  ///
  /// Use ``bool(_:)``, ``int(_:)`` and the other factories if the type is known at compile time.
  ///
  /// - Parameters:
  ///   - boolValue: A Boolean.
  ///   - intValue: An integer.
  ///   - int64Value: A 64-bit integer.
  ///   - doubleValue: A floating-point number.
  ///   - stringValue: A string.
  ///   - listValue: A list of variables.
  ///   - dictionaryValue: A dictionary of variables by name.
  ///   - dataType: The type that getters require; with `nil`, getters convert the value.
  public init(
    boolValue: Bool? = nil,
    intValue: Int? = nil,
    int64Value: Int64? = nil,
    doubleValue: Double? = nil,
    stringValue: String? = nil,
    listValue: [ExperimentVariable]? = nil,
    dictionaryValue: [String: ExperimentVariable]? = nil,
    dataType: DataType? = nil
  ) {
    let filled: [Content?] = [
      boolValue.map(Content.bool), intValue.map(Content.int), int64Value.map(Content.int64),
      doubleValue.map(Content.double), stringValue.map(Content.string),
      listValue.map(Content.list), dictionaryValue.map(Content.dictionary),
    ]
    self.init(filled.lazy.compactMap(\.self).first ?? .empty, dataType: dataType)
  }

  /// The Boolean, without conversion; `nil` if the variable has a different type.
  public var boolValue: Bool? { if case .bool(let value) = content { value } else { nil } }
  /// The integer, without conversion; `nil` if the variable has a different type.
  public var intValue: Int? { if case .int(let value) = content { value } else { nil } }
  /// The 64-bit integer, without conversion; `nil` if the variable has a different type.
  public var int64Value: Int64? { if case .int64(let value) = content { value } else { nil } }
  /// The floating-point number, without conversion; `nil` if the variable has a different type.
  public var doubleValue: Double? { if case .double(let value) = content { value } else { nil } }
  /// The string, without conversion; `nil` if the variable has a different type.
  public var stringValue: String? { if case .string(let value) = content { value } else { nil } }
  /// The elements of a list; `nil` if the variable is not a list.
  public var listValue: [ExperimentVariable]? {
    if case .list(let values) = content { values } else { nil }
  }
  /// The values of a dictionary by name, the same as ``variables``; `nil` if the variable is not a
  /// dictionary.
  public var dictionaryValue: [String: ExperimentVariable]? { variables }

  /// The value as `Any`; `nil` for the empty variable.
  ///
  /// Prefer ``content``, which has a static type.
  public var value: Any? {
    switch content {
    case .empty: nil
    case .bool(let value): value
    case .int(let value): value
    case .int64(let value): value
    case .double(let value): value
    case .string(let value): value
    case .list(let values): values
    case .dictionary(let values): values
    }
  }

  /// Whether the variable has a value: `false` only for the empty variable.
  public var hasValue: Bool { content != .empty }
}

// Converts between variables and the untyped values in the dictionaries of an app.

extension ExperimentVariable {
  /// Converts an untyped value: a Boolean, a number, a string, or a list or dictionary of such
  /// values.
  ///
  /// - Returns: The variable; `nil` for a value of an unsupported type, and for a list or
  ///   dictionary that contains one.
  init?(plain value: Any) {
    switch value {
    case let value as ExperimentVariable: self = value
    case let value as Bool: self.init(.bool(value))
    case let value as any BinaryInteger:
      guard let number = Int(exactly: value) else { return nil }
      self.init(.int(number))
    case let value as any BinaryFloatingPoint: self.init(.double(Double(value)))
    case let value as String: self.init(.string(value))
    case let values as [Any]:
      let variables = values.compactMap { ExperimentVariable(plain: $0) }
      guard variables.count == values.count else { return nil }
      self.init(.list(variables))
    case let values as [String: Any]:
      let variables = values.compactMapValues { ExperimentVariable(plain: $0) }
      guard variables.count == values.count else { return nil }
      self.init(.dictionary(variables))
    default: return nil
    }
  }

  /// The untyped value, in which lists and dictionaries contain no `ExperimentVariable`; `nil` for
  /// the empty variable.
  var plain: Any? {
    switch content {
    case .list(let values): values.compactMap(\.plain)
    case .dictionary(let values): values.compactMapValues(\.plain)
    case .empty, .bool, .int, .int64, .double, .string: value
    }
  }
}
