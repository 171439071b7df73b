public import FeatureFlags
import Text
import Workbench

package import struct FoundationEssentials.Date

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
  /// The features whose overrides the logged change affects; empty if no overrides have changed.
  public var features: [Feature.Name]
  /// The recorded operation that the entry shows; `nil` for any other event, and for a change that was not
  /// read from the history yet.
  package private(set) var operation: OverrideOperation?
  /// The number of equal consecutive events that the entry represents.
  var count = 1
  /// The number by which the log identifies the entry, such as in the set of marked entries.
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
    /// An action failed.
    case problem
    /// An assistant changed the workspace by `halyard mcp`.
    case assistant
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

  /// Whether the entry announces a change of overrides, whose operation replaces it in the log.
  var isAnnouncement: Bool {
    operation == nil && !features.isEmpty && !hasFailed
      && [.own, .other, .assistant].contains(kind)
  }

  /// The notes of the overrides before and after the logged operation.
  var notes: Set<String> {
    Set(operation?.changes.flatMap { [$0.from?.note, $0.to?.note].compactMap(\.self) } ?? [])
  }

  /// The users whose overrides the logged operation has changed.
  var users: Set<OverrideScope> { Set(operation?.changes.map(\.key.scope) ?? []) }

  /// Whether the entry is listed under the given kind; a failure is also listed under `problem`.
  func isAmong(_ kind: Kind) -> Bool { self.kind == kind || kind == .problem && hasFailed }

  /// The kind whose symbol the entry shows; a failure shows the symbol of `problem`.
  var shownKind: Kind { hasFailed ? .problem : kind }
}

extension ActivityEntry.Kind {
  /// The kind of a change that another program has made for the given author.
  static func change(by author: String?) -> ActivityEntry.Kind {
    author?.hasPrefix(OperationOrigin.assistantPrefix) == true ? .assistant : .other
  }

  /// The label of the kind in the title of the activity log.
  var title: String {
    switch self {
    case .poll: "polls"
    case .connectivity: "connectivity"
    case .own: "own changes"
    case .other: "other programs"
    case .assistant: "assistants"
    case .problem: "problems"
    }
  }

  /// The symbol of the kind, which replaces the colour on screens without colours.
  var symbol: String {
    switch self {
    case .poll: "↻"
    case .connectivity: "≈"
    case .own: "◆"
    case .other: "◇"
    case .assistant: "❖"
    case .problem: "✗"
    }
  }

  /// The texts that replace the symbols in plain mode.
  static let plainSymbols: [Character: String] = [
    "↻": "poll:", "≈": "connectivity:", "◆": "you:", "◇": "others:", "❖": "assistant:",
    "✗": "problem:",
  ]

  /// The style role of the symbol.
  var role: Role {
    switch self {
    case .poll: .information
    case .connectivity: .success
    case .own: .overridden
    case .other, .assistant: .marked
    case .problem: .failure
    }
  }
}

extension ActivityEntry {
  /// The maximum number of features that the details of an entry name.
  private static let nameCount = 3
  /// The maximum width of a name or a state in the details of an entry, in cells.
  private static let partWidth = 40

  /// Creates the entry for one operation of the user that changes overrides; `nil` for an empty list of
  /// features.
  ///
  /// - Parameters:
  ///   - features: The features in their new states.
  ///   - when: The time of the change.
  package init?(ownChangeOf features: [Feature], when: Moment) {
    guard let first = features.first else { return nil }
    let isReset = features.allSatisfy { !$0.isOverridden }
    guard features.count > 1 else {
      let values = first.override?.variableTexts { $0.shortened(to: Self.partWidth) } ?? []
      self.init(
        when: when,
        kind: .own,
        text: "\(first.name): \(first.stateText)",
        details: isReset ? "override reset" : values.joined(separator: ", "),
        features: [first.name]
      )
      return
    }
    let isSame = features.allSatisfy { $0.stateText == first.stateText }
    let count = Number.count(features.count, "feature")
    self.init(
      when: when,
      kind: .own,
      text: isReset
        ? "\(features.count) overrides reset"
        : count + (isSame ? ": " + first.stateText.shortened(to: Self.partWidth) : " changed"),
      details: isReset || isSame
        ? Self.details(features.lazy.map(\.name.rawValue)) : Self.details(statesOf: features),
      features: features.map(\.name)
    )
  }

