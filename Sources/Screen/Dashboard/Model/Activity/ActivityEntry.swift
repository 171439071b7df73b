public import FeatureFlags

/// An entry of the activity log: an event with its time and its message.
public struct ActivityEntry: Hashable, Sendable {
  /// The time at which the logged event happened.
  public var when: Moment
  /// The kind of event that is logged.
  public var kind: Kind
  /// Whether the entry reports a failure; such an entry is also listed among the problems.
  public var hasFailed: Bool
  /// The message, one sentence.
  public var text: String
  /// Additional details, such as the names of changed features; may be empty.
  public var details: String
  /// The author of the logged change, such as `ana@build-7`; `nil` if it is unknown.
  public var author: String?
  /// The features whose overrides the logged change has changed; empty for entries about anything else.
  public var features: [Feature.Name]
  /// The number of equal consecutive events for which the entry stands.
  var count = 1
  /// The number that the log gives to the entry, by which the user's marks refer to it.
  var number = 0

  /// The kind of event that an activity entry reports.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The source was polled.
    case poll
    /// The Internet connectivity changed.
    case connectivity
    /// The user changed something in this dashboard.
    case own
    /// Another program changed the workspace.
    case other
    /// An operation failed.
    case problem
  }

  /// Creates an entry; the details, the author and the features are empty by default.
  public init(
    when: Moment,
    kind: Kind,
    hasFailed: Bool = false,
    text: String,
    details: String = "",
    author: String? = nil,
    features: [Feature.Name] = []
  ) {
    self.when = when
    self.kind = kind
    self.hasFailed = hasFailed || kind == .problem
    self.text = text
    self.details = details
    self.author = author
    self.features = features
  }
}

extension ActivityEntry {
  /// The message with the number of repetitions, such as `Unchanged × 12`.
  var title: String { count > 1 ? "\(text) × \(count)" : text }

  /// Whether the entry reports the same poll result as the entry before it, so that both are merged.
  func isRepetition(of other: ActivityEntry) -> Bool {
    kind == .poll && other.kind == .poll && text == other.text && details == other.details
      && hasFailed == other.hasFailed
  }

  /// Whether the entry is listed under the given kind; a failure is also listed under `problem`.
  func isAmong(_ kind: Kind) -> Bool { self.kind == kind || kind == .problem && hasFailed }

  /// The kind whose symbol the entry shows; a failure shows the symbol of `problem`.
  var shownKind: Kind { hasFailed ? .problem : kind }
}

extension ActivityEntry.Kind {
  /// The label of the kind in the title of the activity log.
  var title: String {
    switch self {
    case .poll: "polls"
    case .connectivity: "connectivity"
    case .own: "own changes"
    case .other: "other programs"
    case .problem: "problems"
    }
  }

  /// The symbol of the kind, which replaces the colour on screens without colours.
  var sign: String {
    switch self {
    case .poll: "↻"
    case .connectivity: "≈"
    case .own: "◆"
    case .other: "◇"
    case .problem: "✗"
    }
  }

  /// The words for the symbols of all kinds in plain mode.
  static let plainSigns: [Character: String] = [
    "↻": "poll:", "≈": "connectivity:", "◆": "you:", "◇": "others:", "✗": "problem:",
  ]

  /// The style role of the symbol.
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
