/// A variation of a feature of a flag service, with the state and the values that it sets.
public struct ServiceVariation: Hashable, Sendable {
  /// The variation, with its name in the spelling of the flag service, which is not normalised.
  public var variation: TestVariation
  /// Whether the feature is enabled for users with the variation.
  public var isOn: Bool
  /// The values of variables that the variation sets; other variables have their default values.
  public var variables: [Variable]
  /// The names of the variables without a value in the variation, because the service sets a value
  /// of the wrong type.
  public var unset: [String]
  /// The origin of a variation that no rule of the feature selects, such as `holdout "control"`;
  /// `nil` for other variations.
  public var giver: String?

  /// Creates a variation; by default it enables the feature and sets no values.
  public init(
    _ variation: TestVariation,
    isOn: Bool = true,
    variables: [Variable] = [],
    unset: [String] = [],
    giver: String? = nil
  ) {
    self.variation = variation
    self.isOn = isOn
    self.variables = variables
    self.unset = unset
    self.giver = giver
  }
}

extension ServiceVariation {
  private static let randomOrigin = "random at each call: "

  /// Creates the outcome of a feature that has a random result at each call of an app.
  ///
  /// - Parameters:
  ///   - chances: The results with their probabilities, such as `on 30 %, off 70 %`.
  ///   - isOn: Whether the feature is on in each call.
  package init(random chances: String, isOn: Bool) {
    self.init(.random, isOn: isOn, giver: Self.randomOrigin + chances)
  }

  /// The results with their probabilities; `nil` unless the outcome is random at each call.
  package var chances: String? {
    guard variation == .random, let giver, giver.hasPrefix(Self.randomOrigin) else { return nil }
    return String(giver.dropFirst(Self.randomOrigin.count))
  }
}

extension TestVariation {
  /// The placeholder for a result that is random at each call of an app.
  static let random = TestVariation(name: "random")
}

extension Feature {
  /// Creates a feature of a flag service, which evaluates the feature itself.
  ///
  /// The names of the variations are not normalised. The variation of the user determines whether
  /// the feature is enabled. A feature with up to two variations is an A/B test, one with more an
  /// MVT test.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - variations: The variations, each name once.
  ///   - given: The variation of the user; `nil`, or a name that is not in `variations`, means that
  ///     the service has no variation for the user.
  ///   - variables: The variables with their default values.
  ///   - onOffOutcomes: The outcomes when an override forces the state of the feature.
  public init(
    service name: Name,
    description: String? = nil,
    section: String? = nil,
    variations: [ServiceVariation],
    given: TestVariation?,
    variables: [Variable] = [],
    onOffOutcomes: OnOffOutcomes = OnOffOutcomes()
  ) {
    self.init(
      FlagDefinition(
        name: name,
        detailText: description,
        traits: FlagDefinition.Traits(
          section: section,
          testVariations: variations.map(\.variation),
          testBiases: [],
          variables: variables,
          variationVariables: variations.map(\.variables),
          outcomes: variations,
          onOffOutcomes: onOffOutcomes,
          type: .featureTest(variations.count > 2 ? .mvt : .ab),
          enabled: true,
          isEvaluatedByService: true
        )
      )
    )
    if let outcome = variations.first(where: { $0.variation == given }) {
      serviceResult = ServiceResult(outcome: outcome, reason: .byDefault)
    }
  }

  /// Creates a feature of type ``FeatureType/value``.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - variables: The values that the service returns, usually a single one.
  public init(
    value name: Name,
    description: String? = nil,
    section: String? = nil,
    variables: [Variable]
  ) {
    self.init(
      service: name,
      description: description,
      section: section,
      variations: [],
      given: nil,
      variables: variables
    )
    definition.type = .value
  }
}

extension Feature {
  /// Creates a flag from the result that a flag service returned for one user; the result for other
  /// users is unknown.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - isOn: Whether the flag is on for the user.
  package init(
    flag name: Name,
    description: String? = nil,
    section: String? = nil,
    isOn: Bool
  ) {
    self.init(
      service: name,
      description: description,
      section: section,
      variations: [ServiceVariation(.enabled), ServiceVariation(.disabled, isOn: false)],
      given: isOn ? .enabled : .disabled
    )
    definition.type = .featureFlag
  }

