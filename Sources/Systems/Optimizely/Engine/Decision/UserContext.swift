public import FeatureFlags

/// The evaluation context of a user: id, attributes, segments, forced decisions and profile.
public struct UserContext: Hashable, Sendable {
  /// The key of the attribute that replaces the user id in bucketing, if its value is a string.
  public static let bucketingKey = "$opt_bucketing_id"

  /// The id of the user, which is hashed for bucketing; it may be empty.
  public var id: String
  /// The attributes of the user, by key.
  public var attributes: [String: DataValue]
  /// The segments of the user; `nil` if they were not fetched.
  public var segments: Set<String>?
  /// The forced decisions: variation keys by flag or rule.
  ///
  /// Forced decisions take precedence over status, audience and traffic. A variation that the flag
  /// does not have is ignored.
  public var forcedDecisions: [ForcedDecision: String]
  /// The forced variations of the legacy API: variation keys by experiment key.
  public var forcedVariations: [String: String]
  /// The sticky variations: variation ids by experiment id.
  public var profile: [String: String]

  /// The attributes as an app passed them; `nil` if they were passed as JSON values.
  package var given: GivenAttributes?

  /// The predictions of contextual bandits by rule id; if `nil`, contextual bandits are skipped.
  package var predictions: [String: Prediction]?

  /// Creates the evaluation context of a user; by default without attributes and forced variations.
  public init(
    id: String,
    attributes: [String: DataValue] = [:],
    segments: Set<String>? = nil,
    forcedDecisions: [ForcedDecision: String] = [:],
    forcedVariations: [String: String] = [:],
    profile: [String: String] = [:]
  ) {
    self.id = id
    self.attributes = attributes
    self.segments = segments
    self.forcedDecisions = forcedDecisions
    self.forcedVariations = forcedVariations
    self.profile = profile
  }

  /// Whether the user is in a segment; `false` if the segments were not fetched.
  public func isQualified(for segment: String) -> Bool { segments?.contains(segment) ?? false }

  /// The id that is hashed for bucketing: the bucketing attribute, or else the user id.
  public var bucketingID: String {
    guard !attributes.isEmpty, case .string(let other) = attribute(Self.bucketingKey) else {
      return id
    }
    return other
  }

  /// Returns an attribute, like the subscript of ``attributes``.
  ///
  /// If the user has only a few attributes, compares their keys one by one, because hashing a key
  /// takes longer.
  func attribute(_ key: String) -> DataValue? {
    guard attributes.count <= Self.fewAttributes else { return attributes[key] }
    var index = attributes.startIndex
    while index != attributes.endIndex {
      if attributes.keys[index] == key { return attributes.values[index] }
      attributes.formIndex(after: &index)
    }
    return nil
  }

  private static let fewAttributes = 8

  /// The target of a forced decision: a flag, or one of its rules.
  public struct ForcedDecision: Hashable, Sendable {
    /// The key of the flag to which the forced decision applies.
    public let flag: String
    /// The key of the rule; `nil` for the whole flag.
    public let rule: String?

    /// Creates the target of a forced decision: a rule, or the whole flag if `rule` is `nil`.
    public init(flag: String, rule: String? = nil) {
      self.flag = flag
      self.rule = rule
    }
  }
}
