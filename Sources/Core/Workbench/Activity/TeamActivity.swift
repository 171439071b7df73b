public import Documents
public import FeatureFlags

public import struct FoundationEssentials.Date

/// The state of the connection to a team, with the team's members, locks and pending changes.
public struct TeamActivity: Hashable, Sendable {
  /// The state of the connection.
  public var status = Status.connecting
  /// The programs that follow the overrides, including this program, sorted by person and start.
  public var members: [TeamMember] = []
  /// The locks of features.
  public var locks: [OverrideKey: FeatureLock] = [:]
  /// The features with pending changes: overrides that were changed on this machine, but not sent to
  /// etcd yet.
  public var pending: Set<Feature.Name> = []
  /// The keys of the team's namespace in etcd that are skipped.
  public var defects: [SkippedTeamKey] = []
  /// Whether the user's role in etcd forbids changes.
  public var isReadOnly = false
  /// The identifier of this program among the members.
  public let ownID: String

  /// The state of a connection.
  public enum Status: Hashable, Sendable {
    /// The program waits for the first response.
    case connecting
    /// The program is connected, and receives changes; `latency` is the response time of the last call,
    /// `nil` if it is not measured yet.
    case online(latency: Duration?)
    /// The cluster has been unreachable since the given time, for the given reason.
    case offline(since: Date, reason: String)
  }

  /// Whether the program is connected, and receives changes.
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

/// A key of a team's namespace in etcd that is skipped, because Halyard does not use such a key, or
/// because its value is malformed.
public struct SkippedTeamKey: Hashable, Sendable {
  /// The name of the key, such as `/halyard/v1/staging/override/Theme`.
  public let key: String
  /// The reason why the value is malformed; `nil` for a key that Halyard does not use.
  public let error: DocumentError?

  /// The maximum number of skipped keys that are reported; further keys are skipped without a report.
  package static let listLimit = 1_000

  /// Creates a defect.
  public init(key: [UInt8], error: DocumentError?) {
    self.key = String(decoding: key, as: UTF8.self)
    self.error = error
  }
}

extension SkippedTeamKey: CustomStringConvertible {
  /// The error message: the key and the reason.
  public var description: String {
    // Shortens both texts: other programs chose the key and its fields, whose names can be very long.
    let reason = error.map { "\($0)".excerpt } ?? "Halyard does not use it"
    return "\(key.excerpt): this key in etcd is ignored: \(reason)"
  }
}

/// A running program that follows the overrides of a team, such as a dashboard.
public struct TeamMember: Hashable, Sendable, Identifiable {
  /// The identifier of the running program, unique in its namespace.
  public let id: String
  /// The person and the machine, such as `ana@build-7`; `nil` if they are unknown.
  public let author: String?
  /// The name of the program, such as `halyard dashboard`; `nil` if it is unknown.
  public let program: String?
  /// The feature that the person has selected; `nil` for none.
  public var feature: Feature.Name?
  /// The time at which the program has started to follow the overrides.
  public let start: Date

  /// Creates a member.
  public init(
    id: String,
    author: String?,
    program: String?,
    feature: Feature.Name? = nil,
    start: Date
  ) {
    self.id = id
    self.author = author
    self.program = program
    self.feature = feature
    self.start = start
  }
}
