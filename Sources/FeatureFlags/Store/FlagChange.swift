/// One change of a store.
public struct FlagChange: Sendable {
  /// The number of the change; each is one more than the one before.
  public let revision: Int
  /// What changed.
  public let kind: Kind
  /// What led to it.
  public let cause: Cause

  /// What a change is about.
  public enum Kind: Sendable {
    /// Another list of features is in place; it may be the same in all but the time.
    case loaded(FlagDifference)
    /// Features have new overrides; they come with their present state. The list is empty where
    /// only overrides of features changed that the configuration does not have.
    case overridden([Feature])
  }

  /// What leads to a change.
  public enum Cause: Hashable, Sendable {
    /// A call of this store.
    case call
    /// Another program decided it, and a file told of it.
    case others
    /// The time of overrides has run out.
    case end
  }
}
