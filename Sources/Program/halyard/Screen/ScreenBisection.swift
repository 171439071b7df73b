import Dashboard
import FeatureFlags
import Files
import Locking
import Workbench

/// Applies the steps of a bisection on the screen, and restores the overrides at its end.
final class ScreenBisection: Sendable {
  private let store: FlagStore
  private let workspace: Workspace
  /// The journal of the running bisection; `nil` if there is none.
  private let journal = Locked<BisectionJournal?>(nil)

  init(_ setup: Setup) {
    store = setup.store
    workspace = setup.workspace
  }

  /// Writes the journal, then applies the overrides of a step.
  ///
  /// - Returns: The reason why the bisection cannot continue; `nil` if the overrides are applied.
  func apply(_ step: BisectionStep) async -> String? {
    guard var next = BisectionJournal(of: step.originals) else {
      return "it needs /proc, which has no entry for this process; check that it is mounted."
    }
    next.verdicts = step.verdicts
    do throws(WorkspaceError) {
      if let other = try workspace.keep(next) {
        return "process \(other.owner.id) is already bisecting overrides."
      }
    } catch {
      return "\(error)"
    }
    journal.withLock { $0 = next }
    do throws(FlagStoreError) {
      try await store.update(.bisect(step.changes))
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Restores the original overrides, and removes the journal; does nothing without a bisection.
  ///
  /// - Returns: The number of restored overrides; `nil` without a bisection.
  /// - Throws: `notSaved`; the journal remains, so that the next program restores the overrides.
  func end() async throws(FlagStoreError) -> Int? {
    guard let ended = journal.withLock({ $0 }) else { return nil }
    try await store.update(.bisect(ended.restoration))
    try mapError(workspace.removeBisection(), to: FlagStoreError.notSaved)
    journal.withLock { $0 = nil }
    return ended.originals.count
  }
}
