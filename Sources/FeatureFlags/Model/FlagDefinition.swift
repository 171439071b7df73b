/// The definition of one feature in its configuration, the same for every user.
///
/// An evaluator combines a definition with an ``EvaluationContext``; a ``Feature`` is the view of a
/// definition for one user, with the override of a tester.
public struct FlagDefinition: Hashable, Sendable {
  /// The name by which code looks up the feature.
  public let name: FeatureName
  /// The group under which the feature is listed; `nil` is Uncategorized.
  public let section: String?
  /// The description in the configuration.
  public let detailText: String?
  /// The outcomes, in the configuration's order; a flag has the outcome when on, then when off.
  public let testVariations: [TestVariation]
  /// The percentage of users that each variation gets, in the order of ``testVariations``.
  ///
  /// Empty for a feature of a flag service, which allocates users itself.
  public let testBiases: [Percentage]
  /// The analytics text of each variation, in the order of ``testVariations``; may be shorter.
  public let labels: [String?]
  /// The variables with the values that apply where a variation sets no other.
  public let variables: [Variable]
  /// The values that each variation sets, in the order of ``testVariations``; may be shorter.
  public internal(set) var variationVariables: [[Variable]]
  /// The outcomes of a feature of a flag service, in the order of ``testVariations``.
  package let outcomes: [ServiceVariation]
  /// The assignment in the document, from 0 to 100; `nil` for none, which is the usual case.
  public var assignment: Double? { documentAssignment.value }
  let documentAssignment: OptionalAssignment
  // The small fields come last: alignment would pad each of them to 8 bytes between the others.
  /// The type of the feature.
  public internal(set) var type: FeatureType
  /// Whether the configuration enables the feature.
  public let enabled: Bool
  /// Whether the feature is under development, and so off in release builds.
  public internal(set) var isDevelopment: Bool
  /// Whether the configuration unlocks the feature; `nil` unless it is an unlock flag.
  public let unlocked: Bool?
  /// Whether a flag service evaluates the feature, so that it has neither biases nor an assignment.
  public let isEvaluatedByService: Bool
  /// Whether the source no longer has the feature, which is listed only because it has an override.
  package internal(set) var isRemoved = false
}

extension FlagDefinition {
  /// Whether the assignment of a user among the biases selects the variation.
  public var usesAssignment: Bool { type.isTest && !isEvaluatedByService }
}

extension FlagDefinition {
  /// Creates the definition of a feature that the source no longer has.
  init(removed name: FeatureName) {
    self.init(RawFeature(name: name.rawValue, type: .deprecated))
    isRemoved = true
  }
}
