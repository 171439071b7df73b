package import struct FoundationEssentials.Date

/// A requested change of stored overrides, which becomes one act of the history.
package struct OverrideAct: Hashable, Sendable {
  /// The identifier of the act.
  package let id: String
  /// The time, the author and the program of the act.
  package let signature: Signature
  /// The kind of the act: a change, a deletion, or the end of a session.
  package let kind: HistoryAct.Kind
  /// The new override of each feature; `nil` resets the feature.
  package let changes: [Feature.Name: Override?]
  /// The override of each feature that the author of the act has seen, so that a storage can find
  /// changes of others since then; `nil` if the act applies to any overrides.
  package let bases: [Feature.Name: Override?]?

  /// The time, the author, the program and the preset of an act.
  package struct Signature: Hashable, Sendable {
    /// The time of the act; the history stores whole seconds.
    package let date: Date
    /// The author of the act; `nil` if the author is unknown.
    package let author: String?
    /// The program that makes the change; `nil` if it is unknown.
    package let program: String?
    /// The name of the preset that the act applies; `nil` for any other act.
    package var preset: String?

    package init(
      date: Date,
      author: String? = nil,
      program: String? = nil,
      preset: String? = nil
    ) {
      self.date = date
      self.author = author
      self.program = program
      self.preset = preset
    }
  }

  package init(
    id: String,
    _ changes: [Feature.Name: Override?],
    _ signature: Signature,
    _ kind: HistoryAct.Kind,
    bases: [Feature.Name: Override?]? = nil
  ) {
    self.id = id
    self.signature = signature
    self.kind = kind
    self.changes = changes
    self.bases = bases
  }

  package init(
    _ changes: [Feature.Name: Override?],
    _ signature: Signature,
    _ kind: HistoryAct.Kind = .change,
    bases: [Feature.Name: Override?]? = nil
  ) {
    self.init(id: Self.newID(), changes, signature, kind, bases: bases)
  }

  /// A new identifier: 16 random hexadecimal digits.
  package static func newID() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
