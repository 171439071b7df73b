import FeatureFlags

extension VariableValue {
  /// A variable of the library as one of the model; what is no single value is JSON.
  init(_ variable: ExperimentVariable) {
    self =
      switch variable.content {
      case .bool(let value): .boolean(value)
      case .int(let value): .integer(value)
      case .int64(let value): .integer(Int(value))
      case .double(let value) where value.isFinite: .double(value)
      case .string(let value): .string(value)
      case .double, .list, .dictionary, .empty: .json(variable.description)
      }
  }
}

extension ExperimentVariable {
  /// A value that a tester chose, without a type, so that each call can read what fits.
  ///
  /// JSON is a text, as it is when it comes from the server.
  init(_ value: VariableValue) {
    let content: Content =
      switch value {
      case .boolean(let value): .bool(value)
      case .integer(let value): .int(value)
      case .double(let value): .double(value)
      case .string(let text), .json(let text): .string(text)
      }
    self.init(content)
  }
}