  /// Creates the entry for a change by the user that leaves the states of the features unchanged, such
  /// as a new note of an override.
  ///
  /// - Parameters:
  ///   - change: What was changed, without a full stop.
  ///   - names: The names of the features, at least one.
  ///   - when: The time of the change.
  package init(own change: String, of names: [Feature.Name], when: Moment) {
    let isOne = names.count == 1
    self.init(
      when: when,
      kind: .own,
      text: (isOne ? "\(names[0])" : "\(names.count) features") + ": " + change,
      details: isOne ? "" : Self.details(names.lazy.map(\.rawValue)),
      features: names
    )
  }

  /// The description of a changed note; an empty note means that the note was removed.
  package static func text(ofNote note: String) -> String {
    note.isEmpty ? "note removed" : "note " + note
  }

  /// The description of a changed lifetime, such as `override applies until 17:30`.
  package static func text(
    ofLifetime lifetime: Override.Lifetime,
    _ clock: WallClock,
    now: Date
  ) -> String {
    "override applies " + lifetime.text(clock, now: now)
  }

  /// The first features with their states, and the number of the remaining features.
  static func details(statesOf features: [Feature]) -> String {
    details(features.lazy.map { "\($0.name.rawValue.shortened(to: partWidth)): \($0.stateText)" })
  }

  /// The first texts, and the number of the remaining texts.
  private static func details(_ texts: some Collection<String>) -> String {
    let shown = texts.prefix(nameCount).map { $0.shortened(to: 2 * partWidth) }
    let rest = texts.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension FeatureLock {
  /// The description of the lock without its feature, such as
  /// `locked by ana@build-7 until 14:30 (release test)`.
  package func text(_ clock: WallClock) -> String {
    "locked by \(ownerText(clock))"
  }

  /// The owner, the end time and the reason of the lock.
  func ownerText(_ clock: WallClock) -> String {
    let note = reason.isEmpty ? "" : " (\(reason.shortened(to: 40)))"
    return "\(author ?? "somebody") until \(clock.text(of: end, now: clock.start))\(note)"
  }
}

// MARK: Operations

extension ActivityEntry {
  /// The maximum number of operations that are read for the activity log.
  package static let operationLimit = 500

  /// Creates the entries of recorded operations, one for each; operations and entries begin with the oldest.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - own: The author and the program of this dashboard; operations of this author are the user's own.
  ///   - clock: The start of the dashboard, and the time zone of the user.
  /// - Returns: The entries, in the order of the operations.
  package static func entries(
    of operations: [OverrideOperation],
    own: OperationOrigin,
    _ clock: WallClock
  ) -> [ActivityEntry] {
    var undone: Set<String> = []
    for operation in operations {
      switch operation.kind {
      case .undo(let id): undone.insert(id)
      case .redo(let id): undone.remove(id)
      case .change, .delete, .bisection, .expiry, .edit: break
      }
    }
    return operations.map { operation in
      let isOwn = operation.author != nil && operation.author == own.author
      return ActivityEntry(
        operation,
        isOwn: isOwn && operation.kind != .expiry,
        isUndone: undone.contains(operation.id),
        clock
      )
    }
  }

  private init(
    _ operation: OverrideOperation,
    isOwn: Bool,
    isUndone: Bool,
    _ clock: WallClock
  ) {
    let local = clock.localTime(of: operation.date)
    let isToday = local.date == clock.localTime(of: clock.start).date
    let changes = operation.changes
    let texts = changes.map { HistoryEntry(operation, $0).changeText(clock, now: clock.start) }
    let preset = operation.preset.map { "Preset \($0.shortened(to: Self.partWidth)): " } ?? ""
    let isSame = Set(texts).count < 2
    let subject =
      changes.count == 1 ? "\(changes[0].feature)" : Number.count(changes.count, "override")
    let what = texts.isEmpty ? "No change" : subject + (isSame ? ": " + texts[0] : "")
    let names = zip(changes, texts).map { change, text in
      isSame ? change.feature.rawValue : "\(change.feature.rawValue): \(text)"
    }
    let origin = changes.first.map { HistoryEntry(operation, $0).originText } ?? ""
    let details = [
      isToday ? "" : "at \(local.minutes)", changes.count > 1 ? Self.details(names) : "",
      isUndone ? "undone" : "", origin, operation.shortID,
    ]
    self.init(
      when: Moment(
        .seconds(operation.date.timeIntervalSince(clock.start)),
        clock: isToday ? local.clock : String(local.date.suffix(5))
      ),
      kind: isOwn ? .own : .change(by: operation.author),
      text: preset + what,
      details: details.filter { !$0.isEmpty }.joined(separator: " · "),
      author: operation.author,
      features: changes.map(\.feature)
    )
    self.operation = operation
  }
}
