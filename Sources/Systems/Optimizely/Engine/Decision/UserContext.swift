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
  package var given: CallerAttributes?

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

extension UserContext {
  /// Creates a user from an evaluation context; without a targeting key, the id of the user is empty.
  ///
  /// The user has no predictions: in the traffic of a contextual bandit, the evaluation ends without a
  /// variation, as in an app whose request for a prediction fails.
  package init(_ context: EvaluationContext) {
    self.init(
      id: context.targetingKey ?? "",
      attributes: context.attributes,
      segments: context.segments,
      profile: context.profile
    )
    predictions = [:]
  }

  /// Forces the overridden variations of a flag and its rules.
  ///
  /// - Parameters:
  ///   - variation: The variation of the whole flag; `nil` if only rules are overridden.
  ///   - rules: The variations of the flag's rules, by rule key.
  ///   - flag: The key of the flag.
  package mutating func force(
    _ variation: TestVariation?,
    rules: [String: TestVariation],
    of flag: String
  ) {
    for (rule, variation) in rules {
      forcedDecisions[ForcedDecision(flag: flag, rule: rule)] = variation.rawValue
    }
    if let variation { forcedDecisions[ForcedDecision(flag: flag)] = variation.rawValue }
  }

  /// Creates the evaluation context of a user with the attributes that an app passed.
  package init(id: String, given attributes: [String: Any?]) {
    self.init(id: id, attributes: attributes.compactMapValues { DataValue(any: $0) })
    given = CallerAttributes(attributes)
  }

  /// The attributes as the app passed them, or else as Swift values such as `Int`.
  package var plainAttributes: [String: Any?] { given?.values ?? attributes.mapValues(\.any) }

  /// Sets an attribute; it is null if the value is `nil`.
  package mutating func setAttribute(_ key: String, to value: Any?) {
    attributes[key] = DataValue(any: value)
    given?.set(key, to: value)
  }
}

/// The attributes of a user as the app passed them, which the app and its listeners get back.
///
/// Unchecked: the values have any type. Attributes are values such as strings, numbers and dates,
/// which the library only reads.
package struct CallerAttributes: Hashable, @unchecked Sendable {
  /// The values as they were passed, by key.
  private(set) var values: [String: Any?]
  /// The keys of the values that JSON has no type for, such as a date: such an attribute exists, but
  /// no condition can compare its value.
  private var opaqueKeys: Set<String>

  init(_ values: [String: Any?]) {
    self.values = values
    opaqueKeys = Set(values.filter { DataValue(any: $0.value) == nil }.keys)
  }

  /// Whether the user has an attribute with a value that JSON has no type for.
  func isOpaque(_ key: String) -> Bool { !opaqueKeys.isEmpty && opaqueKeys.contains(key) }

  /// The value of an attribute as text; `nil` if there is no value.
  func text(of key: String) -> String? { (values[key] ?? nil).map { "\($0)" } }

  /// Sets an attribute; it is null if the value is `nil`.
  mutating func set(_ key: String, to value: Any?) {
    values[key] = value
    opaqueKeys.remove(key)
    if DataValue(any: value) == nil { opaqueKeys.insert(key) }
  }

  // Compares only the keys of the opaque values: `UserContext` already compares the other values as
  // JSON values.
  package static func == (left: CallerAttributes, right: CallerAttributes) -> Bool {
    left.opaqueKeys == right.opaqueKeys
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(opaqueKeys) }
}
