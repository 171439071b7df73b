import FeatureFlags

extension FlagIndex.Flag {
  /// The values of variables that are not of their types, so that apps get none.
  var unreadableValues: [DatafileWarning] {
    let defaults = variables.defaults.reasons.isEmpty ? [] : warnings(in: nil)
    var seen: Set<String> = []
    return (experiments + deliveries).flatMap(\.variations).reduce(into: defaults) {
      guard $1.values?.reasons.isEmpty == false, seen.insert($1.id).inserted else { return }
      $0 += warnings(in: $1.source)
    }
  }

  /// The values that a variation, or without one the flag itself, sets to what cannot be read.
  private func warnings(in variation: Datafile.Variation?) -> [DatafileWarning] {
    variables.variables.compactMap { variable in
      let setting = variation?.variables.first { $0.id == variable.id }?.value
      guard let text = variation == nil ? variable.defaultValue : setting else { return nil }
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
