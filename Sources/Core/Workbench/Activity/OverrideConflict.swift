public import FeatureFlags

public import struct FoundationEssentials.Date

/// A change of one override that was not committed, because somebody else had changed the override
/// since the program read it, or had locked the feature.
public struct OverrideConflict: Hashable, Sendable {
  /// The feature with the override.
  public let feature: Feature.Name
  /// The override that was not committed; `nil` is a reset.
  public let mine: Override?
  /// The override in the storage of the team, which is active; `nil` if it was reset.
  public let theirs: Override?
  /// The person who made the change of the team, such as `ana@build-7`; `nil` if it is unknown.
  public let author: String?
  /// The time of the change of the team; `nil` if it is unknown.
  public let date: Date?
  /// The lock of another person that refused the change; `nil` if another person had changed the override.
  public let lock: FeatureLock?
  /// Whether the change was made while this program was offline, and was sent later.
  public var wasPending = false

  /// Creates a conflict.
  public init(
    feature: Feature.Name,
    mine: Override?,
    theirs: Override?,
    author: String?,
    date: Date?,
    lock: FeatureLock? = nil
  ) {
    self.feature = feature
    self.mine = mine
    self.theirs = theirs
    self.author = author
    self.date = date
    self.lock = lock
  }
}
