import Documents
import FeatureFlags

extension Datafile {
  /// A flag with its rules and variables.
  public struct Flag: Hashable, Sendable, DatafileObject {
    /// The id of the flag, a number as text.
    public let id: String
    /// The key with which apps evaluate the flag.
    public let key: String
    /// The ids of the flag's experiments, in evaluation order.
    public let experimentIDs: [String]
    /// The id of the rollout without surrounding white space; empty if the flag has no rollout.
    public let rolloutID: String
    /// The variables of the flag, in the order of the datafile.
    public let variables: [Variable]

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      experimentIDs = try fields.texts("experimentIds")
      rolloutID = try fields.text("rolloutId").withoutOuterSpace
      variables = try fields.list("variables")
    }
  }

  /// A variable of a flag, with its type and default value.
  public struct Variable: Hashable, Sendable, DatafileObject {
    /// The id of the variable, with which variations set its value.
    public let id: String
    /// The key with which apps get the value of the variable.
    public let key: String
    /// The type: `string`, `integer`, `double`, `boolean`, `json`, or an unsupported type.
    public let type: String
    /// The default value as text, which applies in variations that do not set the variable.
    public let defaultValue: String

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      let type = try fields.text("type")
      let isJSON = try fields.optionalText("subType") == "json" && type == "string"
      self.type = isJSON ? "json" : type
      defaultValue = try fields.optionalText("defaultValue") ?? ""
    }
  }

  /// The delivery rules of a flag; the last rule applies to users whom no earlier rule matches.
  public struct Rollout: Hashable, Sendable, DatafileObject {
    /// The id of the rollout, with which flags reference it.
    public let id: String
    /// The delivery rules, in evaluation order.
    public let rules: [Experiment]

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      rules = try fields.list("experiments")
    }
  }

  /// A rule that assigns variations to users: an experiment, or a delivery rule of a rollout.
  public struct Experiment: Hashable, Sendable, DatafileObject {
    /// The stage of a rule in its life cycle.
    public enum Status: String, CaseIterable, Hashable, Sendable {
      /// The experiment is running: the only status in which it assigns variations.
      case running = "Running"
      /// The experiment has ended, and one variation was launched.
      case launched = "Launched"
      /// The experiment is paused: it assigns no variations.
      case paused = "Paused"
      /// The experiment has not started: it assigns no variations.
      case notStarted = "Not started"
      /// The experiment is archived: it assigns no variations.
      case archived = "Archived"
    }

    /// The value of ``type`` for a feature rollout.
    static let featureRollout = "fr"
    /// The value of ``type`` for a targeted delivery.
    static let targetedDelivery = "td"

    /// The id of the rule, a number as text.
    public let id: String
    /// The key of the rule, which decisions and events contain.
    public let key: String
    /// The status of an experiment; it is ignored for delivery rules.
    public let status: Status
    /// The id of the layer, which is the campaign id in events.
    public let layerID: String
    /// The variations; in a feature rollout, the last variation is for users to whom the traffic
    /// allocation assigns no other variation.
    public internal(set) var variations: [Variation]
    /// The allocation of the 10,000 buckets to variations, in ascending order.
    public internal(set) var trafficAllocation: [TrafficRange]
    /// The ids of the audiences, at least one of which must contain the user; ignored if
    /// ``audienceConditions`` is not `nil`.
    public let audienceIDs: [String]
    /// The conditions on audiences; if `nil`, ``audienceIDs`` applies.
    public let audienceConditions: Condition?
    /// The allow-list: the variation keys that apply to the given user ids.
    public let forcedVariations: [String: String]
    /// The settings of a contextual bandit; `nil` for other rules.
    public let contextualBandit: ContextualBandit?
    /// The type of the rule: `ab`, `mab`, `cmab`, `td`, `fr`, or an unsupported type; `nil` if the
    /// datafile has none.
    public let type: String?

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      status = try fields.option("status", of: Status.self)
      layerID = try fields.text("layerId")
      variations = try fields.list("variations")
      trafficAllocation = try fields.list("trafficAllocation")
      audienceIDs = try fields.texts("audienceIds")
      audienceConditions = try fields.optional("audienceConditions", read: Condition.init)
      forcedVariations = try fields.textsByKey("forcedVariations")
      contextualBandit = try fields.optional("cmab") { value throws(DocumentError) in
        try ContextualBandit(value.fields())
      }
      type = try fields.optionalText("type")
    }
  }

  /// The settings of a contextual bandit: a rule whose variation a prediction service selects.
  public struct ContextualBandit: Hashable, Sendable {
    /// The number of the 10,000 buckets whose users are in the rule.
    public let trafficAllocation: Int
    /// The ids of the attributes that the prediction service receives.
    public let attributeIDs: [String]

    init(_ fields: some DocumentFields) throws(DocumentError) {
      trafficAllocation = try fields.wholeNumber("trafficAllocation")
      attributeIDs = try fields.texts("attributeIds")
    }
  }

  /// A range of buckets, from the end of the previous range, with the variation to which the range
  /// is allocated.
  public struct TrafficRange: Hashable, Sendable, DatafileObject {
    /// The id of the variation, or of the experiment in a group; empty if the range is not
    /// allocated.
    public let entityID: String
    /// The exclusive end of the range; at most 10,000.
    public let end: Int

    init(entityID: String, end: Int) {
      self.entityID = entityID
      self.end = end
    }

    init(_ fields: some DocumentFields) throws(DocumentError) {
      entityID = try fields.text("entityId")
      end = try fields.wholeNumber("endOfRange")
    }
  }

  /// A variation of a rule: whether the flag is on, and the values of its variables.
  public struct Variation: Hashable, Sendable, DatafileObject {
    /// The id of the variation, a number as text.
    public let id: String
    /// The key of the variation, which decisions contain.
    public let key: String
    /// Whether the flag is on in this variation.
    public var isEnabled: Bool { featureEnabled ?? false }
    /// The field `featureEnabled` of the datafile; `nil`, which means off, if the field is missing.
    package let featureEnabled: Bool?
    /// The variables whose values differ from their defaults.
    public let variables: [Setting]

    /// The value of one variable in a variation.
    public struct Setting: Hashable, Sendable, DatafileObject {
      /// The id of the variable whose value is set.
      public let id: String
      /// The value as text, for variables of every type.
      public let value: String

      init(_ fields: some DocumentFields) throws(DocumentError) {
        id = try fields.text("id")
        value = try fields.text("value")
      }
    }

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      featureEnabled = try fields.optionalFlag("featureEnabled")
      variables = try fields.optionalList("variables")
    }
  }

  /// A group of experiments, which are mutually exclusive or independent.
  public struct Group: Hashable, Sendable, DatafileObject {
    /// The relation of the experiments in a group: mutually exclusive or independent.
    public enum Policy: String, CaseIterable, Hashable, Sendable {
      /// The experiments are mutually exclusive: a user is in at most one of them.
      case random
      /// The experiments are independent: a user can be in several of them.
      case overlapping
    }

    /// The id of the group, which is hashed to assign users to its experiments.
    public let id: String
    /// The policy that decides whether the experiments are mutually exclusive.
    public let policy: Policy
    /// The allocation of the 10,000 buckets to the experiments of the group.
    public let trafficAllocation: [TrafficRange]
    /// The experiments that belong to the group.
    public internal(set) var experiments: [Experiment]

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      policy = try fields.option("policy", of: Policy.self)
      trafficAllocation = try fields.list("trafficAllocation")
      experiments = try fields.list("experiments")
    }
  }

  /// A holdout: users who are excluded from rules, so that the effect of the rules can be measured.
  public struct Holdout: Hashable, Sendable, DatafileObject {
    /// The stage of a holdout in its life cycle.
    public enum Status: String, CaseIterable, Hashable, Sendable {
      /// The holdout has not started: it contains no users.
      case draft = "Draft"
      /// The holdout is running: the only status in which it contains users.
      case running = "Running"
      /// The holdout has ended: it contains no users.
      case concluded = "Concluded"
      /// The holdout is archived: it contains no users.
      case archived = "Archived"
    }

    /// The id of the holdout, which is hashed to assign users to its buckets.
    public let id: String
    /// The key of the holdout, which decisions and events contain.
    public let key: String
    /// The status; only a running holdout contains users.
    public let status: Status
    /// The variations of the users in the holdout.
    public let variations: [Variation]
    /// The allocation of the 10,000 buckets to the variations of the holdout.
    public let trafficAllocation: [TrafficRange]
    /// The ids of the audiences, at least one of which must contain the user; ignored if
    /// ``audienceConditions`` is not `nil`.
    public let audienceIDs: [String]
    /// The conditions on audiences; if `nil`, ``audienceIDs`` applies.
    public let audienceConditions: Condition?
    /// The ids of the rules to which a local holdout applies.
    public let includedRules: [String]
    /// Whether the holdout has a list of flags, which current SDKs ignore.
    let namesFlags: Bool
    /// Whether targeted deliveries and delivery rules are evaluated even for users in the holdout;
    /// ignored in local holdouts.
    public let excludesTargetedDeliveries: Bool

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      status = try fields.option("status", of: Status.self)
      variations = try fields.list("variations")
      trafficAllocation = try fields.list("trafficAllocation")
      audienceIDs = try fields.texts("audienceIds")
      audienceConditions = try fields.optional("audienceConditions", read: Condition.init)
      includedRules = try fields.optionalTexts("includedRules")
      let flags = [fields.value("includedFlags"), fields.value("excludedFlags")]
      namesFlags = flags.contains { $0?.node.list?.isEmpty == false }
      excludesTargetedDeliveries = try fields.optionalFlag("excludeTargetedDeliveries") ?? false
    }
  }
}

extension String {
  /// The text without white space at its start and end.
  package var withoutOuterSpace: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
