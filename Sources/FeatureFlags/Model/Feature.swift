/// The view of a feature for one user: its definition, the allocation of the user, and the
/// override.
///
/// ```swift
/// let feature = Feature(name: "checkout", testVariations: ["one page", "two pages"])
/// let state = feature.state(in: .release)
/// print(feature.type, state.isEnabled, state.variation ?? .unassigned)
/// ```
public struct Feature: Hashable, Sendable {
  /// The name of a feature.
  public typealias Name = FeatureName

  /// The definition, which is the same for every user.
  public internal(set) var definition: FlagDefinition
  private var serviceResultBox = Boxed<ServiceResult>()
  private var overrideBox = Boxed<Override>()
  /// The assignment of this user in 0...100, which selects a variation by the biases; `nil` until
  /// it is drawn.
  public internal(set) var assignment: Double? {
    get { userAssignment.value }
    set { userAssignment.value = newValue }
  }
  private var userAssignment: OptionalAssignment
  /// Whether the source no longer has the feature, which is listed only because it has an override.
  package var isRemoved: Bool { definition.isRemoved }

  /// Makes the feature of a definition, with the assignment of the document and without an outcome.
  init(_ definition: FlagDefinition) {
    self.definition = definition
    userAssignment = OptionalAssignment(definition.assignment)
  }

  /// The result of a flag service for one user.
  struct ServiceResult: Hashable, Sendable {
    var outcome: ServiceVariation?
    var rule: String?
    var reason: EvaluationReason?
    /// The outcome with the forced rules of the override.
    var forcedOutcome: ServiceVariation?
  }

  /// The override of a tester.
  public internal(set) var override: Override? {
    get { overrideBox.value }
    set { overrideBox.value = newValue }
  }

  /// The variation that a flag service returns for this user; `nil` for none.
  package var outcome: ServiceVariation? { serviceResult?.outcome }

  /// The rule of the flag service that selected the outcome; `nil` for none.
  var rule: String? { serviceResult?.rule }

  /// Why the flag service selected the outcome; `nil` before the evaluation.
  var outcomeReason: EvaluationReason? { serviceResult?.reason }

  /// The result of a flag service for this user; `nil` before the evaluation.
  var serviceResult: ServiceResult? {
    get { serviceResultBox.value }
    set { serviceResultBox.value = newValue }
  }

  /// The variation that the service returns with the forced rules of the override.
  package var outcomeByForcedRules: ServiceVariation? {
    get { serviceResult?.forcedOutcome }
    set {
      guard newValue != nil || serviceResult != nil else { return }
      var result = serviceResult ?? ServiceResult()
      result.forcedOutcome = newValue
      serviceResult = result
    }
  }

  /// The feature without the override of a tester.
  public var configured: Feature {
    var feature = self
    feature.override = nil
    return feature
  }
}

// MARK: The definition

extension Feature {
  /// The name by which code looks up the feature.
  public var name: Name { definition.name }
  /// The group under which the feature is listed; `nil` is Uncategorized.
  public var section: String? { definition.section }
  /// The description in the configuration.
  public var detailText: String? { definition.detailText }
  /// The type of the feature.
  public var type: FeatureType { definition.type }
  /// Whether the configuration enables the feature.
  public var enabled: Bool { definition.enabled }
  /// Whether the feature is under development, and so off in release builds.
  public internal(set) var isDevelopment: Bool {
    get { definition.isDevelopment }
    set { definition.isDevelopment = newValue }
  }
  /// Whether the configuration unlocks the feature; `nil` unless it is an unlock flag.
  public var unlocked: Bool? { definition.unlocked }
  /// The outcomes, in the configuration's order; a flag has the outcome when on, then when off.
  public var testVariations: [TestVariation] { definition.testVariations }
  /// The percentage of users that each variation gets, in the order of `testVariations`.
  public var testBiases: [Percentage] { definition.testBiases }
  /// The analytics text of each variation, in the order of `testVariations`; may be shorter.
  public var labels: [String?] { definition.labels }
  /// The variables with the values that apply where a variation sets no other.
  public var variables: [Variable] { definition.variables }
  /// The values that each variation sets, in the order of `testVariations`; may be shorter.
  public var variationVariables: [[Variable]] { definition.variationVariables }
  /// The outcomes of a feature of a flag service, in the order of `testVariations`.
  var outcomes: [ServiceVariation] { definition.outcomes }
  /// Whether a flag service evaluates the feature, so that it has neither biases nor an assignment.
  public var isEvaluatedByService: Bool { definition.isEvaluatedByService }
}

extension Feature {
  /// Creates an entry for a feature that the source no longer has, so that its override can be
  /// listed and reset.
  package init(removed name: Name, override: Override) {
    self.init(FlagDefinition(removed: name))
    self.override = override
  }
}
