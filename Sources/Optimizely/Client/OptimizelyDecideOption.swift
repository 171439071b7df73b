/// How a decision is made and told, by the names of the service's documents.
public enum OptimizelyDecideOption: Int, CaseIterable, Hashable, Sendable {
  /// Nobody is told that the decision was made.
  case disableDecisionEvent
  /// Flags that are off are left out where many are decided.
  case enabledFlagsOnly
  /// Sticky variations are neither looked at nor kept.
  case ignoreUserProfileService
  /// The reasons tell every step, and not only errors.
  case includeReasons
  /// The decision has no variables.
  case excludeVariables
  /// What a contextual bandit has said before is not looked at.
  case ignoreCmabCache
  /// What contextual bandits have said before is forgotten.
  case resetCmabCache
  /// What a contextual bandit has said before of this user and rule is forgotten.
  case invalidateUserCmabCache
}

extension DecideOptions {
  /// Makes a set of the documented options, whose bits are in the order of the SDK's cases.
  public init(_ options: [OptimizelyDecideOption]) {
    self = options.reduce([]) { $0.union(DecideOptions(rawValue: 1 << $1.rawValue)) }
  }
}
