public import FeatureFlags

public import struct FoundationEssentials.Date

/// A lock of a feature: until the lock ends, only its owner may change the override of the feature.
public struct FeatureLock: Hashable, Sendable {
  /// The locked feature.
  public let feature: Feature.Name
  /// The owner of the lock, such as `ana@build-7`; `nil` if the owner is unknown.
  public let author: String?
  /// The reason for the lock; empty without one.
  public let reason: String
  /// The time at which the feature was locked.
  public let start: Date
  /// The time at which the lock ends.
  public let end: Date

  /// Creates a lock.
  public init(feature: Feature.Name, author: String?, reason: String, start: Date, end: Date) {
    self.feature = feature
    self.author = author
    self.reason = reason
    self.start = start
    self.end = end
  }

  /// Returns whether the lock refuses a change.
  ///
  /// - Parameters:
  ///   - author: The author of the change; an unknown author is not the owner of the lock.
  ///   - date: The time of the change.
  /// - Returns: Whether the author has to overrule the lock.
  public func refuses(_ author: String?, at date: Date) -> Bool {
    end > date && (author == nil || author != self.author)
  }
}
