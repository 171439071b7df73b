/// One change of a store.
public struct FlagChange: Sendable {
  /// The number of the change; each is one more than the one before.
  public let revision: Int
  /// What changed.
  public let kind: Kind

  /// What a change is about.
  public enum Kind: Sendable {
    /// Another list of features is in place.
    case loaded
    /// Features have new overrides; they come as they are now.
    case overridden([Feature])
  }
}
