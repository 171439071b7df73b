import Documents
import FeatureFlags

extension Datafile {
  /// A rule that assigns variations to users: an experiment, or a delivery rule of a rollout.
  public struct Experiment: Hashable, Sendable {
    /// The stage in the life cycle of a rule.
    public enum Status: String, CaseIterable, Hashable, Sendable {
      /// Running: the only status in which an experiment assigns variations.
      case running = "Running"
      /// Ended, with one variation launched.
      case launched = "Launched"
      /// Paused.
      case paused = "Paused"
      /// Not started yet.
      case notStarted = "Not started"
      /// Archived.
      case archived = "Archived"
    }

    /// The type of a feature rollout.
    static let featureRollout = "fr"
    /// The type of a targeted delivery.
    static let targetedDelivery = "td"

    /// The id of the rule, a number as text.
    public let id: String
    /// The key of the rule.
    public let key: String
    /// The status; delivery rules ignore it.
    public let status: Status
    /// The id of the layer, which is the campaign id in events.
    public let layerID: String
    /// The variations; in a feature rollout the last one is the fallback for users outside the
    /// traffic.
    public internal(set) var variations: [Variation]
    /// The allocation of the 10,000 buckets to variations, in ascending order.
    public internal(set) var trafficAllocation: [TrafficRange]
    /// The audiences, of which a user must be in one; ignored if there are conditions.
    public let audienceIDs: [String]
    /// The conditions on audiences; `nil` if the ids apply.
    public let audienceConditions: Condition?
    /// The allow-list: variation keys by user id.
    public let forcedVariations: [String: String]
    /// The settings of a contextual bandit; `nil` if the rule is not one.
    public let contextualBandit: ContextualBandit?
    /// The type of the rule: `ab`, `mab`, `cmab`, `td`, `fr`, or an unsupported one.
    public let type: String?

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      key = try fields.text("key")
      status = try fields.choice("status", of: Status.self)
      layerID = try fields.text("layerId")
      variations = try fields.list("variations", of: Variation.init)
      trafficAllocation = try fields.list("trafficAllocation", of: TrafficRange.init)
      audienceIDs = try fields.texts("audienceIds")
      audienceConditions = try fields.optional("audienceConditions", read: Condition.init)
      forcedVariations = try fields.values("forcedVariations", of: FieldReader.text)
      contextualBandit = try fields.optional("cmab", read: ContextualBandit.init)
      type = try fields.optionalText("type")
    }
  }

  /// The settings of a rule whose variation a prediction service selects.
  public struct ContextualBandit: Hashable, Sendable {
    /// The number of the 10,000 buckets that are in the rule.
    public let trafficAllocation: Int
    /// The ids of the attributes that the prediction service receives.
    public let attributeIDs: [String]

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      trafficAllocation = try fields.wholeNumber("trafficAllocation")
      attributeIDs = try fields.texts("attributeIds")
    }
  }

  /// A range of buckets, from the end of the previous range, and the variation they are allocated
  /// to.
  public struct TrafficRange: Hashable, Sendable {
    /// The id of the variation, or in a group of the experiment; empty if the range is not
    /// allocated.
    public let entityID: String
    /// The end of the range, exclusive; at most 10,000.
    public let end: Int

    init(entityID: String, end: Int) {
      self.entityID = entityID
      self.end = end
    }

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      entityID = try fields.text("entityId")
      end = try fields.wholeNumber("endOfRange")
    }
  }
}
