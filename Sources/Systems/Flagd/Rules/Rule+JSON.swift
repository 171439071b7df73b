import Documents
import FeatureFlags

extension Rule {
  /// The rule as JSON, with the shared rules in place of their references.
  var json: JSONValue {
    switch kind {
    case .value(let value): value.json
    case .list(let rules): .list(rules.map(\.json))
    case .variable(let path, nil): .object([("var", .string(path.text))])
    case .variable(let path, let otherwise?):
      .object([("var", .list([.string(path.text), otherwise.json]))])
    case .operation(let name, let operands):
      .object([(name.rawValue, .list(operands.map(\.json)))])
    case .spread(let name, let argument): .object([(name.rawValue, argument.json)])
    case .invalid(let reason): .string(reason)
    }
  }
}
