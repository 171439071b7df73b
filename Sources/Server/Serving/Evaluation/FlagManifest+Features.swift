import Documents
package import FeatureFlags
package import OFREP

extension FlagManifest {
  /// Creates a manifest with the keys that clients of OpenFeature can evaluate: those of the features, and
  /// those of their parts, such as `KEY.VARIABLE`.
  ///
  /// The default is the value without an override, and without a user: the first variation of a test, and
  /// off for an on/off test. A key whose value has no known type is left out.
  package init(_ features: [Feature]) {
    var flags: [Flag] = []
    for feature in features where !feature.isRemoved {
      let feature = feature.withoutUser
      for part in FlagKey.parts(of: feature) {
        guard let result = ServedResult(part, of: feature, origin: nil),
          let value = result.value.manifestValue ?? feature.defaultValue(of: part)
        else { continue }
        let key = FlagKey.key(part, of: feature)
        flags.append(Flag(key: key, value: value, description: feature.definition.detailText))
      }
    }
    self.init(flags: flags)
  }
}

extension Feature {
  /// The feature with a state that is the same for every user and every start of the program.
  fileprivate var withoutUser: Feature {
    guard definition.usesAssignment else { return overridden(by: nil) }
    if type == .featureTest(.featureFlagAB) { return overridden(by: Override(enabled: false)) }
    return overridden(
      by: Override(enabled: definition.enabled, variation: testVariations.first)
    )
  }

  /// The default of a part without a result, for which an app uses the default in its code.
  fileprivate func defaultValue(of part: ServedResult.Part) -> VariableValue? {
    let variables = definition.variables + definition.variationVariables.joined()
    switch part {
    case .enabled, .unlocked: return .boolean(false)
    case .variables: return nil
    case .variable(let name): return variables.first { $0.name == name }?.value
    case .feature:
      switch definition.result {
      case .state: return .boolean(false)
      case .variation: return .string(testVariations.first?.rawValue ?? "")
      case .value: return variables.first?.value
      }
    }
  }
}

extension ServedResult.Value {
  /// The value with its type; `nil` for ``none``.
  fileprivate var manifestValue: VariableValue? {
    switch self {
    case .boolean(let flag): .boolean(flag)
    case .variation(let name): .string(name)
    case .variable(let value): value
    case .variables(let variables): .json(JSONValue(variables).text())
    case .none: nil
    }
  }
}
