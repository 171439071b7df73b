public import FeatureFlags

public import struct FoundationEssentials.Date

/// The state of the connection to a team, and its members.
public struct TeamActivity: Hashable, Sendable {
  /// The state of the connection.
  public var status = Status.connecting
  /// The programs that follow the overrides, this one included, sorted by person and start.
  public var members: [TeamMember] = []
  /// The locks of features.
  public var locks: [Feature.Name: FeatureLock] = [:]
  /// The features whose overrides were changed on this machine, while etcd does not have the changes yet.
  public var pending: Set<Feature.Name> = []
  /// The keys of the team's namespace in etcd that are skipped.
  public var defects: [TeamDefect] = []
  /// Whether the user's role in etcd forbids changes.
  public var isReadOnly = false
  /// The identifier of this program among the members.
  public let ownID: String

  /// The state of a connection.
  public enum Status: Hashable, Sendable {
    /// The first response has not been received yet.
    case connecting
    /// Changes are received; `latency` is the time of the last call, `nil` before the first one.
    case online(latency: Duration?)
    /// The cluster cannot be reached since the given time, for the given reason.
    case offline(since: Date, reason: String)
  }

  /// Whether changes are received.
  public var isOnline: Bool {
    switch status {
    case .online: true
    case .connecting, .offline: false
    }
  }

  /// Creates an activity without members.
  public init(ownID: String) {
    self.ownID = ownID
  }
}
