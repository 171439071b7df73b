/// An outcome of a feature about which a flag service decides.
public struct ServiceVariation: Hashable, Sendable {
  /// The name.
  public var variation: TestVariation
  /// Whether the feature is on in it.
  public var isOn: Bool
  /// What it sets variables to.
  public var variables: [Variable]

  /// Makes an outcome.
  public init(_ variation: TestVariation, isOn: Bool = true, variables: [Variable] = []) {
    self.variation = variation
    self.isOn = isOn
    self.variables = variables
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
    self.name = name
    self.section = section
    detailText = description
    type = .featureTest(variations.count > 2 ? .mvt : .ab)
    enabled = true
    isDevelopment = false
    unlocked = nil
    testVariations = variations.map(\.variation)
    testBiases = []
    labels = []
    self.variables = variables
    variationVariables = variations.map(\.variables)
    self.given = variations.first { $0.variation == given }?.variation
    isDecidedByService = true
    offVariations = Set(variations.filter { !$0.isOn }.map(\.variation))
    assignment = nil
    override = nil
  }

  /// Makes a feature that is a value of a flag service, and neither on nor off.
  ///
  /// Its type is that of a flag which is on, for apps that ask.
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
    type = .featureFlag
  }

  /// Whether the feature is a value of a flag service, which has no state.
  public var isValue: Bool { isDecidedByService && type == .featureFlag }
}
