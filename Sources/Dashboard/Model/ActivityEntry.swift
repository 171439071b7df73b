/// An entry of the activity log.
public struct ActivityEntry: Hashable, Sendable {
  /// The time of the entry.
  public var when: Moment
  /// The kind of the entry.
  public var kind: Kind
  /// Whether the entry is about a failure, and so is also listed among the problems.
  public var hasFailed: Bool
  /// The text, one sentence.
  public var text: String
  /// More details, such as the features that changed; may be empty.
  public var details: String

  /// The kind of an entry.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The source was polled.
    case poll
    /// The Internet connectivity changed.
    case connectivity
    /// The user of this dashboard changed something.
    case own
    /// Another program changed the workspace.
    case other
    /// Something went wrong.
    case problem
  }

  /// Makes an entry.
  public init(
    when: Moment,
    kind: Kind,
    hasFailed: Bool = false,
    text: String,
    details: String = ""
  ) {
    self.when = when
    self.kind = kind
    self.hasFailed = hasFailed || kind == .problem
    self.text = text
    self.details = details
  }
}

extension ActivityEntry {
  /// Whether the entry is listed under a kind; failures are listed under problems too.
  func isAmong(_ kind: Kind) -> Bool { self.kind == kind || kind == .problem && hasFailed }

  /// The kind whose sign the entry shows: failures are shown as problems.
  var look: Kind { hasFailed ? .problem : kind }
}

extension ActivityEntry.Kind {
  /// The kind as text, for the title of the log.
  var title: String {
    switch self {
    case .poll: "polls"
    case .connectivity: "connectivity"
    case .own: "own acts"
    case .other: "other programs"
    case .problem: "problems"
    }
  }

  /// A sign with the meaning of the colour, for screens without colours.
  var sign: String {
    switch self {
    case .poll: "↻"
    case .connectivity: "⇄"
    case .own: "◆"
    case .other: "◇"
    case .problem: "✗"
    }
  }

  /// The role of the sign.
  var role: Role {
    switch self {
    case .poll: .information
    case .connectivity: .success
    case .own: .overridden
    case .other: .marked
    case .problem: .failure
    }
  }
}
