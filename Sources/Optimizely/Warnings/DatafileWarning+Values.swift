import FeatureFlags

extension Datafile.Variable {
  /// Whether a text is a valid value of the variable that JSON can represent.
  fileprivate func isReadable(_ text: String) -> Bool {
    VariableValue(text, datafileType: type)?.isJSON == true
  }
}

extension FlagIndex.Flag {
  /// Warnings about values that are not of their variable's type, which the SDKs exclude.
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

  /// Warnings about the values of a variation, or without one about the defaults of the flag.
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
