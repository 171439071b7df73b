import Documents

/// One change that a tester makes to the override of a feature.
public enum OverrideChoice: Hashable, Sendable {
  /// Forces the feature on or off.
  case enabled(Bool)
  /// Forces a variation of a test.
  case variation(TestVariation)
  /// Forces an unlock flag to be unlocked or locked.
  case unlocked(Bool)
  /// Forces the value of the variable with the given name; `nil` resets the variable.
  case variable(String, VariableValue?)
  /// Forces the variation that the rule with the given key selects; `nil` resets the rule.
  case rule(String, TestVariation?)
}

/// The reason why a feature rejects a change of its override.
public enum OverrideError: Error, Hashable, Sendable {
  /// The feature has no variation with the name `found`; `expected` lists its variations.
  case unknownVariation(found: String, expected: [String])
  /// The feature has no variable with the name `found`; `expected` lists its variables.
  case unknownVariable(found: String, expected: [String])
  /// The value `found` cannot be converted to the type of the variable.
  case wrongValue(variable: String, found: String, expected: VariableType)
  /// A rule is overridden, but the feature has none: only features of a flag service have rules.
  case noRules
  /// A variation is forced, but the feature has no variations.
  case noVariations
  /// A feature of type value is neither on nor off, so that its state cannot be forced.
  case noState
  /// The feature, of the given type, is not an unlock flag, so that it cannot be locked or
  /// unlocked.
  case notAnUnlockFlag(FeatureType)
  /// The feature is disabled, so that it cannot be unlocked.
  case disabled
  /// The feature is deprecated, so that it cannot be overridden.
  case deprecated
}

extension OverrideError: CustomStringConvertible {
  /// The error message, with the found and the expected value.
  public var description: String {
    switch self {
    case .unknownVariation(let found, let expected) where expected.isEmpty:
      "has no variation \"\(found)\", and no other one"
    case .unknownVariation(let found, let expected):
      "has no variation \"\(found)\", " + Self.expectation(expected, found: found)
    case .unknownVariable(_, let expected) where expected.isEmpty: "has no variables"
    case .unknownVariable(let found, let expected):
      "has no variable \"\(found)\", " + Self.expectation(expected, found: found)
    case .wrongValue(let variable, let found, let expected):
      "does not accept \"\(found)\" for the variable \"\(variable)\", expected \(expected.valueText)"
        + (expected.fault(in: found).map { "; \($0)" } ?? "")
    case .noRules: "has no rules"
    case .noVariations: "has no variations to choose from"
    case .noState: "is a value, neither on nor off: change its variable instead"
    case .notAnUnlockFlag(let type): "is of type \(type), expected an Unlock Flag"
    case .disabled: "is disabled, and has to be enabled before it can be unlocked"
    case .deprecated: "is deprecated, so it cannot be overridden"
    }
  }

  /// Returns the end of an error message: the expected names without duplicates, and the one nearest to
  /// the found name.
  private static func expectation(_ expected: [String], found: String) -> String {
    var known: Set<String> = []
    let names = expected.filter { known.insert($0).inserted }
    let nearest = NameSuggestions.nearest(to: found, among: names).first
    return "expected one of \(names.joined(separator: ", "))"
      + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}

extension Feature {
  /// Returns the override of the feature with one more change; the feature itself is not modified.
  ///
  /// - Throws: The reason why the feature rejects the change.
  public func override(after choice: OverrideChoice) throws(OverrideError) -> Override {
    try override(after: choice, from: override)
  }

  /// Returns the override `base` with one more change; `base` need not be the active override.
  package func override(
    after choice: OverrideChoice,
    from base: Override?
  ) throws(OverrideError) -> Override {
    guard type != .deprecated else { throw .deprecated }
    var override = base ?? Override()
    switch choice {
    case .enabled(let isEnabled):
      guard type != .value else { throw .noState }
      override.enabled = isEnabled
      // Resets the forced variation of an on/off test: its variations are the states on and off, so that
      // a forced variation could contradict the forced state.
      if type == .featureTest(.featureFlagAB) { override.variation = nil }
    case .variation(let variation):
      guard type != .value else { throw .noState }
      try Self.force(variation, of: self, in: &override)
    case .unlocked(let isUnlocked):
      guard type == .unlockFlag else { throw .notAnUnlockFlag(type) }
      guard !isUnlocked || state(in: .development).isEnabled else { throw .disabled }
      override.unlocked = isUnlocked
    case .variable(let name, let value?):
      override.variables[name] = try converted(value, for: name)
      // A forced value replaces a forced state and a forced variation, which could contradict it.
      if hasValues, name == FlagDefinition.valueVariable {
        (override.enabled, override.variation) = (nil, nil)
      }
    case .variable(let name, nil):
      // The configuration may have removed the variable: its override is reset anyway.
      guard override.variables.removeValue(forKey: name) == nil else { break }
      _ = try type(of: name)
    case .rule(let rule, let expected):
      guard isEvaluatedByService else { throw .noRules }
      if let expected {
        override.rules[rule] = try declaredVariation(expected)
      } else {
        override.rules[rule] = nil
      }
    }
    return override
  }

  /// Returns the variation in the spelling of the feature, which may differ in letter case.
  ///
  /// - Throws: `unknownVariation` if the feature has no such variation.
  private func declaredVariation(_ expected: TestVariation) throws(OverrideError) -> TestVariation {
    if let declared = declared(expected) { return declared }
    throw .unknownVariation(found: expected.rawValue, expected: testVariations.map(\.rawValue))
  }

  private static func force(
    _ expected: TestVariation,
    of feature: Feature,
    in override: inout Override
  ) throws(OverrideError) {
    let declared = feature.declared(expected)
    let normalised = TestVariation(rawValue: expected.rawValue)
    if let declared, feature.type.isTest {
      override.variation = declared
      override.enabled = nil
      if feature.hasValues { override.variables[FlagDefinition.valueVariable] = nil }
    } else if let declared {
      override.enabled = declared == feature.testVariations.first
    } else if [.enabled, .disabled].contains(normalised) {
      override.enabled = normalised == .enabled
    } else {
      throw .unknownVariation(
        found: expected.rawValue,
        expected: feature.testVariations.map(\.rawValue)
      )
    }
  }
}
