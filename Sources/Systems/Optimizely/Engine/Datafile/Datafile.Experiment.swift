import Documents
import FeatureFlags

extension Datafile {
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
    /// The variations; in a feature rollout, the last variation is for users outside the traffic.
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
}
