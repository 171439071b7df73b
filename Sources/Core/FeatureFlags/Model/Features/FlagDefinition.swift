/// The definition of one feature in its configuration, the same for every user.
///
/// An evaluator combines a definition with an ``EvaluationContext``; a ``Feature`` is the view of a
/// definition for one user, with the override of a tester.
public struct FlagDefinition: Sendable {
  /// The name by which an app looks up the feature.
  public let name: Feature.Name
  /// The description of the feature in the configuration; `nil` for none.
  public let detailText: String?
  private var traits: SharedTraits

  init(name: Feature.Name, detailText: String?, traits: SharedTraits) {
    self.name = name
    self.detailText = detailText
    self.traits = traits
  }

  init(name: Feature.Name, detailText: String?, traits: Traits) {
    self.init(name: name, detailText: detailText, traits: SharedTraits(traits))
  }
}

extension FlagDefinition {
  /// The properties that many features of a configuration have in common.
  ///
  /// Features with equal traits share one stored copy, because a configuration may have a million
  /// features.
  struct Traits: Hashable, Sendable {
    var section: String?
    var testVariations: [TestVariation]
    var testBiases: [Percentage]
    var labels: [String?] = []
    var variables: [Variable] = []
    var variationVariables: [[Variable]] = []
    var outcomes: [ServiceVariation] = []
    var onOffOutcomes = OnOffOutcomes()
    var assignment = OptionalAssignment(nil)
    var type: FeatureType
    var enabled: Bool
    var isDevelopment = false
    var unlocked: Bool?
    var isEvaluatedByService = false
    var isRemoved = false
    var result: ValueKind?
    var metadata: [Metadatum] = []
    var isForcedOn = false
    var kind: String?
  }

  /// A named fact about a feature that its document states for apps, such as its owner.
  public struct Metadatum: Hashable, Sendable {
    /// The name of the fact.
    public let key: String
    /// The text, number or Boolean of the fact.
    public let value: AttributeValue

    /// Creates a fact about a feature of a flag service that another library implements.
    public init(key: String, value: AttributeValue) {
      self.key = key
      self.value = value
    }
  }

  /// Immutable traits, which several definitions share.
  final class SharedTraits: Sendable {
    let value: Traits

    init(_ value: Traits) {
      self.value = value
    }
  }

  mutating func change(_ change: (inout Traits) -> Void) {
    var changed = traits.value
    change(&changed)
    traits = SharedTraits(changed)
  }
}

extension FlagDefinition {
  /// The group under which the feature is listed; `nil` for none.
  public var section: String? { traits.value.section }
  /// The variations, in the order of the configuration; a flag has two: the outcome when on, then
  /// the outcome when off.
  public var testVariations: [TestVariation] { traits.value.testVariations }
  /// The percentage of users that each variation gets, in the order of ``testVariations``.
  ///
  /// The list is empty for a feature of a flag service, which allocates users itself.
  public var testBiases: [Percentage] { traits.value.testBiases }
  /// The analytics text of each variation, in the order of ``testVariations``; the list may be
  /// shorter.
  public var labels: [String?] { traits.value.labels }
  /// The variables with their default values, which apply if the variation does not set them.
  public var variables: [Variable] { traits.value.variables }
  /// The variable values that each variation sets, in the order of ``testVariations``; the list may
  /// be shorter.
  public internal(set) var variationVariables: [[Variable]] {
    get { traits.value.variationVariables }
    set { change { $0.variationVariables = newValue } }
  }
  /// The outcomes that the flag service defines, in the order of ``testVariations``; empty for
  /// other features.
  package var outcomes: [ServiceVariation] { traits.value.outcomes }
  /// The outcomes of the feature when an override forces its state alone.
  package var onOffOutcomes: OnOffOutcomes { traits.value.onOffOutcomes }
  /// The assignment in the document, from 0 to 100, for a user without a targeting key.
  ///
  /// If the assignment is `nil`, which is the usual case, the store chooses one at random.
  public var assignment: Double? { traits.value.assignment.value }
  /// The type of the feature, inferred from its configuration.
  public internal(set) var type: FeatureType {
    get { traits.value.type }
    set { change { $0.type = newValue } }
  }
  /// The kind of the feature in its flag system, such as `release`; `nil` for none.
  package internal(set) var kind: String? {
    get { traits.value.kind }
    set { change { $0.kind = newValue } }
  }
  /// Whether the configuration enables the feature.
  public var enabled: Bool { traits.value.enabled }
  /// Whether the feature is under development, and therefore off in release builds.
  public internal(set) var isDevelopment: Bool {
    get { traits.value.isDevelopment }
    set { change { $0.isDevelopment = newValue } }
  }
  /// Whether the configuration unlocks the feature; `nil` unless it is an unlock flag.
  public var unlocked: Bool? { traits.value.unlocked }
  /// Whether a flag service evaluates the feature; such a feature has neither biases nor an
  /// assignment.
  public var isEvaluatedByService: Bool { traits.value.isEvaluatedByService }
  /// Whether the source no longer has the feature; a removed feature is listed only because it has
  /// an override.
  package var isRemoved: Bool { traits.value.isRemoved }

  /// The result that an app gets when it looks up the feature by its name alone.
  public var result: ValueKind {
    if let result = traits.value.result { return result }
    return switch type {
    case .featureFlag, .unlockFlag, .deprecated, .featureTest(.featureFlagAB): .state
    case .featureTest(.ab), .featureTest(.mvt): .variation
    case .value: .value
    }
  }
  /// Whether the document format declares the result of the feature, so that it is not inferred from its
  /// type.
  ///
  /// The flag service then returns a result of its own for a feature that is disabled, random or malformed.
  package var declaresResult: Bool { traits.value.result != nil }
  /// Whether an override enables the feature regardless of its document; an evaluator reads this
  /// property when it evaluates the feature again.
  package internal(set) var isForcedOn: Bool {
    get { traits.value.isForcedOn }
    set { change { $0.isForcedOn = newValue } }
  }
  /// The facts about the feature that its document states for apps; empty for most formats.
  public var metadata: [Metadatum] { traits.value.metadata }

  /// Whether the variation of a user is selected by the assignment and the biases.
  public var usesAssignment: Bool { type.isTest && !isEvaluatedByService }
}

extension FlagDefinition: Hashable {
  /// Compares all properties.
  public static func == (left: FlagDefinition, right: FlagDefinition) -> Bool {
    left.name == right.name && left.detailText == right.detailText
      && (left.traits === right.traits || left.traits.value == right.traits.value)
  }

  /// Hashes all properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(detailText)
    hasher.combine(traits.value)
  }
}

extension FlagDefinition {
  /// Creates the definition of a feature that the source no longer has.
  init(removed name: Feature.Name) {
    self.init(RawFeature(name: name.rawValue, type: .deprecated))
    change { $0.isRemoved = true }
  }
}
