/// One named entry of a configuration, with the assignment and the override of this user.
public struct Feature: Hashable, Sendable {
  /// The name of a feature.
  public typealias Name = FeatureName

  /// The name by which code asks for the feature.
  public let name: Name
  /// The group under which the feature is listed; `nil` is Uncategorized.
  public let section: String?
  /// What the configuration says about the feature.
  public let detailText: String?
  /// The outcomes, in the configuration's order; a flag has the outcome when on, then when off.
  public let testVariations: [TestVariation]
  /// The percentage of users that each variation gets, in the order of `testVariations`.
  public let testBiases: [Percentage]
  /// The analytics text of each variation, in the order of `testVariations`; may be shorter.
  public let labels: [String?]
  /// The variables as they are where no variation says otherwise.
  public let variables: [Variable]
  /// What each variation sets variables to, in the order of `testVariations`; may be shorter.
  public internal(set) var variationVariables: [[Variable]]
  private var outcomeBox = Boxed<ServiceVariation>()
  private var forcedOutcomeBox = Boxed<ServiceVariation>()
  private var overrideBox = Boxed<Override>()
  /// The outcomes of a feature of a flag service, in the order of `testVariations`.
  let outcomes: [ServiceVariation]
  /// The number in 0...100 that places this user among the biases; `nil` until one is drawn.
  public internal(set) var assignment: Double?
  // The small fields come last: between others each would take 8 bytes.
  /// What the feature is.
  public internal(set) var type: FeatureType
  /// Whether the configuration turns the feature on.
  public let enabled: Bool
  /// Whether the feature is under development, and so off in release builds.
  public internal(set) var isDevelopment: Bool
  /// Whether the configuration unlocks the feature; `nil` unless it is an unlock flag.
  public let unlocked: Bool?
  /// Whether a flag service decides about the feature; biases and assignment mean nothing then.
  public let isDecidedByService: Bool
  /// Whether the source no longer has the feature, which is listed for its override alone.
  package private(set) var isRemoved = false

  /// The override of a tester.
  public internal(set) var override: Override? {
    get { overrideBox.value }
    set { overrideBox.value = newValue }
  }

  /// The variation that a flag service returns for this user; `nil` for none.
  package var outcome: ServiceVariation? {
    get { outcomeBox.value }
    set { outcomeBox.value = newValue }
  }

  /// The variation that the service returns with the forced rules of the override.
  package var outcomeByForcedRules: ServiceVariation? {
    get { forcedOutcomeBox.value }
    set { forcedOutcomeBox.value = newValue }
  }

  /// The feature as its configuration has it, without what a tester decided.
  public var configured: Feature {
    var feature = self
    feature.override = nil
    return feature
  }
}

extension Feature {
  /// Makes an entry for a feature that the source no longer has, so that its override can be listed
  /// and reset.
  package init(removed name: Name, override: Override) {
    self.init(RawFeature(name: name.rawValue, type: .deprecated))
    isRemoved = true
    self.override = override
  }
}
