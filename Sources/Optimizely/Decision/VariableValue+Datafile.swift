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
      // Why the text is not JSON does not matter: the variable is left out, and reported.
      guard StrictJSON.allows(text), let value = try? DataValue(json: text), case .object = value
      else { return nil }
      self = .json(value.description)
    default: self = .string(text)
    }
  }
}
