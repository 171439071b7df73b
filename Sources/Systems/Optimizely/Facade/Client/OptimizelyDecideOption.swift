/// The options of a decision, with the names of the SDKs.
public enum OptimizelyDecideOption: Int, CaseIterable, Hashable, Sendable {
  /// Sends no impression.
  case disableDecisionEvent
  /// Excludes flags that are off from the results of calls that evaluate several flags.
  case enabledFlagsOnly
  /// Neither reads nor stores sticky variations.
  case ignoreUserProfileService
  /// Includes all steps of the evaluation in the reasons instead of only errors.
  case includeReasons
  /// Excludes the variables from the decision.
  case excludeVariables
  /// Neither reads nor stores cached predictions of contextual bandits.
  case ignoreCmabCache
  /// Removes all cached predictions of contextual bandits before the decision.
  case resetCmabCache
  /// Removes the cached prediction for the user and the rule before the decision.
  case invalidateUserCmabCache
}

extension DecideOptions {
  /// Creates an option set from the options of the SDK; the raw value of each case is the index of
  /// its bit.
  public init(_ options: [OptimizelyDecideOption]) {
    self = options.reduce([]) { $0.union(DecideOptions(rawValue: 1 << $1.rawValue)) }
  }
}
