/// An outcome of a feature about which a flag service decides.
public struct ServiceVariation: Hashable, Sendable {
  /// The name.
  public var variation: TestVariation
  /// Whether the feature is on in it.
  public var isOn: Bool
  /// What it sets variables to.
  public var variables: [Variable]
  /// The variables that have no value in it, since what it sets them to is not of their type.
  public var unset: [String]
  /// What gives it where that is none of the feature's rules, such as `holdout "control"`.
  public var giver: String?

  /// Makes an outcome.
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
  /// Makes a feature about which a flag service decides.
  ///
  /// Its variations keep their names, whatever they are, and it is on where the variation that the
  /// user gets is. Up to two variations make an A/B test, more an MVT test.
  ///
  /// - Parameters:
  ///   - name: The name by which code asks for the feature.
  ///   - description: What the feature is about.
  ///   - section: The group under which the feature is listed.
  ///   - variations: The outcomes, each name once.
  ///   - given: The outcome for this user; one that is not among them counts as none.
  ///   - variables: The variables as they are where no outcome says otherwise.
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

  /// Makes a feature of type ``FeatureType/value``.
  ///
  /// - Parameters:
  ///   - name: The name by which code asks for the feature.
  ///   - description: What the feature is about.
  ///   - section: The group under which the feature is listed.
  ///   - variables: What the service gives, usually one value.
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
  /// The variation that the source itself puts this user into, as a flag service does.
  ///
  /// `nil` where the assignment decides, as in every document of features, and where the service
  /// has no variation for this user. It need not be one of `testVariations`: a holdout has its own.
  public var given: TestVariation? { outcome?.variation }

  /// What the service gives this user that is none of `testVariations`, and so cannot be forced.
  public var outcomesApart: [ServiceVariation] {
    var seen = Set(testVariations)
    return [outcomeInEffect, outcome].compactMap(\.self)
      .filter { seen.insert($0.variation).inserted }
  }

  /// What the service gives, with what a tester forced upon its rules.
  private var outcomeInEffect: ServiceVariation? {
    override?.rules.isEmpty == false ? outcomeByForcedRules : outcome
  }

  /// The state of a feature of a flag service, which has a variation also where it is off.
  func serviceState() -> FeatureState {
    let forced = forcedVariation.flatMap { forced in outcomes.first { $0.variation == forced } }
    let outcome = forced ?? outcomeInEffect
    let isOn = override?.enabled ?? outcome?.isOn ?? false
    // What is off has its variables by default, as the services' own libraries have it.
    return FeatureState(
      isEnabled: isOn,
      variation: outcome?.variation,
      isUnlocked: nil,
      variables: variables(of: isOn ? outcome : nil)
    )
  }
}
