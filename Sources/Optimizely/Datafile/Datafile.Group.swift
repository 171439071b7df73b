import FeatureFlags

extension Datafile {
  /// Experiments that are kept together.
  public struct Group: Hashable, Sendable {
    /// Whether a user can be in more than one experiment of a group.
    public enum Policy: String, CaseIterable, Hashable, Sendable {
      /// A user is in one experiment at most.
      case random
      /// The experiments know nothing of one another.
      case overlapping
    }

    /// The identifier of the group.
    public let id: String
    /// Whether the experiments exclude one another.
    public let policy: Policy
    /// Which buckets get which experiment.
    public let trafficAllocation: [TrafficRange]
    /// The experiments.
    public internal(set) var experiments: [Experiment]

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      policy = try fields.choice("policy", of: Policy.self)
      trafficAllocation = try fields.list("trafficAllocation", of: TrafficRange.init)
      experiments = try fields.list("experiments", of: Experiment.init)
    }
  }

  /// Users who are kept out of rules, so that the rules' effect can be measured.
  public struct Holdout: Hashable, Sendable {
    /// How far the life of a holdout has got.
    public enum Status: String, CaseIterable, Hashable, Sendable {
      /// Not begun.
      case draft = "Draft"
      /// The only status in which users are held out.
      case running = "Running"
      /// Ended.
      case concluded = "Concluded"
      /// Put away.
      case archived = "Archived"
    }

    /// The identifier of the holdout.
    public let id: String
    /// The name of the holdout.
    public let key: String
    /// Whether the holdout runs.
    public let status: Status
    /// What users get who are held out.
    public let variations: [Variation]
    /// Which buckets get which variation.
    public let trafficAllocation: [TrafficRange]
    /// The audiences of which one must match, where there are no conditions.
    public let audienceIDs: [String]
    /// The conditions on audiences; they take the place of the identifiers.
    public let audienceConditions: Condition?
    /// The identifiers of the rules that a local holdout is for.
    public let includedRules: [String]
    /// Whether the holdout names flags, which no app looks at any more.
    let namesFlags: Bool
    /// Whether targeted deliveries and delivery rules are tried for users who are held out; only a
    /// holdout for all rules can do so.
    public let excludesTargetedDeliveries: Bool

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      key = try fields.text("key")
      status = try fields.choice("status", of: Status.self)
      variations = try fields.list("variations", of: Variation.init)
      trafficAllocation = try fields.list("trafficAllocation", of: TrafficRange.init)
      audienceIDs = try fields.texts("audienceIds")
      audienceConditions = try fields.optional("audienceConditions", read: Condition.init)
      includedRules = try fields.optionalTexts("includedRules") ?? []
      let flags = ["includedFlags", "excludedFlags"].compactMap { fields.value($0)?.list }
      namesFlags = flags.contains { !$0.isEmpty }
      excludesTargetedDeliveries = try fields.optionalFlag("excludeTargetedDeliveries") ?? false
    }
  }
}
