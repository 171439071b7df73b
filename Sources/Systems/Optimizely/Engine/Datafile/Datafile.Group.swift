import Documents
import FeatureFlags

extension Datafile {
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
