import FeatureFlags

/// The results that an app forces in its request, instead of evaluating features and experiments.
struct ForcedResults: Sendable {
  var features: [Feature.Name: AttributeValue] = [:]
  /// The indexes of the forced variations, by experiment key.
  var variations: [String: Int] = [:]
}

/// The result of a feature for a user.
struct GrowthBookResult: Sendable {
  let source: Source
  /// The index of the value in the feature; `nil` for null.
  var value: Int?
  /// The rule that determined the value; `nil` if no rule did.
  var rule: GrowthBookRule?
  /// The variation that the rule selected; `nil` if no rule did.
  var selection: Selection?

  /// The origin of a value; the raw value is the name that the SDKs use.
  enum Source: String, Sendable {
    case unknownFeature, defaultValue, override, force, experiment, prerequisite, cyclicPrerequisite
  }
}

/// The result of a rule for a user.
enum RuleResult: Sendable {
  case skipped(SkipReason)
  /// The feature is null, because the condition of a gate prerequisite is not met.
  case blocked
  /// The feature is null, because its prerequisites depend on the feature itself.
  case cyclic
  case selected(Selection)

  /// The text in a trace for a null value.
  static let null = "null: the app's default"

  /// The text in a trace for the result of the rule; meaningful only if the value has no variation name.
  var outcome: String {
    switch self {
    case .skipped(let reason): reason.rawValue
    case .blocked: "prerequisite: the feature is null"
    case .cyclic: "cyclicPrerequisite: the feature is null"
    case .selected: Self.null
    }
  }
}

/// The variation that a rule selected for a user.
struct Selection: Sendable {
  /// The index of the variation in the rule.
  let variation: Int
  /// The bucket position of the user; `nil` if the rule has no bucketing, or the variation is forced.
  var number: Double?
  /// The index of the bandit's context; `nil` if the user is in none, or the rule has no bandit.
  var context: Int?
}

/// The reason why a rule was skipped; the raw value is shown in traces.
enum SkipReason: String, Sendable {
  case prerequisite, filterExcluded, targetingMismatch, missingHashAttribute, unknownHashVersion
  case coverageExcluded, namespaceExcluded, tooFewVariations, passthrough
}

/// A user's exposure to an experiment, which SDKs report to the app's analytics.
struct Exposure: Sendable {
  /// The index of the feature to which the rule belongs.
  let feature: Int
  let rule: GrowthBookRule
  let selection: Selection
}
