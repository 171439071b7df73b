/// Why a decision does not go with a feature.
public enum DecisionError: Error, Hashable, Sendable {
  /// The feature has no such variation.
  case unknownVariation(found: String, wanted: [String])
  /// The feature has no such variable.
  case unknownVariable(found: String, wanted: [String])
  /// The value of a variable is not, and cannot become, one of its type.
  case wrongValue(variable: String, found: String, wanted: VariableType)
  /// Only a feature of a flag service has rules.
  case noRules
  /// The feature has no variations to choose from.
  case noVariations
  /// A value is neither on nor off.
  case noState
  /// Only an unlock flag can be locked and unlocked.
  case notAnUnlockFlag(FeatureType)
  /// A feature that is off cannot be unlocked.
  case disabled
  /// Nothing can be decided about a feature that is gone.
  case deprecated
}

extension DecisionError: CustomStringConvertible {
  /// What was found and what was wanted, in words.
  public var description: String {
    switch self {
    case .unknownVariation(let found, let wanted):
      "has no variation \"\(found)\", wanted one of \(wanted.joined(separator: ", "))"
    case .unknownVariable(_, let wanted) where wanted.isEmpty: "has no variables"
    case .unknownVariable(let found, let wanted):
      "has no variable \"\(found)\", wanted one of \(wanted.joined(separator: ", "))"
    case .wrongValue(let variable, let found, let wanted):
      "does not take \"\(found)\" for the variable \"\(variable)\", wanted \(wanted.wanted)"
    case .noRules: "has no rules"
    case .noVariations: "has no variations to choose from"
    case .noState: "is a value, neither on nor off: change its variable instead"
    case .notAnUnlockFlag(let type): "is of type \(type), wanted an Unlock Flag"
    case .disabled: "is disabled, and has to be enabled before it can be unlocked"
    case .deprecated: "is deprecated, so nothing can be decided about it"
    }
  }
}

extension Feature {
  /// The override that the feature has once something more is decided about it.
  ///
  /// - Throws: The reason, if the decision does not go with the feature.
  public func override(after decision: Decision) throws(DecisionError) -> Override {
    try override(after: decision, from: override)
  }

  /// What becomes of an override, which need not be the one in effect, by a decision.
  func override(
    after decision: Decision,
    from base: Override?
  ) throws(DecisionError) -> Override {
    guard type != .deprecated else { throw .deprecated }
    var override = base ?? Override()
    switch decision {
    case .enabled(let isEnabled):
      guard type != .value else { throw .noState }
      override.enabled = isEnabled
      // A variation of an on/off test is its state, so one of them is forced, never both.
      if type == .featureTest(.featureFlagAB) { override.variation = nil }
    case .variation(let variation):
      guard type != .value else { throw .noState }
      try Self.force(variation, of: self, in: &override)
    case .unlocked(let isUnlocked):
      guard type == .unlockFlag else { throw .notAnUnlockFlag(type) }
      guard !isUnlocked || state(in: .development).isEnabled else { throw .disabled }
      override.unlocked = isUnlocked
    case .variable(let name, let value?):
      override.variables[name] = try taken(value, for: name)
    case .variable(let name, nil):
      // What the configuration does not have any more can still be taken back.
      guard override.variables.removeValue(forKey: name) == nil else { break }
      _ = try type(of: name)
    case .rule(let rule, let wanted):
      guard isEvaluatedByService else { throw .noRules }
      if let wanted {
        override.rules[rule] = try required(wanted)
      } else {
        override.rules[rule] = nil
      }
    }
    return override
  }

  /// The variation as the feature spells it.
  private func required(_ wanted: TestVariation) throws(DecisionError) -> TestVariation {
    if let declared = declared(wanted) { return declared }
    throw .unknownVariation(found: wanted.rawValue, wanted: testVariations.map(\.rawValue))
  }

  private static func force(
    _ wanted: TestVariation,
    of feature: Feature,
    in override: inout Override
  ) throws(DecisionError) {
    let declared = feature.declared(wanted)
    let normalised = TestVariation(rawValue: wanted.rawValue)
    if let declared, feature.type.isTest {
      override.variation = declared
      override.enabled = nil
    } else if let declared {
      override.enabled = declared == feature.testVariations.first
    } else if feature.type.isTest, [.enabled, .disabled].contains(normalised) {
      override.enabled = normalised == .enabled
    } else {
      throw .unknownVariation(
        found: wanted.rawValue,
        wanted: feature.testVariations.map(\.rawValue)
      )
    }
  }
}
