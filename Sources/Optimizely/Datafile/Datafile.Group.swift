import Documents
import FeatureFlags

extension Datafile {
  /// A group of experiments, which are mutually exclusive or independent.
  public struct Group: Hashable, Sendable {
    /// Whether a user can be in more than one experiment of a group.
    public enum Policy: String, CaseIterable, Hashable, Sendable {
      /// Mutually exclusive: a user is in at most one experiment.
      case random
      /// Independent experiments.
      case overlapping
    }

    /// The id of the group.
    public let id: String
    /// Whether the experiments are mutually exclusive.
    public let policy: Policy
    /// The allocation of the 10,000 buckets to experiments.
    public let trafficAllocation: [TrafficRange]
    /// The experiments of the group.
    public internal(set) var experiments: [Experiment]

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      policy = try fields.choice("policy", of: Policy.self)
      trafficAllocation = try fields.list("trafficAllocation", of: TrafficRange.init)
      experiments = try fields.list("experiments", of: Experiment.init)
    }
  }

  /// A holdout: users who are excluded from rules, so that the effect of the rules can be measured.
  public struct Holdout: Hashable, Sendable {
    /// The stage in the life cycle of a holdout.
    public enum Status: String, CaseIterable, Hashable, Sendable {
      /// Not started yet.
      case draft = "Draft"
      /// Running: the only status in which users are held out.
      case running = "Running"
      /// Ended.
      case concluded = "Concluded"
      /// Archived.
      case archived = "Archived"
    }

    /// The id of the holdout.
    public let id: String
    /// The key of the holdout.
    public let key: String
    /// The status of the holdout.
    public let status: Status
    /// The variations of users who are held out.
    public let variations: [Variation]
    /// The allocation of the 10,000 buckets to variations.
    public let trafficAllocation: [TrafficRange]
    /// The audiences, of which a user must be in one; ignored if there are conditions.
    public let audienceIDs: [String]
    /// The conditions on audiences; `nil` if the ids apply.
    public let audienceConditions: Condition?
    /// The ids of the rules to which a local holdout applies.
    public let includedRules: [String]
    /// Whether the holdout names flags, which current SDKs ignore.
    let namesFlags: Bool
    /// Whether targeted deliveries and delivery rules are still evaluated for users who are held
    /// out; ignored in local holdouts.
    public let excludesTargetedDeliveries: Bool

    init(_ node: Node) throws(DocumentError) {
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
