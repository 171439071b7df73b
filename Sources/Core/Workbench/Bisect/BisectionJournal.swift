import Documents
package import FeatureFlags
package import Files

/// The persisted state of a bisection, from which the original overrides can be restored after a crash.
///
/// A bisection is a search for the overrides that break an app.
package struct BisectionJournal: Hashable, Sendable {
  /// The process that runs the bisection.
  package let owner: ProcessIdentity
  /// The original overrides that are bisected.
  package let originals: [OverrideKey: Override]
  /// The results of the runs of the app so far.
  package var verdicts: [OverrideBisection.Verdict]

  package init(
    owner: ProcessIdentity,
    originals: [OverrideKey: Override],
    verdicts: [OverrideBisection.Verdict] = []
  ) {
    self.owner = owner
    self.originals = originals
    self.verdicts = verdicts
  }

  /// Creates the journal of a bisection by this process; `nil` on a system without `/proc`.
  package init?(of originals: [OverrideKey: Override]) {
    guard let owner = ProcessIdentity.current else { return nil }
    self.init(owner: owner, originals: originals)
  }

  /// Returns the changes that apply a subset of the original overrides, and reset the others.
  package func changes(applying keys: [OverrideKey]) -> [OverrideKey: Override?] {
    Self.changes(of: originals, applying: keys)
  }

  /// Returns the changes that apply a subset of the given overrides, and reset the others.
  package static func changes(
    of originals: [OverrideKey: Override],
    applying keys: [OverrideKey]
  ) -> [OverrideKey: Override?] {
    let applied = Set(keys)
    return Dictionary(
      uniqueKeysWithValues: originals.map { key, override in
        (key, applied.contains(key) ? override : Override?.none)
      }
    )
  }

  /// The changes that restore all original overrides.
  package var restoration: [OverrideKey: Override?] {
    originals.mapValues(Optional.some)
  }
}

// MARK: JSON

extension BisectionJournal {
  /// Parses the content of a journal.
  ///
  /// - Throws: An error for the first defect, with its line and field.
  init(_ bytes: [UInt8]) throws(DocumentError) {
    let document = try FieldReader(storedOverrides: try JSONReader.read(bytes))
    let (id, start) = (
      try document.wholeNumber("process"), try document.wholeNumber("started")
    )
    guard let process = Int32(exactly: id), start >= 0 else {
      throw .unexpected(
        path: "process",
        line: document.line,
        found: "\(id), started \(start)",
        expected: "a process"
      )
    }
    self.init(
      owner: ProcessIdentity(id: process, start: UInt64(start)),
      originals: try document.overrides(),
      verdicts: try document.list("verdicts") { node throws(DocumentError) in
        guard let verdict = node.string.flatMap(OverrideBisection.Verdict.init(rawValue:)) else {
          throw node.mismatch(expected: "\"good\", \"bad\" or \"skip\"")
        }
        return verdict
      }
    )
  }

  /// The content of the journal as UTF-8 bytes.
  var bytes: [UInt8] {
    let document = JSONValue.object([
      ("version", .integer(originals.fileVersion)),
      ("process", .integer(Int(owner.id))),
      ("started", .integer(Int(clamping: owner.start))),
      ("verdicts", .list(verdicts.map { .string($0.rawValue) })),
      ("overrides", JSONValue(originals) { $1.storedMembers }),
    ])
    return document.fileBytes
  }
}

/// The file of the bisection journal, which survives a killed program.
extension Workspace {
  /// The path of the journal of a bisection; the file exists only while overrides are bisected.
  package var bisectionPath: String { stateFolder + "/bisect.json" }

  /// Reads the journal of a bisection; `nil` if no overrides are bisected.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first defect.
  package func bisection() throws(WorkspaceError) -> BisectionJournal? {
    try file(bisectionPath).read(BisectionJournal.init)
  }

  /// Writes the journal of a bisection.
  ///
  /// - Returns: The stored journal of another process, which is not replaced; `nil` if the journal was
  ///   written.
  /// - Throws: `unreadable` or `malformed` for the old journal, and `unwritable` or `locked`.
  package func keep(_ journal: BisectionJournal) throws(WorkspaceError) -> BisectionJournal? {
    try file(bisectionPath).update { () throws(WorkspaceError) in
      let stored = try bisection()
      if let stored, stored.owner != journal.owner { return (stored, nil) }
      return (nil, journal.bytes)
    }
  }

  /// Removes the journal after the overrides are restored; does nothing if there is none.
  package func removeBisection() throws(WorkspaceError) {
    try file(bisectionPath).update { () throws(WorkspaceError) in
      try file(bisectionPath).remove()
      return ((), nil)
    }
  }

  /// Sets or resets (`nil`) overrides in one atomic step.
  package func apply(_ changes: [OverrideKey: Override?]) throws(WorkspaceError) {
    try updateOverrides(.bisection) { $0.apply(changes) }
  }

  /// Restores the original overrides of a bisection in one atomic step, and removes the journal.
  ///
  /// Overrides that were not bisected are unchanged. If the program is killed before it
  /// removes the journal, the next program restores the overrides again.
  package func restore(_ journal: BisectionJournal) throws(WorkspaceError) {
    try apply(journal.restoration)
    try removeBisection()
  }
}
