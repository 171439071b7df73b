/// Everything about a user on which a decision depends.
public struct UserContext: Hashable, Sendable {
  /// The attribute that takes the place of the identifier in bucketing, if it is a text.
  public static let bucketingKey = "$opt_bucketing_id"

  /// The identifier; it may be empty.
  public var id: String
  /// What is known about the user, by attribute key.
  public var attributes: [String: DataValue]
  /// The segments that the user is in; `nil` if nobody has asked yet.
  public var segments: Set<String>?
  /// The decisions that a tester has made: variation keys by flag or rule.
  ///
  /// They stand above status, audience and traffic, and need a variation that the flag has.
  public var forcedDecisions: [ForcedDecision: String]
  /// Variation keys by experiment key, forced in the way of before forced decisions.
  public var forcedVariations: [String: String]
  /// The sticky variations: variation identifiers by experiment identifier.
  public var profile: [String: String]

  /// The predictions of contextual bandits by rule id; `nil` evaluates without the service.
  var predictions: [String: Prediction]?

  /// Makes a user of whom nothing is known but the identifier.
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

  /// Whether the user is in a segment; false as long as nobody has asked.
  public func isQualified(for segment: String) -> Bool { segments?.contains(segment) ?? false }

  /// What is hashed for the user.
  public var bucketingID: String {
    guard !attributes.isEmpty, case .string(let other) = attributes[Self.bucketingKey] else {
      return id
    }
    return other
  }

  /// What a forced decision is about.
  public struct ForcedDecision: Hashable, Sendable {
    /// The key of the flag.
    public let flag: String
    /// The key of the rule; `nil` for the whole flag.
    public let rule: String?

    /// Makes the subject of a forced decision.
    public init(flag: String, rule: String? = nil) {
      self.flag = flag
      self.rule = rule
    }
  }
}