  /// Creates a feature of type ``FeatureType/value`` from the value that a flag service returned for one
  /// user; the value for other users is unknown.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - outcome: The outcome for the user, with the value as its variable.
  package init(
    value name: Name,
    description: String? = nil,
    section: String? = nil,
    outcome: ServiceVariation
  ) {
    self.init(
      service: name,
      description: description,
      section: section,
      variations: [outcome],
      given: outcome.variation
    )
    definition.type = .value
  }
}

extension Feature {
  /// The variation that a flag service returns for the user.
  ///
  /// The variation is `nil` if the service has no variation for the user. It is also `nil` for features
  /// that no service evaluates: their assignment selects the variation. It need not be one of
  /// `testVariations`: a holdout has its own variation.
  public var given: TestVariation? { outcome?.variation }

  /// The outcomes of the flag service for the user whose variations are not in `testVariations`, so that
  /// an override cannot force them.
  ///
  /// The candidates are the outcome with the forced rules of the override, and the outcome without them.
  public var outcomesApart: [ServiceVariation] {
    var seen = Set(testVariations)
    return [activeOutcome, outcome].compactMap(\.self)
      .filter { seen.insert($0.variation).inserted }
  }

  /// The outcome of the flag service, after the override has forced variations of its rules or enabled the
  /// feature.
  var activeOutcome: ServiceVariation? {
    isReevaluated ? outcomeByForcedRules : outcome
  }

  /// Returns the state of a flag or a value that a flag service evaluates for each user.
  ///
  /// If the service has no outcome for the user, a flag is off, and a feature of type value has no value,
  /// unless an override sets it.
  func userFlagState() -> FeatureState {
    let outcome = override?.isOfRules == true ? activeOutcome : outcome
    let isOn = override?.enabled ?? outcome?.isOn ?? false
    let isKnown = outcome != nil || override?.enabled != nil
    let flagVariation = isOn ? testVariations.first : testVariations.last
    let isRandom = override?.enabled == nil && outcome?.chances != nil
    let hasFlagVariation = isKnown && !isRandom && type != .value
    return FeatureState(
      isEnabled: isOn,
      variation: hasFlagVariation ? flagVariation : outcome?.variation,
      isUnlocked: nil,
      variables: variables(of: outcome)
    )
  }

  /// Returns the state of a feature of a flag service, which has a variation even when it is
  /// disabled.
  func serviceState() -> FeatureState {
    if hasValues { return valueState() }
    let outcome = switchedOutcome
    let isOn = override?.enabled ?? outcome?.isOn ?? false
    // A disabled feature whose format declares its result has no variables. Any other disabled feature
    // has the default values of its variables, as in the SDKs of the services.
    let hasVariables = isOn || !definition.declaresResult
    return FeatureState(
      isEnabled: isOn,
      variation: outcome?.variation,
      isUnlocked: nil,
      variables: hasVariables ? variables(of: isOn ? outcome : nil) : []
    )
  }

  /// The outcome of the flag service after the override has forced the state or the variation of the
  /// feature.
  var switchedOutcome: ServiceVariation? {
    guard override?.enabled != false else { return definition.onOffOutcomes.off }
    let forced = forcedVariation.flatMap { forced in outcomes.first { $0.variation == forced } }
    let outcome = forced ?? activeOutcome
    return override?.enabled == true ? outcome ?? definition.onOffOutcomes.on : outcome
  }
}

/// The outcomes that the SDK of a flag service returns when an override forces only the state of a feature.
///
/// The definition of each feature states both outcomes once. The evaluation, the commands, the server
/// and the documents for SDKs all use these outcomes.
public struct OnOffOutcomes: Hashable, Sendable {
  /// Stores the outcomes on the heap, so that all features of a service can share one copy.
  private var box = Boxed<Outcomes>()

  private struct Outcomes: Hashable, Sendable {
    var on: ServiceVariation?
    var off: ServiceVariation?
  }

  /// The outcome of the feature when it is forced on and no rule has an outcome for the user; `nil` for none.
  public var on: ServiceVariation? { box.value?.on }
  /// The outcome of the feature when it is forced off; `nil` for none, so that an app uses its own default.
  public var off: ServiceVariation? { box.value?.off }

  /// Creates the outcomes; by default there are none.
  public init(on: ServiceVariation? = nil, off: ServiceVariation? = nil) {
    if on != nil || off != nil { box.value = Outcomes(on: on, off: off) }
  }
}
