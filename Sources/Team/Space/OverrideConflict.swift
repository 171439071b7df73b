public import FeatureFlags

public import struct FoundationEssentials.Date

/// A change of one override that was not committed, because somebody else had changed the override
/// since the program read it.
public struct OverrideConflict: Hashable, Sendable {
  /// The feature with the override.
  public let feature: FeatureName
  /// The override that was not committed; `nil` is a reset.
  public let mine: Override?
  /// The override of the team, which is active; `nil` if it was reset.
  public let theirs: Override?
  /// The person who made the change of the team, such as `ana@build-7`; `nil` if it is unknown.
  public let author: String?
  /// The time of the change of the team; `nil` if it is unknown.
  public let date: Date?

  /// Creates a conflict.
  public init(
    feature: FeatureName,
    mine: Override?,
    theirs: Override?,
    author: String?,
    date: Date?
  ) {
    self.feature = feature
    self.mine = mine
    self.theirs = theirs
    self.author = author
    self.date = date
  }
}
