import Documents
package import FeatureFlags

extension VariableValue {
  /// Converts an Ascend variable; lists, dictionaries and empty variables become JSON.
  package init(_ variable: ExperimentVariable) {
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
  /// Converts an overridden value to a variable without a type, which every getter can convert.
  ///
  /// JSON becomes a string, as in server responses.
  package init(_ value: VariableValue) {
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

extension ExperimentVariable {
  /// Converts a parsed value of a document to a variable without a type; null becomes the empty
  /// variable.
  init(_ node: Node) {
    let content: Content =
      switch node.value {
      case .bool(let flag): .bool(flag)
      case .number(let number): Int(exactly: number).map(Content.int) ?? .double(number)
      case .integer(let number): .int(number)
      case .string(let text, _): .string(text)
      case .list(let nodes): .list(nodes.map { ExperimentVariable($0) })
      case .object(let members):
        .dictionary(Dictionary(members.map { ($0.key, ExperimentVariable($0.node)) }) { $1 })
      case .null, .opaque: .empty
      }
    self.init(content)
  }
}
