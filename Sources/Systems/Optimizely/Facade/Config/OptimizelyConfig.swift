import FeatureFlags

/// A description of a project: its flags, rules, variations, variables, audiences and events.
public struct OptimizelyConfig: Hashable, Sendable {
  /// The revision of the described datafile.
  public let revision: String
  /// The SDK key with which apps request the datafile; empty if the datafile has none.
  public let sdkKey: String
  /// The key of the environment; empty if the datafile has none.
  public let environmentKey: String
  /// The experiments by key; contains only the last of several experiments with the same key.
  public let experimentsMap: [String: Experiment]
  /// The flags by key; contains only the last of several flags with the same key.
  public let featuresMap: [String: Feature]
  /// The audiences, without the placeholder audience that the service adds for older SDKs.
  public let audiences: [Audience]
  /// The attributes that the project declares.
  public let attributes: [Attribute]
  /// The events that apps may track.
  public let events: [Event]

  /// An audience: a named group of users, with conditions.
  public struct Audience: Hashable, Sendable {
    /// The id of the audience, as in the datafile.
    public let id: String
    /// The name of the audience, which the expressions of rules contain.
    public let name: String
    /// The conditions of the audience as JSON text: unchanged if the datafile contains them as a
    /// string, otherwise with sorted keys.
    public let conditions: String
  }

  /// An attribute of users that the project declares.
  public struct Attribute: Hashable, Sendable {
    /// The id of the attribute, as in the datafile.
    public let id: String
    /// The key under which apps set the attribute of a user.
    public let key: String
  }

  /// An event that apps may track.
  public struct Event: Hashable, Sendable {
    /// The id of the event, as in the datafile.
    public let id: String
    /// The key with which apps track the event.
    public let key: String
    /// The ids of the experiments that use the event as a metric.
    public let experimentIds: [String]
  }

  /// A flag with its rules and variables.
  public struct Feature: Hashable, Sendable {
    /// The id of the flag, as in the datafile.
    public let id: String
    /// The key with which apps evaluate the flag.
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
    /// The id of the rule, as in the datafile.
    public let id: String
    /// The key of the rule, which events and decisions contain.
    public let key: String
    /// The audiences of the rule, such as `"adults" AND ("us" OR "ca")`; empty if the rule matches
    /// every user.
    public let audiences: String
    /// The variations of the rule, by key.
    public let variationsMap: [String: Variation]
  }

  /// A variation of a rule: whether the flag is on, and the values of its variables.
  public struct Variation: Hashable, Sendable {
    /// The id of the variation, as in the datafile.
    public let id: String
    /// The key of the variation, which decisions contain.
    public let key: String
    /// Whether the flag is on; `nil`, which means off, if the datafile does not contain the state.
    public let featureEnabled: Bool?
    /// The variables of the flag by key, with their defaults; all variations of the flag share the
    /// storage.
    let defaults: [String: Variable]
    /// The variables whose values differ from the defaults, by key.
    let changes: [String: Variable]

    /// The variables of the flag by key, with their values in the variation.
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
    /// The id of the variable, as in the datafile.
    public let id: String
    /// The key with which apps get the value of the variable.
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
      .map { Audience(id: $0.id, name: $0.name, conditions: $0.conditionsText) }
    attributes = datafile.attributes.map { Attribute(id: $0.id, key: $0.key) }
    events = datafile.events.map {
      Event(id: $0.id, key: $0.key, experimentIds: $0.experimentIDs)
    }
  }
}

// MARK: Names of the Swift SDK

/// A rule of an ``OptimizelyConfig``; the alias has the type name of the Swift SDK.
public typealias OptimizelyExperiment = OptimizelyConfig.Experiment
/// A flag of an ``OptimizelyConfig``; the alias has the type name of the Swift SDK.
public typealias OptimizelyFeature = OptimizelyConfig.Feature
/// A variation of an ``OptimizelyConfig``; the alias has the type name of the Swift SDK.
public typealias OptimizelyVariation = OptimizelyConfig.Variation
/// A variable of an ``OptimizelyConfig``; the alias has the type name of the Swift SDK.
public typealias OptimizelyVariable = OptimizelyConfig.Variable
/// An attribute of an ``OptimizelyConfig``; the alias has the type name of the Swift SDK.
public typealias OptimizelyAttribute = OptimizelyConfig.Attribute
/// An audience of an ``OptimizelyConfig``; the alias has the type name of the Swift SDK.
public typealias OptimizelyAudience = OptimizelyConfig.Audience
/// An event of an ``OptimizelyConfig``; the alias has the type name of the Swift SDK.
public typealias OptimizelyEvent = OptimizelyConfig.Event
