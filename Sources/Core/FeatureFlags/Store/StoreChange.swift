/// One change of a store, which is published to the consumers of its stream of changes.
public struct StoreChange: Sendable {
  /// The number of the change; consecutive changes have consecutive numbers, so that a consumer can
  /// detect a gap.
  public let revision: Int
  /// The part of the store that has changed.
  public let kind: Kind
  /// The event that caused the change: a method call, another program, or an expiry.
  public let cause: Cause
  /// The features whose results have changed only because they depend on features with changed
  /// overrides; empty after a load.
  public let dependents: [Feature]
  /// The features after a load; `nil` for a change of overrides.
  package var loaded: LoadedFeatures?
  /// The overrides of features that the configuration does not have; `nil` if they are unchanged.
  package var orphans: [OverrideKey: Override]?

  package init(
    revision: Int,
    kind: Kind,
    cause: Cause,
    orphans: [OverrideKey: Override]? = nil,
    dependents: [Feature] = []
  ) {
    self.revision = revision
    self.kind = kind
    self.cause = cause
    self.orphans = orphans
    self.dependents = dependents
  }

  /// The part of a store that has changed.
  public enum Kind: Sendable {
    /// A configuration was loaded; the features may be the same as before.
    case loaded(FlagDifference)
    /// Overrides have changed; the associated features have their new state. The list is empty if
    /// all changed overrides belong to features that the configuration does not have.
    case overridden([Feature])
  }

  /// The event that caused a change: a method call, another program, or an expiry.
  public enum Cause: Hashable, Sendable {
    /// A method of the store was called, or the storage has refused the change that an earlier call made.
    case call
    /// Another program has changed the stored overrides.
    case others
    /// One or more overrides have expired.
    case expiry
  }
}
