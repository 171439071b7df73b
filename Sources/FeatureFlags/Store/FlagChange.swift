/// One change of a store.
public struct FlagChange: Sendable {
  /// The number of the change; each is one more than the one before.
  public let revision: Int
  /// What changed.
  public let kind: Kind
  /// Whether another program decided it, and a file told of it.
  public let isByOthers: Bool

  /// What a change is about.
  public enum Kind: Sendable {
    /// Another list of features is in place; it may be the same in all but the time.
    case loaded(FlagDifference)
    /// Features have new overrides; they come as they are now.
    case overridden([Feature])
  }
}
