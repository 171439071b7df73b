import Documents
package import FeatureFlags

/// The journal of a bisection, which outlives a program that is killed.
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
  /// - Returns: The journal of another running program, which is not replaced; `nil` after a write.
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

  /// Sets the exact override of each given feature in one atomic step; `nil` resets it.
  package func apply(_ changes: [Feature.Name: Override?]) throws(WorkspaceError) {
    try updateOverrides(.bisection) { $0.apply(changes) }
  }

  /// Restores the original overrides of a bisection in one atomic step, and removes the journal.
  ///
  /// Overrides of features that were not bisected are unchanged. A program that is killed before the
  /// journal is removed leaves the journal, so that the next program restores again.
  package func restore(_ journal: BisectionJournal) throws(WorkspaceError) {
    try apply(journal.restoration)
    try removeBisection()
  }
}
