// The original models a variable as optional properties of which at most one is set. `content` is
// the same as an enum, which a switch can match exhaustively.

extension ExperimentVariable {
  /// Makes a variable of the first argument that is not `nil`; the empty variable without
  /// arguments.
  ///
  /// Use ``bool(_:)``, ``int(_:)`` and the other factories if the type is known at compile time.
  ///
  /// - Parameters:
  ///   - boolValue: True or false.
  ///   - intValue: An integer.
  ///   - int64Value: A 64-bit integer.
  ///   - doubleValue: A floating-point number.
  ///   - stringValue: A text.
  ///   - listValue: Values in order.
  ///   - dictionaryValue: Values by name.
  ///   - dataType: The type that getters require; `nil` makes getters convert the value.
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

  /// The value if it is a Boolean, without conversion.
  public var boolValue: Bool? { if case .bool(let value) = content { value } else { nil } }
  /// The value if it is an integer, without conversion.
  public var intValue: Int? { if case .int(let value) = content { value } else { nil } }
  /// The value if it is a 64-bit integer, without conversion.
  public var int64Value: Int64? { if case .int64(let value) = content { value } else { nil } }
  /// The value if it is a floating-point number, without conversion.
  public var doubleValue: Double? { if case .double(let value) = content { value } else { nil } }
  /// The value if it is a text, without conversion.
  public var stringValue: String? { if case .string(let value) = content { value } else { nil } }
  /// The values in order if the variable is a list.
  public var listValue: [ExperimentVariable]? {
    if case .list(let values) = content { values } else { nil }
  }
  /// The values by name if the variable is a dictionary; the same as ``variables``.
  public var dictionaryValue: [String: ExperimentVariable]? { variables }

  /// The value without its static type; `nil` for the empty variable.
  ///
  /// Prefer ``content``, which is typed.
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

  /// Whether this is not the empty variable.
  public var hasValue: Bool { content != .empty }
}
