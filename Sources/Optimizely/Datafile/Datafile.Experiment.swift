import FeatureFlags

extension Datafile {
  /// A rule that gives users a variation: an experiment, or one rule of a rollout.
  public struct Experiment: Hashable, Sendable {
    /// How far the life of a rule has got.
    public enum Status: String, CaseIterable, Hashable, Sendable {
      /// The only status in which an experiment takes users.
      case running = "Running"
      /// One variation has won.
      case launched = "Launched"
      /// Stopped for a while.
      case paused = "Paused"
      /// Not begun.
      case notStarted = "Not started"
      /// Put away.
      case archived = "Archived"
    }

    /// The type of a feature rollout.
    static let featureRollout = "fr"
    /// The type of a targeted delivery.
    static let targetedDelivery = "td"

    /// The number by which the service knows the rule, as text.
    public let id: String
    /// The name of the rule.
    public let key: String
    /// Whether the rule runs; a delivery rule serves whatever its status.
    public let status: Status
    /// The layer, which events name as their campaign.
    public let layerID: String
    /// The outcomes; in a feature rollout the fallback variation is the last one.
    public internal(set) var variations: [Variation]
    /// Which buckets get which variation, from low to high.
    public internal(set) var trafficAllocation: [TrafficRange]
    /// The audiences of which one must match, where there are no conditions.
    public let audienceIDs: [String]
    /// The conditions on audiences; they take the place of the identifiers.
    public let audienceConditions: Condition?
    /// The allow-list: the key of a variation by user.
    public let forcedVariations: [String: String]
    /// The settings of a contextual bandit, if the rule is one.
    public let contextualBandit: ContextualBandit?
    /// The type in the service's words: `ab`, `mab`, `cmab`, `td`, `fr`, or one yet unknown.
    public let type: String?

    init(_ node: Node) throws(ConfigurationError) {
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

  /// What a rule needs that asks a service for the variation.
  public struct ContextualBandit: Hashable, Sendable {
    /// The first bucket, of 10,000, that takes no part.
    public let trafficAllocation: Int
    /// The attributes that the service is told.
    public let attributeIDs: [String]

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      trafficAllocation = try fields.wholeNumber("trafficAllocation")
      attributeIDs = try fields.texts("attributeIds")
    }
  }

  /// The buckets up to a bound, and who gets them.
  public struct TrafficRange: Hashable, Sendable {
    /// The variation's identifier, or the experiment's in a group; empty for nobody.
    public let entityID: String
    /// The first bucket, of 10,000, beyond the range.
    public let end: Int

    init(entityID: String, end: Int) {
      self.entityID = entityID
      self.end = end
    }

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      entityID = try fields.text("entityId")
      end = try fields.wholeNumber("endOfRange")
    }
  }
}
