// Converts between variables and the untyped values in dictionaries of an app.

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
