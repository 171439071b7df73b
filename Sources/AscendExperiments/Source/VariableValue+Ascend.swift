import Documents
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

extension ExperimentVariable {
  /// Takes over a bare value of a document, without a type; what is none of the kinds is empty.
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
