package import struct FoundationEssentials.Date

/// One change of the overrides of a workspace, which undo reverts in one step.
package struct HistoryAct: Hashable, Sendable, Identifiable {
  /// The identifier of the act, unique in its workspace.
  package let id: String
  /// The time of the act, in whole seconds.
  package let date: Date
  /// The author of the act, such as `ana@build-7`; `nil` if the author is unknown.
  package let author: String?
  /// The program that made the change, such as `halyard enable`; `nil` if it is unknown.
  package let program: String?
  /// The name of the preset that the act has applied; `nil` for any other act.
  package let preset: String?
  package let kind: Kind
  /// The changed overrides, sorted by feature name.
  package let changes: [HistoryChange]

  /// The cause of an act, and the act that an undo or a redo reverts.
  package enum Kind: Hashable, Sendable {
    /// A program has changed overrides.
    case change
    /// A program has deleted features with their overrides from the workspace.
    case delete
    /// A program has undone the act with the given identifier.
    case undo(String)
    /// A program has redone the act with the given identifier.
    case redo(String)
    /// A bisection has changed or restored the overrides that it tests; undo skips the act.
    case bisection
    /// The overrides have expired, or the program that owned them has exited.
    case expiry
    /// The overrides file was changed without an entry in the history, such as in an editor.
    case edit
  }

  package init(
    id: String,
    date: Date,
    author: String?,
    program: String?,
    preset: String? = nil,
    kind: Kind,
    changes: [HistoryChange]
  ) {
    self.id = id
    self.date = date
    self.author = author
    self.program = program
    self.preset = preset
    self.kind = kind
    self.changes = changes
  }

  /// Returns the act with other changes.
  package func with(_ changes: [HistoryChange]) -> HistoryAct {
    HistoryAct(
      id: id,
      date: date,
      author: author,
      program: program,
      preset: preset,
      kind: kind,
      changes: changes
    )
  }
}

/// The change of one override.
package struct HistoryChange: Hashable, Sendable {
  package let feature: Feature.Name
  /// The override before the change; `nil` for none.
  package let from: Override?
  /// The override after the change; `nil` for none.
  package let to: Override?

  package init(feature: Feature.Name, from: Override?, to: Override?) {
    self.feature = feature
    self.from = from
    self.to = to
  }
}
