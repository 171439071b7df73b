/// The options of a decision, by the names of the SDKs.
public enum OptimizelyDecideOption: Int, CaseIterable, Hashable, Sendable {
  /// Sends no impression.
  case disableDecisionEvent
  /// Excludes flags that are off from the results of several flags.
  case enabledFlagsOnly
  /// Neither reads nor stores sticky variations.
  case ignoreUserProfileService
  /// Includes all steps in the reasons, and not only errors.
  case includeReasons
  /// Excludes the variables from the decision.
  case excludeVariables
  /// Neither reads nor stores cached predictions of contextual bandits.
  case ignoreCmabCache
  /// Removes all cached predictions of contextual bandits first.
  case resetCmabCache
  /// Removes the cached prediction for the user and the rule first.
  case invalidateUserCmabCache
}

extension DecideOptions {
  /// Creates a set from options of the SDK; the bits are in the order of the SDK's cases.
  public init(_ options: [OptimizelyDecideOption]) {
    self = options.reduce([]) { $0.union(DecideOptions(rawValue: 1 << $1.rawValue)) }
  }
}
