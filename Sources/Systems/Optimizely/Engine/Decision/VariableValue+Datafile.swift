import Documents
import FeatureFlags

extension VariableValue {
  /// Parses the text of a variable in a datafile; `nil` if the text is not a value of the
  /// variable's type.
  ///
  /// Values of unknown types are strings; JSON values must be objects.
  package init?(_ text: String, datafileType type: String) {
    switch type {
    case "integer":
      guard let number = Int(text) else { return nil }
      self = .integer(number)
    case "double":
      guard let number = Double(text) else { return nil }
      self = .double(number)
    case "boolean":
      guard let flag = Bool(text) else { return nil }
      self = .boolean(flag)
    case "json":
      // Drops the parse error: the variable is excluded and reported. JSON5 is not accepted,
      // because the SDKs do not accept it.
      let node = try? JSONReader.read(Array(text.utf8), as: .json)
      guard let node, node.members != nil, let value = JSONValue(node) else { return nil }
      self = .json(value.sorted.text())
    default: self = .string(text)
    }
  }
}
