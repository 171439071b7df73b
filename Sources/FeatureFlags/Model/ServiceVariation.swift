/// A variation of a feature that a flag service evaluates.
public struct ServiceVariation: Hashable, Sendable {
  /// The name of the variation.
  public var variation: TestVariation
  /// Whether the variation enables the feature.
  public var isOn: Bool
  /// The values that the variation sets.
  public var variables: [Variable]
  /// The names of variables that have no value in the variation, because it sets one of a wrong
  /// type.
  public var unset: [String]
  /// The origin of the variation if no rule of the feature selects it, such as `holdout "control"`.
  public var giver: String?

  /// Creates a variation.
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

extension Feature {
  /// Creates a feature that a flag service evaluates.
  ///
  /// The names of the variations are not normalised. The feature is enabled if the variation of the
  /// user enables it. Up to two variations make an A/B test, more an MVT test.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - variations: The variations, each name once.
  ///   - given: The variation of this user; a name that is not in `variations` counts as `nil`.
  ///   - variables: The variables with their default values.
  public init(
    service name: Name,
    description: String? = nil,
    section: String? = nil,
    variations: [ServiceVariation],
    given: TestVariation?,
    variables: [Variable] = []
  ) {
    self.init(
      FlagDefinition(
        name: name,
        section: section,
        detailText: description,
        testVariations: variations.map(\.variation),
        testBiases: [],
        labels: [],
        variables: variables,
        variationVariables: variations.map(\.variables),
        outcomes: variations,
        documentAssignment: OptionalAssignment(nil),
        type: .featureTest(variations.count > 2 ? .mvt : .ab),
        enabled: true,
        isDevelopment: false,
        unlocked: nil,
        isEvaluatedByService: true
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
  ///   - variables: The values that the service returns, usually one.
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
  /// The variation that a flag service returns for this user.
  ///
  /// `nil` where the assignment selects the variation, as in every document of features, and where
  /// the service has no variation for this user. The variation need not be one of `testVariations`:
  /// a holdout has its own.
  public var given: TestVariation? { outcome?.variation }

  /// The variations that the service returns for this user and that an override cannot force,
  /// because they are not in `testVariations`.
  public var outcomesApart: [ServiceVariation] {
    var seen = Set(testVariations)
    return [activeOutcome, outcome].compactMap(\.self)
      .filter { seen.insert($0.variation).inserted }
  }

  /// The variation that the service returns, with the forced rules of the override applied.
  private var activeOutcome: ServiceVariation? {
    override?.rules.isEmpty == false ? outcomeByForcedRules : outcome
  }

  /// The state of a feature of a flag service, which has a variation even when it is disabled.
  func serviceState() -> FeatureState {
    let forced = forcedVariation.flatMap { forced in outcomes.first { $0.variation == forced } }
    let outcome = forced ?? activeOutcome
    let isOn = override?.enabled ?? outcome?.isOn ?? false
    // A disabled feature has the default values of its variables, as in the SDKs of the services.
    return FeatureState(
      isEnabled: isOn,
      variation: outcome?.variation,
      isUnlocked: nil,
      variables: variables(of: isOn ? outcome : nil)
    )
  }
}
