import FeatureFlags

extension VariableValue {
  /// Reads the text of a datafile as a value of a datafile's type; a type not known is a text.
  ///
  /// `nil` if the text is not of that type; JSON has to be an object.
  init?(_ text: String, datafileType type: String) {
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
      // Why the text is not JSON does not matter: the variable is left out, and reported. JSON5 is
      // an error to the apps that are being tested, so it is one here.
      let node = try? JSONReader.read(Array(text.utf8), as: .json)
      guard let node, node.members != nil, let value = JSONValue(node) else { return nil }
      self = .json(value.sorted.text())
    default: self = .string(text)
    }
  }
}
