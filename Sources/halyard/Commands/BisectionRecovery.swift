import FeatureFlags
import Files
import Frame

/// The result of looking for a bisection in a workspace: overrides of an interrupted one are
/// restored.
struct BisectionRecovery {
  /// The running process that bisects; `nil` if there is none.
  private(set) var owner: ProcessIdentity?
  /// Whether the overrides of an interrupted bisection were restored.
  private(set) var isRestored = false
  /// The error of reading the journal or of restoring the overrides; `nil` if there was none.
  private(set) var failure: WorkspaceError?
  /// The text that informs the user; `nil` if no bisection was interrupted.
  private(set) var note: String?

  /// Restores the overrides of a bisection whose process has ended, unless the workspace is
  /// read-only.
  init(_ workspace: Workspace, isReadOnly: Bool) {
    do throws(WorkspaceError) {
      guard let journal = try workspace.bisection() else { return }
      if journal.owner.isRunning {
        owner = journal.owner
      } else if isReadOnly {
        note = "a bisection was interrupted; without --read-only its overrides are restored"
      } else {
        try workspace.restore(journal)
        isRestored = true
        let count = Number.count(journal.originals.count, "override")
        let runs = Number.count(journal.verdicts.count, "run")
        note = "a bisection was interrupted after \(runs): its \(count) are restored"
      }
    } catch {
      failure = error
      note = "the overrides of an interrupted bisection are not restored: \(error); \(error.remedy)"
    }
  }
}

extension BisectionRecovery {
  /// The warning that a running bisection restores the overrides; `nil` if none runs.
  var warning: String? {
    owner.map {
      "process \($0.id) is bisecting overrides, and resets changes of them when it ends"
    }
  }
}

extension CommandContext {
  /// Warns that a running bisection restores the overrides, for a command that changes overrides.
  func warnOfBisection() {
    if let warning = bisection.warning { console.warn(warning) }
  }
}
