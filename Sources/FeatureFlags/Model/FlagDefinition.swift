/// The definition of one feature in its configuration, the same for every user.
///
/// An evaluator combines a definition with an ``EvaluationContext``; a ``Feature`` is the view of a
/// definition for one user, with the override of a tester.
public struct FlagDefinition: Hashable, Sendable {
  /// The name by which an app looks up the feature.
  public let name: FeatureName
  /// The group under which the feature is listed; `nil` is Uncategorized.
  public let section: String?
  /// The description of the feature in the configuration; `nil` for none.
  public let detailText: String?
  /// The variations, in the order of the configuration; a flag has two: the outcome when on, then
  /// the outcome when off.
  public let testVariations: [TestVariation]
  /// The percentage of users that each variation gets, in the order of ``testVariations``.
  ///
  /// The list is empty for a feature of a flag service, which allocates users itself.
  public let testBiases: [Percentage]
  /// The analytics text of each variation, in the order of ``testVariations``; the list may be
  /// shorter.
  public let labels: [String?]
  /// The variables with their default values, which apply if the variation does not set them.
  public let variables: [Variable]
  /// The variable values that each variation sets, in the order of ``testVariations``; the list may
  /// be shorter.
  public internal(set) var variationVariables: [[Variable]]
  /// The outcomes that the flag service defines, in the order of ``testVariations``; empty for
  /// other features.
  package let outcomes: [ServiceVariation]
  /// The assignment in the document, from 0 to 100, for a user without a targeting key; with `nil`,
  /// the usual case, the store draws an assignment at random.
  public var assignment: Double? { documentAssignment.value }
  let documentAssignment: OptionalAssignment
  // Properties of one byte come last: between larger ones, alignment would pad each to 8 bytes.
  /// The type of the feature, inferred from its configuration.
  public internal(set) var type: FeatureType
  /// Whether the configuration enables the feature.
  public let enabled: Bool
  /// Whether the feature is under development, and therefore off in release builds.
  public internal(set) var isDevelopment: Bool
  /// Whether the configuration unlocks the feature; `nil` unless it is an unlock flag.
  public let unlocked: Bool?
  /// Whether a flag service evaluates the feature; such a feature has neither biases nor an
  /// assignment.
  public let isEvaluatedByService: Bool
  /// Whether the source no longer has the feature; a removed feature is listed only because it has
  /// an override.
  @usableFromInline package internal(set) var isRemoved = false
}

extension FlagDefinition {
  /// Whether the variation of a user is selected by the assignment and the biases.
  public var usesAssignment: Bool { type.isTest && !isEvaluatedByService }
}

extension FlagDefinition {
  /// Creates the definition of a feature that the source no longer has.
  init(removed name: FeatureName) {
    self.init(RawFeature(name: name.rawValue, type: .deprecated))
    isRemoved = true
  }
}
