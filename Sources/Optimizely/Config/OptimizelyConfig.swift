import FeatureFlags

/// A description of a project for people and tools: its flags, rules, variations and variables.
public struct OptimizelyConfig: Hashable, Sendable {
  /// The revision of the datafile.
  public let revision: String
  /// The key by which apps ask for the datafile; empty if it has none.
  public let sdkKey: String
  /// The environment; empty if there is none.
  public let environmentKey: String
  /// The experiments by key; of two with one key the last one counts.
  public let experimentsMap: [String: Experiment]
  /// The flags by key.
  public let featuresMap: [String: Feature]
  /// The audiences, without the one that only fills a place.
  public let audiences: [Audience]
  /// The attributes that the project knows.
  public let attributes: [Attribute]
  /// The events that apps may track.
  public let events: [Event]

  /// A named condition on users.
  public struct Audience: Hashable, Sendable {
    /// The identifier of the audience.
    public let id: String
    /// The name of the audience.
    public let name: String
    /// The conditions as JSON.
    public let conditions: String
  }

  /// An attribute that the datafile declares.
  public struct Attribute: Hashable, Sendable {
    /// The identifier of the attribute.
    public let id: String
    /// The name of the attribute.
    public let key: String
  }

  /// An event that apps may track.
  public struct Event: Hashable, Sendable {
    /// The identifier of the event.
    public let id: String
    /// The name of the event.
    public let key: String
    /// The identifiers of the experiments that use the event as a metric.
    public let experimentIds: [String]
  }

  /// A flag.
  public struct Feature: Hashable, Sendable {
    /// The identifier of the flag.
    public let id: String
    /// The name by which the app asks.
    public let key: String
    /// The experiments, in order.
    public let experimentRules: [Experiment]
    /// The delivery rules, in order.
    public let deliveryRules: [Experiment]
    /// The variables by key, with their defaults.
    public let variablesMap: [String: Variable]

    /// The experiments by key; prefer ``experimentRules``, which keep their order.
    public var experimentsMap: [String: Experiment] {
      Dictionary(experimentRules.map { ($0.key, $0) }) { $1 }
    }
  }

  /// An experiment or delivery rule.
  public struct Experiment: Hashable, Sendable {
    /// The identifier of the rule.
    public let id: String
    /// The name of the rule.
    public let key: String
    /// Who the rule is for, such as `"adults" AND ("us" OR "ca")`; empty for everyone.
    public let audiences: String
    /// The variations by key.
    public let variationsMap: [String: Variation]
  }

  /// An outcome of a rule.
  public struct Variation: Hashable, Sendable {
    /// The identifier of the variation.
    public let id: String
    /// The name of the variation.
    public let key: String
    /// Whether the flag is on; never `nil`, but optional for source compatibility.
    public let featureEnabled: Bool?
    /// The variables of the flag by key, with their defaults, which all its variations share.
    let defaults: [String: Variable]
    /// The variables to which the variation gives other values, by key.
    let changes: [String: Variable]

    /// The variables by key, with the values that users get.
    public var variablesMap: [String: Variable] { defaults.merging(changes) { $1 } }

    /// Compares what users get, whether a value is the default or not.
    public static func == (left: Variation, right: Variation) -> Bool {
      left.id == right.id && left.key == right.key && left.featureEnabled == right.featureEnabled
        && left.variablesMap == right.variablesMap
    }

    /// Hashes what is compared, but for the variables.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(key)
      hasher.combine(featureEnabled)
    }
  }

  /// A variable.
  public struct Variable: Hashable, Sendable {
    /// The identifier of the variable.
    public let id: String
    /// The name of the variable.
    public let key: String
    /// The type: `string`, `integer`, `double`, `boolean`, `json`, or one yet unknown.
    public let type: String
    /// The value as text.
    public let value: String
  }

  /// Describes a datafile.
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
