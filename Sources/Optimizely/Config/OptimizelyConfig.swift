import FeatureFlags

/// A description of a project: its flags, rules, variations, variables, audiences and events.
public struct OptimizelyConfig: Hashable, Sendable {
  /// The revision of the datafile.
  public let revision: String
  /// The SDK key with which apps request the datafile; empty if the datafile has none.
  public let sdkKey: String
  /// The key of the environment; empty if the datafile has none.
  public let environmentKey: String
  /// The experiments by key; of several experiments with one key, the last one.
  public let experimentsMap: [String: Experiment]
  /// The flags by key.
  public let featuresMap: [String: Feature]
  /// The audiences, without the placeholder audience of the service.
  public let audiences: [Audience]
  /// The attributes that the project declares.
  public let attributes: [Attribute]
  /// The events that apps may track.
  public let events: [Event]

  /// An audience: a named group of users, with conditions.
  public struct Audience: Hashable, Sendable {
    /// The identifier of the audience.
    public let id: String
    /// The name of the audience.
    public let name: String
    /// The conditions as JSON.
    public let conditions: String
  }

  /// An attribute of users that the project declares.
  public struct Attribute: Hashable, Sendable {
    /// The identifier of the attribute.
    public let id: String
    /// The key of the attribute, which apps use.
    public let key: String
  }

  /// An event that apps may track.
  public struct Event: Hashable, Sendable {
    /// The identifier of the event.
    public let id: String
    /// The key of the event, which apps use.
    public let key: String
    /// The identifiers of the experiments that use the event as a metric.
    public let experimentIds: [String]
  }

  /// A flag with its rules and variables.
  public struct Feature: Hashable, Sendable {
    /// The identifier of the flag.
    public let id: String
    /// The key of the flag, which apps use.
    public let key: String
    /// The experiments of the flag, in evaluation order.
    public let experimentRules: [Experiment]
    /// The delivery rules of the flag, in evaluation order.
    public let deliveryRules: [Experiment]
    /// The variables of the flag by key, with their default values.
    public let variablesMap: [String: Variable]

    /// The experiments by key; prefer ``experimentRules``, which keep their order.
    public var experimentsMap: [String: Experiment] {
      Dictionary(experimentRules.map { ($0.key, $0) }) { $1 }
    }
  }

  /// A rule of a flag: an experiment or a delivery rule.
  public struct Experiment: Hashable, Sendable {
    /// The identifier of the rule.
    public let id: String
    /// The key of the rule, which events and decisions contain.
    public let key: String
    /// The audiences of the rule, such as `"adults" AND ("us" OR "ca")`; empty if the rule matches
    /// every user.
    public let audiences: String
    /// The variations of the rule, by key.
    public let variationsMap: [String: Variation]
  }

  /// A variation of a rule.
  public struct Variation: Hashable, Sendable {
    /// The identifier of the variation.
    public let id: String
    /// The key of the variation, which decisions contain.
    public let key: String
    /// Whether the flag is on; never `nil`, but optional for source compatibility.
    public let featureEnabled: Bool?
    /// The variables of the flag by key, with their defaults; all variations of the flag share the
    /// storage.
    let defaults: [String: Variable]
    /// The variables whose values differ from the defaults, by key.
    let changes: [String: Variable]

    /// The variables by key, with their values in the variation.
    public var variablesMap: [String: Variable] { defaults.merging(changes) { $1 } }

    /// Compares ids, keys, states and values; a default equals the same value set by the variation.
    public static func == (left: Variation, right: Variation) -> Bool {
      left.id == right.id && left.key == right.key && left.featureEnabled == right.featureEnabled
        && left.variablesMap == right.variablesMap
    }

    /// Hashes the id, the key and the state; equal variations have equal hashes.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(key)
      hasher.combine(featureEnabled)
    }
  }

  /// A variable of a flag, with its default value or its value in a variation.
  public struct Variable: Hashable, Sendable {
    /// The identifier of the variable.
    public let id: String
    /// The key of the variable, which apps use.
    public let key: String
    /// The type: `string`, `integer`, `double`, `boolean`, `json`, or an unsupported type.
    public let type: String
    /// The value as text, in the format of the datafile.
    public let value: String
  }

  /// Creates the description of the project from a datafile.
  public init(_ datafile: Datafile) {
    let builder = OptimizelyConfigBuilder(datafile)
    revision = datafile.revision
    sdkKey = datafile.sdkKey ?? ""
    environmentKey = datafile.environmentKey ?? ""
    experimentsMap = builder.experiments
    featuresMap = builder.features
    audiences = datafile.effectiveAudiences
      .filter { $0.id != Datafile.Audience.placeholderID }
      .map { Audience(id: $0.id, name: $0.name, conditions: $0.conditions.json.text()) }
    attributes = datafile.attributes.map { Attribute(id: $0.id, key: $0.key) }
    events = datafile.events.map {
      Event(id: $0.id, key: $0.key, experimentIds: $0.experimentIDs)
    }
  }
}

// MARK: Names of the Swift SDK

/// An experiment or delivery rule of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyExperiment = OptimizelyConfig.Experiment
/// A flag of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyFeature = OptimizelyConfig.Feature
/// A variation of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyVariation = OptimizelyConfig.Variation
/// A variable of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyVariable = OptimizelyConfig.Variable
/// An attribute of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyAttribute = OptimizelyConfig.Attribute
/// An audience of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyAudience = OptimizelyConfig.Audience
/// An event of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyEvent = OptimizelyConfig.Event
