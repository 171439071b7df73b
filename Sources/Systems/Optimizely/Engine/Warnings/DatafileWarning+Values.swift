import FeatureFlags

extension Datafile.Variable {
  /// Whether the text is a value of the variable's type that JSON can represent.
  fileprivate func isReadable(_ text: String) -> Bool {
    VariableValue(text, datafileType: type)?.isJSON == true
  }
}

extension FlagIndex.Flag {
  /// The warnings about values that do not have the type of their variable; the SDKs exclude such
  /// values.
  var unreadableValues: [DatafileWarning] {
    guard !variables.variables.isEmpty else { return [] }
    let byID = Dictionary(grouping: variables.variables, by: \.id)
    var seen: Set<String> = []
    var warnings = variables.defaults.reasons.isEmpty ? [] : warnings(in: nil)
    for variation in rules.flatMap(\.variations) where variation.source.setsVariables {
      let isUnreadable = variation.source.variables.contains { setting in
        byID[setting.id]?.contains { !$0.isReadable(setting.value) } == true
      }
      guard isUnreadable, seen.insert(variation.id).inserted else { continue }
      warnings += self.warnings(in: variation.source)
    }
    return warnings
  }

  /// Returns the warnings about the values of a variation, or about the defaults if `variation` is
  /// `nil`.
  private func warnings(in variation: Datafile.Variation?) -> [DatafileWarning] {
    let settings = variation?.settings ?? [:]
    return variables.variables.compactMap { variable in
      guard let text = variation == nil ? variable.defaultValue : settings[variable.id] else {
        return nil
      }
      let value = VariableValue(text, datafileType: variable.type)
      guard value?.isJSON != true else { return nil }
      return .unreadableValue(
        flag: key,
        variation: variation?.key,
        variable: variable.key,
        found: text,
        type: variable.type,
        hidesAll: value != nil
      )
    }
  }
}
