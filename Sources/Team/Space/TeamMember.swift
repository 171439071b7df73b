import Documents
public import FeatureFlags

public import struct FoundationEssentials.Date

/// A program that follows the overrides of a team now, such as a dashboard.
public struct TeamMember: Hashable, Sendable, Identifiable {
  /// The identifier of the program's session, unique in its space.
  public let id: String
  /// The person and the machine, such as `ana@build-7`; `nil` if they are unknown.
  public let author: String?
  /// The name of the program, such as `halyard dashboard`; `nil` if it is unknown.
  public let program: String?
  /// The feature that the person has selected; `nil` for none.
  public var feature: FeatureName?
  /// The time at which the session has begun.
  public let start: Date

  /// Creates a member.
  public init(
    id: String,
    author: String?,
    program: String?,
    feature: FeatureName? = nil,
    start: Date
  ) {
    self.id = id
    self.author = author
    self.program = program
    self.feature = feature
    self.start = start
  }
}

extension TeamMember {
  /// Decodes the value of a member's key.
  ///
  /// - Throws: The first defect, with its line and field.
  init(id: String, _ bytes: [UInt8]) throws(DocumentError) {
    guard bytes.count <= Limit.teamValueBytes.maximum else {
      throw .limit(.teamValueBytes, found: bytes.count, line: nil)
    }
    let fields = try FieldReader(JSONReader.read(bytes))
    self.init(
      id: id,
      author: try fields.optionalText("by"),
      program: try fields.optionalText("program"),
      feature: try fields.optionalText("feature").map(FeatureName.init(rawValue:)),
      start: try fields.value("at", expected: Date.example, read: Date.init)
    )
  }

  /// The value of the member's key.
  var bytes: [UInt8] {
    var members: [(key: String, value: JSONValue)] = []
    if let author { members.append(("by", .string(author))) }
    if let program { members.append(("program", .string(program))) }
    if let feature { members.append(("feature", .string(feature.rawValue))) }
    members.append(("at", .string(start.formatted(.iso8601))))
    return Array(JSONValue.object(members).text().utf8)
  }
}

/// The state of the connection to a team, and its members.
public struct TeamActivity: Hashable, Sendable {
  /// The state of the connection.
  public var status = Status.connecting
  /// The programs that follow the overrides, this one included, sorted by person and start.
  public var members: [TeamMember] = []
  /// The locks of features.
  public var locks: [FeatureName: FeatureLock] = [:]
  /// The features with changes of this machine that etcd does not have yet.
  public var pending: Set<FeatureName> = []
  /// The keys of the space that are skipped.
  public var defects: [TeamDefect] = []
  /// Whether the role of the user allows no changes.
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
