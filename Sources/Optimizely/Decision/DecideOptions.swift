/// How a decision is made and told.
public struct DecideOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nobody is told that the decision was made.
  public static let disableDecisionEvent = DecideOptions(rawValue: 1 << 0)
  /// Flags that are off are left out where many are decided.
  public static let enabledFlagsOnly = DecideOptions(rawValue: 1 << 1)
  /// Sticky variations are neither looked at nor kept.
  public static let ignoreUserProfileService = DecideOptions(rawValue: 1 << 2)
  /// The reasons tell every step, and not only errors.
  public static let includeReasons = DecideOptions(rawValue: 1 << 3)
  /// The decision has no variables.
  public static let excludeVariables = DecideOptions(rawValue: 1 << 4)
  /// What a contextual bandit has said before is not looked at.
  public static let ignoreBanditCache = DecideOptions(rawValue: 1 << 5)
  /// What contextual bandits have said before is forgotten.
  public static let resetBanditCache = DecideOptions(rawValue: 1 << 6)
  /// What a contextual bandit has said before of this user and rule is forgotten.
  public static let invalidateUserBanditCache = DecideOptions(rawValue: 1 << 7)
  /// The decision has a trace; the service knows no such option.
  public static let includeTrace = DecideOptions(rawValue: 1 << 8)

  /// The options by the names that the service's documents use.
  public static let names: [(name: String, option: DecideOptions)] = [
    ("disableDecisionEvent", .disableDecisionEvent),
    ("enabledFlagsOnly", .enabledFlagsOnly),
    ("ignoreUserProfileService", .ignoreUserProfileService),
    ("includeReasons", .includeReasons),
    ("excludeVariables", .excludeVariables),
    ("ignoreCmabCache", .ignoreBanditCache),
    ("resetCmabCache", .resetBanditCache),
    ("invalidateUserCmabCache", .invalidateUserBanditCache),
  ]

  /// The option of a name; `nil` if there is none.
  public init?(name: String) {
    guard let option = Self.names.first(where: { $0.name == name })?.option else { return nil }
    self = option
  }
}
