/// The result that an app gets when it looks up a feature by its name alone.
public enum ValueKind: Hashable, Sendable {
  /// Whether the feature is on; an app can look up its variation separately.
  case state
  /// The name of the variation.
  case variation
  /// The value, which is the variable ``FlagDefinition/valueVariable`` of the feature.
  case value
}

extension FlagDefinition {
  /// The name of the variable that has the value of a feature, or of its variation.
  public static let valueVariable = "value"
  /// The name of the variable with a variation's payload, for a flag whose result is the variation.
  package static let payloadVariable = "payload"
  /// The placeholder variation of a flag whose result is a variation, if the flag is off or no variation
  /// is selected.
  package static let noVariation = TestVariation(name: "disabled")
}

extension Feature {
  /// Creates a feature of a flag service whose variations have values.
  ///
  /// A feature whose values are `true` and `false` is a flag: it is on with the value `true`. Any
  /// other feature is a test, with the variable ``FlagDefinition/valueVariable``.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - type: The type of the feature; `nil` for a test.
  ///   - isEnabled: Whether the document enables the feature.
  ///   - variations: The variations, each name once.
  ///   - variables: The variables with their default values.
  ///   - result: The result that an app gets for the name of the feature.
  ///   - metadata: The facts about the feature that its document states for apps.
  ///   - onOffOutcomes: The outcomes when an override forces the state of the feature.
  package init(
    service name: Name,
    description: String? = nil,
    section: String? = nil,
    type: FeatureType? = nil,
    isEnabled: Bool = true,
    variations: [ServiceVariation],
    variables: [Variable] = [],
    result: ValueKind,
    metadata: [FlagDefinition.Metadatum] = [],
    onOffOutcomes: OnOffOutcomes = OnOffOutcomes()
  ) {
    self.init(
      service: name,
      description: description,
      section: section,
      variations: variations,
      given: nil,
      variables: variables,
      onOffOutcomes: onOffOutcomes
    )
    definition.declare(type: type, isEnabled: isEnabled, result: result, metadata: metadata)
  }
}

extension Allocation {
  /// Returns the allocation of a feature that only the flag service can evaluate for the user.
  package static func undecided(_ reason: String) -> Allocation {
    let fact = FlagDefinition.Metadatum(key: undecidedKey, value: .string(reason))
    return .outcome(nil, reason: .unknown, metadata: [fact])
  }

  fileprivate static let undecidedKey = "undecided"
}

extension FlagDefinition {
  fileprivate mutating func declare(
    type: FeatureType?,
    isEnabled: Bool,
    result: ValueKind,
    metadata: [Metadatum]
  ) {
    change {
      $0.type = type ?? $0.type
      $0.enabled = isEnabled
      $0.result = result
      $0.metadata = metadata
    }
  }
}

extension Feature {
  /// Whether each variation of the feature has a value, which is the result that an app gets.
  package var hasValues: Bool { type.isTest && definition.result == .value }

  /// Whether an app gets its own default, because the flag service has no result for the user.
  package var isLeftToApp: Bool {
    guard definition.declaresResult else { return false }
    if hasValues { return state(in: .development).variables.isEmpty }
    return type == .featureFlag && override?.enabled == nil && outcome == nil
  }

  /// Whether the feature has no result because the flag service needs a targeting key, and there is no
  /// user or the user has no key.
  ///
  /// An override that enables the feature leaves its result to the rules, which also need a user.
  package var lacksTargetingKey: Bool {
    failure?.code == .targetingKeyMissing && override?.enabled != false && isLeftToApp
  }

  /// The reason why only the flag service can evaluate the feature for the user, such as a missing property;
  /// `nil` for a feature with a result or an override.
  package var undecidedReason: String? {
    guard !isForcedForUser, outcome == nil else { return nil }
    return evaluationMetadata.first { $0.key == Allocation.undecidedKey }?.value.text
  }

  /// The results with their probabilities, such as `on 30 %, off 70 %`; `nil` unless the result is
  /// random at each call of an app.
  package var chances: String? {
    let isDecided =
      forcedVariation != nil || override?.enabled == false
      || override?.enabled == true && type == .featureFlag
    return isDecided ? nil : activeOutcome?.chances
  }

  /// The value that an app gets; `nil` if the app uses its own default.
  package var value: VariableValue? {
    let state = state(in: .development)
    if hasValues { return state.value(of: FlagDefinition.valueVariable) }
    return isLeftToApp ? nil : .boolean(state.isEnabled)
  }

  /// Evaluates the state of a feature whose variations have values; it is on if it has a value.
  ///
  /// If a value is forced, the variation is the last one with this value, or `nil` if no variation has it.
  func valueState() -> FeatureState {
    let name = FlagDefinition.valueVariable
    let isOff = override?.enabled == false
    let outcome = switchedOutcome
    // A feature that is forced off has no value, not even a forced one, unless its flag service defines
    // a value for the disabled feature.
    let values = isOff ? outcome?.variables ?? [] : variables(of: outcome)
    var variation = outcome?.variation
    if !isOff, override?.variables[name] != nil,
      let value = values.first(where: { $0.name == name })
    {
      variation = outcomes.last { $0.variables.contains(value) }?.variation
    }
    return FeatureState(
      isEnabled: !isOff && !values.isEmpty,
      variation: variation,
      isUnlocked: nil,
      variables: values
    )
  }
}

extension Collection<Feature> {
  /// Whether the features have no results because there is no user; overridden features have results
  /// anyway.
  package var lackUser: Bool { first { !$0.isOverridden }?.lacksTargetingKey ?? false }
}
