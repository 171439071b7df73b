/// Something that happened, as the log keeps it.
public struct ActivityEntry: Hashable, Sendable {
  /// When it happened.
  public var when: Moment
  /// What it was about.
  public var kind: Kind
  /// Whether it failed, and so is one of the problems too.
  public var hasFailed: Bool
  /// What happened, in one sentence.
  public var text: String
  /// What more there is to know, such as the features that changed; may be empty.
  public var details: String

  /// What an entry is about.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The source was polled.
    case poll
    /// The Internet connectivity changed.
    case connectivity
    /// The tester did something here.
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
  /// Whether the log has the entry among those of a kind.
  func isAmong(_ kind: Kind) -> Bool { self.kind == kind || kind == .problem && hasFailed }

  /// The kind that the entry looks like: what failed stands out.
  var look: Kind { hasFailed ? .problem : kind }
}

extension ActivityEntry.Kind {
  /// The kind in a word or two, as the log's title says it.
  var title: String {
    switch self {
    case .poll: "polls"
    case .connectivity: "connectivity"
    case .own: "own acts"
    case .other: "other programs"
    case .problem: "problems"
    }
  }

  /// A sign that says the same as the colour.
  var sign: String {
    switch self {
    case .poll: "↻"
    case .connectivity: "⇄"
    case .own: "◆"
    case .other: "◇"
    case .problem: "✗"
    }
  }

  /// How the sign looks.
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
