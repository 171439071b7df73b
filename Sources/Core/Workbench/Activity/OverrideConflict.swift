public import FeatureFlags

public import struct FoundationEssentials.Date

/// A change of one override that was not committed, because somebody else had changed the override after
/// the program had read it, or had locked it.
public struct OverrideConflict: Hashable, Sendable {
  /// The feature and the scope of the override.
  public let key: OverrideKey
  /// The override that was not committed; `nil` if the change was a reset.
  public let mine: Override?
  /// The override of the team, which remains active; `nil` if the team has no override for the feature.
  public let theirs: Override?
  /// The person who set or reset the override of the team, such as `ana@build-7`; `nil` if the person is
  /// unknown.
  public let author: String?
  /// The time at which the override of the team was set or reset; `nil` if it is unknown.
  public let date: Date?
  /// The lock of another person that prevented the change; `nil` if there was no lock.
  public let lock: FeatureLock?
  /// Whether the change was made while this program was offline, and was sent later.
  public var wasPending = false

  /// The feature with the override.
  public var feature: Feature.Name { key.feature }

  /// Creates a conflict.
  public init(
    key: OverrideKey,
    mine: Override?,
    theirs: Override?,
    author: String?,
    date: Date?,
    lock: FeatureLock? = nil
  ) {
    self.key = key
    self.mine = mine
    self.theirs = theirs
    self.author = author
    self.date = date
    self.lock = lock
  }
}

/// A lock of an override: until the lock ends, only its owner may change the override.
public struct FeatureLock: Hashable, Sendable {
  /// The feature and the scope of the locked override.
  public let key: OverrideKey
  /// The owner of the lock, such as `ana@build-7`; `nil` if the owner is unknown.
  public let author: String?
  /// The reason for the lock; empty if no reason was given.
  public let reason: String
  /// The time at which the override was locked.
  public let start: Date
  /// The time at which the lock ends.
  public let end: Date

  /// The feature with the locked override.
  public var feature: Feature.Name { key.feature }

  /// Creates a lock.
  public init(key: OverrideKey, author: String?, reason: String, start: Date, end: Date) {
    self.key = key
    self.author = author
    self.reason = reason
    self.start = start
    self.end = end
  }

  /// Returns whether the lock prevents a change.
  ///
  /// - Parameters:
  ///   - author: The author of the change; an unknown author is not the owner of the lock.
  ///   - date: The time of the change.
  /// - Returns: Whether the author has to overrule the lock.
  public func refuses(_ author: String?, at date: Date) -> Bool {
    end > date && (author == nil || author != self.author)
  }
}
