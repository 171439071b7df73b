package import struct FoundationEssentials.Date

/// One change of the overrides of a workspace, which a storage commits and records in its history, and which
/// undo reverts in one step.
package struct OverrideOperation: Hashable, Sendable, Identifiable {
  /// The identifier of the operation, unique in its workspace.
  package let id: String
  /// The time, the author, the program and the preset of the operation.
  package let signature: Signature
  package let kind: Kind
  /// The changed overrides, sorted by their keys.
  package let changes: [Change]
  /// Whether ``Change/from`` of each change is the override that the author of the operation has seen.
  ///
  /// A storage can then detect changes that others have made since. An operation that is not based
  /// applies whatever the current overrides are. In a recorded operation, ``Change/from`` is the
  /// override before the operation.
  package let isBased: Bool

  /// The cause of an operation, and the operation that an undo or a redo reverts.
  package enum Kind: Hashable, Sendable {
    /// A program has changed overrides.
    case change
    /// A program has deleted features with their overrides from the workspace.
    case delete
    /// A program has undone the operation with the given identifier.
    case undo(String)
    /// A program has redone the operation with the given identifier.
    case redo(String)
    /// A bisection has changed or restored the overrides that it tests; undo skips the operation.
    case bisection
    /// The overrides have expired, or the program that owned them has exited.
    case expiry
    /// The overrides file was changed without an entry in the history, such as in an editor.
    case edit
  }

  /// The time, the author, the program and the preset of an operation.
  package struct Signature: Hashable, Sendable {
    /// The time of the operation; the history stores whole seconds.
    package var date: Date
    /// The author of the operation; `nil` if the author is unknown.
    package let author: String?
    /// The program that makes the change; `nil` if it is unknown.
    package let program: String?
    /// The name of the preset that the operation applies; `nil` for any other operation.
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

  package struct Change: Hashable, Sendable {
    package let key: OverrideKey
    /// The override before the change; `nil` for none, and in an operation that is not based.
    package let from: Override?
    /// The override after the change; `nil` for none.
    package let to: Override?

    package var feature: Feature.Name { key.feature }

    package init(_ key: OverrideKey, from: Override?, to: Override?) {
      self.key = key
      self.from = from
      self.to = to
    }
  }

  package init(
    id: String,
    _ signature: Signature,
    _ kind: Kind,
    _ changes: [Change],
    isBased: Bool = true
  ) {
    self.id = id
    self.signature = signature
    self.kind = kind
    self.changes = changes
    self.isBased = isBased
  }

  /// Creates an operation that is to be committed.
  ///
  /// - Parameters:
  ///   - overrides: The new overrides; `nil` resets an override.
  ///   - signature: The time, the author, the program and the preset of the operation.
  ///   - kind: The kind of the operation.
  ///   - bases: The overrides that the author has seen; with `nil`, the operation is not
  ///     based, and applies whatever the current overrides are.
  package init(
    _ overrides: [OverrideKey: Override?],
    _ signature: Signature,
    _ kind: Kind = .change,
    bases: [OverrideKey: Override?]? = nil
  ) {
    let changes = overrides.sorted { $0.key < $1.key }.map { key, override in
      Change(key, from: bases?[key].flatMap(\.self), to: override)
    }
    self.init(id: Self.newID(), signature, kind, changes, isBased: bases != nil)
  }

  package func with(_ changes: [Change], isBased: Bool = true) -> OverrideOperation {
    OverrideOperation(id: id, signature, kind, changes, isBased: isBased)
  }

  /// Returns the change of an override; `nil` for an override that the operation does not change.
  package func change(of key: OverrideKey) -> Change? { changes.first { $0.key == key } }

  /// Returns the changes of a feature; none for a feature that the operation does not change.
  package func changes(of name: Feature.Name) -> [Change] { changes.filter { $0.feature == name } }

  /// The time of the operation, in whole seconds in the history.
  package var date: Date { signature.date }
  /// The author of the operation, such as `ana@build-7`; `nil` if the author is unknown.
  package var author: String? { signature.author }
  /// The program that made the change, such as `halyard enable`; `nil` if it is unknown.
  package var program: String? { signature.program }
  /// The name of the preset that the operation has applied; `nil` for any other operation.
  package var preset: String? { signature.preset }

  /// Returns a new identifier: 16 random hexadecimal digits.
  package static func newID() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
