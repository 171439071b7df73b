import Documents
package import FeatureFlags

extension UnleashFlag {
  /// The variation of a flag that is off, or that has no variant for the user.
  static let disabled = FlagDefinition.noVariation
  /// The outcome of a flag with variants while it is off.
  private static let off = ServiceVariation(disabled, isOn: false)
  /// The outcome of a flag with variants that is on, but has no variant for the user.
  private static let onWithoutVariant = ServiceVariation(disabled)
  /// The outcomes of a flag without variants.
  private static let switched = (
    on: ServiceVariation(.enabled), off: ServiceVariation(.disabled, isOn: false)
  )

  /// The outcomes for a flag without variants whose state is forced.
  private static let forcedSwitch = OnOffOutcomes(off: switched.off)
  /// The outcomes for a flag with variants whose state is forced.
  private static let forcedVariant = OnOffOutcomes(off: off)

  /// The flag in Halyard's model: a test with a payload if the flag has variants, and otherwise a flag.
  var feature: Feature {
    var names: Set<TestVariation> = []
    let variants = allVariants.filter { names.insert(TestVariation(name: $0.name)).inserted }
    let outcomes = variants.map(\.outcome).filter { $0.variation != Self.disabled }
    var feature = Feature(
      service: name,
      description: description,
      section: project,
      type: variants.isEmpty ? .featureFlag : nil,
      isEnabled: isEnabled,
      variations: variants.isEmpty
        ? [Self.switched.on, Self.switched.off] : outcomes + [Self.off],
      result: .variation,
      metadata: metadata,
      onOffOutcomes: variants.isEmpty ? Self.forcedSwitch : Self.forcedVariant
    )
    // Declares the payload if the feature has no variables yet: the first of several variants with the
    // same name may have no payload.
    if feature.declaredVariables.isEmpty {
      feature.declare(allVariants.lazy.compactMap(\.outcome.variables.first).prefix(1).map(\.self))
    }
    return feature.called(type)
  }

  private var metadata: [FlagDefinition.Metadatum] {
    var metadata: [FlagDefinition.Metadatum] = []
    if let type { metadata.append(.init(key: "type", value: .string(type))) }
    if isStale { metadata.append(.init(key: "stale", value: true)) }
    return metadata
  }

  /// Converts the result of a call to an outcome of the feature.
  ///
  /// - Parameters:
  ///   - decision: The result of the call, before overrides of strategies.
  ///   - forcing: The forced variants, by the key of the strategy.
  /// - Returns: The outcome, with the forced variant of the strategy if there is one.
  func outcome(
    of decision: UnleashDecision,
    forcing: [String: TestVariation]
  ) -> ServiceVariation {
    guard decision.isEnabled else { return variantNames.isEmpty ? Self.switched.off : Self.off }
    if !forcing.isEmpty, let index = decision.strategy,
      let variant = forcing[strategies[index].key].flatMap(variant)
    {
      return variant.outcome
    }
    if let variant = decision.variant { return variant.outcome }
    return variantNames.isEmpty ? Self.switched.on : Self.onWithoutVariant
  }

  /// Returns the strategies for which a variant can be forced.
  ///
  /// - Parameter audience: Returns a description of the users for whom a strategy holds.
  /// - Returns: The strategies; empty for a flag without variants.
  func rules(audience: (UnleashStrategy) -> String) -> [ServiceRule] {
    var names: Set<TestVariation> = []
    let variations = allVariants.map { TestVariation(name: $0.name) }
      .filter { names.insert($0).inserted }
    guard !variations.isEmpty else { return [] }
    return strategies.enumerated().map { index, strategy in
      ServiceRule(
        key: strategy.key,
        kind: strategy.title == nil ? "strategy" : "strategy \(strategy.name)",
        variations: variations,
        name: "strategy \(index + 1) \"\((strategy.title ?? strategy.name).excerpt)\"",
        audience: audience(strategy)
      )
    }
  }
}

extension Feature {
  /// The state that an override forces; `nil` if the strategies of the flag decide.
  package var forcedUnleashState: Bool? {
    if let state = override?.enabled { return state }
    return type.isTest ? forcedVariation.map { $0 != UnleashFlag.disabled } : nil
  }
}
