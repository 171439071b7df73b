/// A feature as one user gets it: its definition, the allocation of the user, and the override.
///
/// ```swift
/// let feature = Feature(name: "checkout", testVariations: ["one page", "two pages"])
/// let state = feature.state(in: .release)
/// print(feature.type, state.isEnabled, state.variation ?? .unassigned)
/// ```
public struct Feature: Hashable, Sendable {
  /// The definition of the feature, which is the same for every user.
  public internal(set) var definition: FlagDefinition
  private var serviceResultBox = Boxed<ServiceResult>()
  private var overrideBox = Boxed<Override>()
  /// The assignment of the user in 0...100, which selects a variation by the biases; `nil` until it
  /// is drawn.
  public internal(set) var assignment: Double? {
    get { userAssignment.value }
    set { userAssignment.value = newValue }
  }
  private var userAssignment: OptionalAssignment
  /// Whether the source no longer has the feature; a removed feature is listed only because it has
  /// an override.
  package var isRemoved: Bool { definition.isRemoved }

  /// Creates the feature of a definition, with the assignment of the document and without an
  /// outcome of a flag service.
  init(_ definition: FlagDefinition) {
    // Read `assignment` before `self.definition` is set: an access after that would copy the whole
    // definition.
    userAssignment = OptionalAssignment(definition.assignment)
    self.definition = definition
  }

  /// The result of a flag service for the user of the feature.
  struct ServiceResult: Hashable, Sendable {
    var outcome: ServiceVariation?
    var rule: String?
    var reason: EvaluationReason?
    /// The reason why the service cannot evaluate the feature; `nil` if it can.
    var failure: EvaluationFailure?
    /// The facts about the evaluation, in addition to those of the definition.
    var metadata: [FlagDefinition.Metadatum] = []
    /// The outcome when the forced rules of the override are applied; `nil` for none.
    var forcedOutcome: ServiceVariation?
  }

  /// The override of the tester; `nil` for none.
  public package(set) var override: Override? {
    get { overrideBox.value }
    set { overrideBox.value = newValue }
  }

  /// The outcome that a flag service returns for the user, without overrides; `nil` for none.
  package var outcome: ServiceVariation? { serviceResult?.outcome }

  /// The key of the flag service's rule that selected the outcome; `nil` for none.
  package var rule: String? { serviceResult?.rule }

  /// The reason for the outcome of the flag service; `nil` before the evaluation.
  var outcomeReason: EvaluationReason? { serviceResult?.reason }

  /// The reason why the flag service cannot evaluate the feature for the user; `nil` if it can.
  package var failure: EvaluationFailure? { serviceResult?.failure }

  /// The facts about the evaluation for the user, without overrides; empty for most flag services.
  package var evaluationMetadata: [FlagDefinition.Metadatum] { serviceResult?.metadata ?? [] }

  /// The result of a flag service for the user; `nil` before the evaluation.
  var serviceResult: ServiceResult? {
    get { serviceResultBox.value }
    set { serviceResultBox.value = newValue }
  }

  /// Removes the result of the flag service, before the evaluation for another user.
  package mutating func removeServiceResult() { serviceResult = nil }

  /// The outcome that the flag service returns when the forced rules of the override are applied;
  /// `nil` for none.
  package var outcomeByForcedRules: ServiceVariation? {
    get { serviceResult?.forcedOutcome }
    set {
      guard newValue != nil || serviceResult != nil else { return }
      var result = serviceResult ?? ServiceResult()
      result.forcedOutcome = newValue
      serviceResult = result
    }
  }

  /// Whether the feature may differ from its definition: it has an override or a result of a flag service, or
  /// uses an assignment.
  var mayDiffer: Bool {
    definition.usesAssignment || !overrideBox.isEmpty || !serviceResultBox.isEmpty
  }

  /// Whether the feature has an override.
  var hasOverride: Bool { !overrideBox.isEmpty }

  /// Whether both features are equal when their overrides are ignored.
  func isConfigured(like other: Feature) -> Bool {
    definition == other.definition && userAssignment == other.userAssignment
      && serviceResultBox == other.serviceResultBox
  }

  /// A copy of the feature without the override.
  public var configured: Feature {
    var feature = self
    feature.override = nil
    return feature
  }
}

// MARK: The definition

extension Feature {
  /// The name by which an app looks up the feature.
  public var name: Name { definition.name }
  /// The group under which the feature is listed; `nil` for none.
  public var section: String? { definition.section }
  /// The description of the feature in the configuration; `nil` for none.
  public var detailText: String? { definition.detailText }
  /// The type of the feature, inferred from its configuration.
  public var type: FeatureType { definition.type }
  /// Whether the configuration enables the feature.
  public var enabled: Bool { definition.enabled }
  /// Whether the feature is under development, and therefore off in release builds.
  public internal(set) var isDevelopment: Bool {
    get { definition.isDevelopment }
    set { definition.isDevelopment = newValue }
  }
  /// Whether the configuration unlocks the feature; `nil` unless it is an unlock flag.
  public var unlocked: Bool? { definition.unlocked }
  /// The variations, in the order of the configuration; a flag has two: the outcome when on, then
  /// the outcome when off.
  public var testVariations: [TestVariation] { definition.testVariations }
  /// The percentage of users that each variation gets, in the order of `testVariations`; empty for
  /// a feature of a flag service.
  public var testBiases: [Percentage] { definition.testBiases }
  /// The analytics text of each variation, in the order of `testVariations`; the list may be
  /// shorter.
  public var labels: [String?] { definition.labels }
  /// The variables with their default values, which apply if the variation does not set them.
  public var variables: [Variable] { definition.variables }
  /// The variable values that each variation sets, in the order of `testVariations`; the list may
  /// be shorter.
  public var variationVariables: [[Variable]] { definition.variationVariables }
  /// The outcomes that the flag service defines, in the order of `testVariations`; empty for other
  /// features.
  package var outcomes: [ServiceVariation] { definition.outcomes }
  /// Whether a flag service evaluates the feature; such a feature has neither biases nor an
  /// assignment.
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
