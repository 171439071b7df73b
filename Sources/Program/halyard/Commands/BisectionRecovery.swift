import FeatureFlags
import Files
import Text
import Workbench

/// Finds the bisection in a workspace, and restores the overrides if its process was interrupted.
struct BisectionRecovery {
  /// The process that is bisecting the overrides of the workspace now; `nil` if there is none.
  private(set) var owner: ProcessIdentity?
  /// Whether the overrides of an interrupted bisection were restored.
  private(set) var isRestored = false
  /// The error of reading the journal or of restoring the overrides; `nil` if there was none.
  private(set) var failure: WorkspaceError?
  /// The text that informs the user; `nil` if no bisection was interrupted.
  private(set) var note: String?

  /// Reads the journal of a bisection, and restores its overrides if its process has ended and the
  /// workspace is not read-only; without a workspace, there is no journal.
  init(_ workspace: Workspace?, isReadOnly: Bool) {
    guard let workspace else { return }
    do throws(WorkspaceError) {
      guard let journal = try workspace.bisection() else { return }
      if journal.owner.isRunning {
        owner = journal.owner
      } else if isReadOnly {
        note =
          "a bisection was interrupted, so some overrides are not in use; a start without --read-only "
          + "restores them"
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
  /// The warning that a running bisection will undo changes of overrides; `nil` if none is running.
  var warning: String? {
    owner.map {
      "process \($0.id) is bisecting overrides: when it ends, it restores the former overrides, and "
        + "other changes of them are lost"
    }
  }
}

extension CommandContext {
  /// Warns a command that changes overrides that a running bisection will undo the changes at its end.
  func warnOfBisection() {
    if let warning = bisection.warning { console.warn(warning) }
  }
}
