import FeatureFlags

extension Datafile.Variable {
  /// Whether a text is a value of the variable, and one that JSON can hold.
  fileprivate func isReadable(_ text: String) -> Bool {
    VariableValue(text, datafileType: type)?.isJSON == true
  }
}

extension FlagIndex.Flag {
  /// The values of variables that are not of their types, so that apps get none.
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

  /// The values that a variation, or without one the flag itself, sets to what cannot be read.
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
