/// Reports one change of a store to its listeners.
public struct FlagChange: Sendable {
  /// The number of the change; consecutive changes have consecutive numbers.
  public let revision: Int
  /// What has changed.
  public let kind: Kind
  /// The cause of the change.
  public let cause: Cause

  /// The parts of a store that change.
  public enum Kind: Sendable {
    /// A configuration has been loaded; its features may be the same as before.
    case loaded(FlagDifference)
    /// Overrides have changed; the features have their new state. The list is empty if all of the
    /// overrides are of features that the configuration does not have.
    case overridden([Feature])
  }

  /// The causes of a change.
  public enum Cause: Hashable, Sendable {
    /// A call of a method of this store.
    case call
    /// Another program has changed the overrides.
    case others
    /// Overrides have expired.
    case end
  }
}
