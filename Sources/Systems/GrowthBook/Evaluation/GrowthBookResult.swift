import FeatureFlags

/// The results that an app forces, instead of evaluating features and experiments.
struct ForcedResults: Sendable {
  var features: [Feature.Name: AttributeValue] = [:]
  /// The indexes of variations, by the keys of experiments.
  var variations: [String: Int] = [:]
}

/// The result of a feature for a user.
struct GrowthBookResult: Sendable {
  let source: Source
  /// The index of the value; `nil` for null.
  var value: Int?
  /// The rule that decided; `nil` for none.
  var rule: GrowthBookRule?
  /// The choice of the rule; `nil` for none.
  var selection: Selection?

  /// The origin of a value; the raw value is that of the SDKs.
  enum Source: String, Sendable {
    case unknownFeature, defaultValue, override, force, experiment, prerequisite, cyclicPrerequisite
  }
}

/// The result of a rule for a user.
enum RuleResult: Sendable {
  case skipped(SkipReason)
  /// The feature has no value, because a prerequisite with a gate is not met.
  case blocked
  /// The feature has no value, because a prerequisite depends on the feature.
  case cyclic
  case selected(Selection)

  /// The outcome of a step whose variation has no value.
  static let null = "null: the app's default"

  /// The outcome of the step of the rule, unless it has a variation.
  var outcome: String {
    switch self {
    case .skipped(let reason): reason.rawValue
    case .blocked: "prerequisite: the feature is null"
    case .cyclic: "cyclicPrerequisite: the feature is null"
    case .selected: Self.null
    }
  }
}

/// The choice of a rule for a user.
struct Selection: Sendable {
  /// The index of the variation.
  let variation: Int
  /// The number of the user; `nil` for a rule without a rollout.
  var number: Double?
  /// The index of the bandit's context; `nil` for none.
  var context: Int?
}

/// The reason why a rule does not decide.
enum SkipReason: String, Sendable {
  case prerequisite, filterExcluded, targetingMismatch, missingHashAttribute, unknownHashVersion
  case coverageExcluded, namespaceExcluded, tooFewVariations, passthrough
}

/// A user's exposure to an experiment, which SDKs report.
struct Exposure: Sendable {
  /// The index of the feature with the rule.
  let feature: Int
  let rule: GrowthBookRule
  let selection: Selection
}
