/// One change of a store.
public struct FlagChange: Sendable {
  /// The number of the change; each is one more than the one before.
  public let revision: Int
  /// What changed.
  public let kind: Kind

  /// What a change is about.
  public enum Kind: Sendable {
    /// Another list of features is in place; it may be the same in all but the time.
    case loaded(FlagDifference)
    /// Features have new overrides; they come as they are now.
    case overridden([Feature])
  }
}
