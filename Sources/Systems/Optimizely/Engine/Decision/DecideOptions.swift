/// The options of a decision, such as which parts of the result to include.
public struct DecideOptions: OptionSet, Hashable, Sendable {
  /// The options as a bit mask, with one bit for each option.
  public let rawValue: Int

  /// Creates options from a bit mask; unknown bits have no effect.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Sends no impression.
  public static let disableDecisionEvent = DecideOptions(rawValue: 1 << 0)
  /// Excludes flags that are off from the results of calls that evaluate several flags.
  public static let enabledFlagsOnly = DecideOptions(rawValue: 1 << 1)
  /// Neither reads nor stores sticky variations.
  public static let ignoreUserProfileService = DecideOptions(rawValue: 1 << 2)
  /// Includes all steps of the evaluation in the reasons instead of only errors.
  public static let includeReasons = DecideOptions(rawValue: 1 << 3)
  /// Excludes the variables from the decision.
  public static let excludeVariables = DecideOptions(rawValue: 1 << 4)
  /// Neither reads nor stores cached predictions of contextual bandits.
  public static let ignoreBanditCache = DecideOptions(rawValue: 1 << 5)
  /// Removes all cached predictions of contextual bandits before the decision.
  public static let resetBanditCache = DecideOptions(rawValue: 1 << 6)
  /// Removes the cached prediction for the user and the rule before the decision.
  public static let invalidateUserBanditCache = DecideOptions(rawValue: 1 << 7)
  /// Adds a trace to the decision; the SDKs do not have this option.
  public static let includeTrace = DecideOptions(rawValue: 1 << 8)

  /// The options with their names in the SDKs.
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

  /// Creates the option with the given SDK name; `nil` if there is none.
  public init?(name: String) {
    guard let option = Self.names.first(where: { $0.name == name })?.option else { return nil }
    self = option
  }
}
