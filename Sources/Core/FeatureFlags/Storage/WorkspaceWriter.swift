import Glibc
import Locking

/// Writes the caches and assignments of workspaces on a background thread.
///
/// A pending write is coalesced with a later write of the same file. `flush()` and a normal exit of
/// the program wait for all writes; a program that is killed loses pending writes. A deferred writer
/// writes only in `flush()`. Every method is safe to call from any thread.
final class WorkspaceWriter: Sendable {
  /// The shared writer of the drop-in API, which a normal exit of the program waits for.
  static let shared: WorkspaceWriter = {
    atexit { WorkspaceWriter.shared.flush() }
    return WorkspaceWriter()
  }()

  private struct State {
    /// The writes that have not begun.
    var pending = Batch()
    /// The workspaces whose assignments are being written.
    var writing: Set<Workspace> = []
    /// The errors of the last writes, by workspace.
    var errors: [Workspace: Errors] = [:]
    /// Whether a thread is writing; it ends when no write is pending.
    var isRunning = false
  }

  /// The pending writes, with at most one version of each file.
  private struct Batch {
    var caches: [Workspace: LastGood] = [:]
    var assignments: [Workspace: [Feature.Name: Double]] = [:]
    /// The closures that receive the assignments of a workspace after the write.
    var readers: [Workspace: [Reader]] = [:]

    var isEmpty: Bool { caches.isEmpty && assignments.isEmpty }
  }

  /// Receives all assignments of a workspace after a write, including those of other programs.
  typealias Reader = @Sendable (_ stored: [Feature.Name: Double]) -> Void

  private struct Errors {
    var cache: WorkspaceError?
    var assignments: WorkspaceError?
  }

  private let state = Locked(State())
  /// Whether writes wait for `flush()`, instead of starting on the writer's thread.
  private let isDeferred: Bool
  /// A lock that is held while a batch is written, so that `flush()` waits for the thread.
  private let writing = Locked(())

  /// Creates a writer without pending writes.
  init(isDeferred: Bool = false) {
    self.isDeferred = isDeferred
  }

  /// Enqueues a write of the last known good configuration of a workspace.
  func keep(_ lastGood: LastGood, in workspace: Workspace) {
    enqueue { $0.caches[workspace] = lastGood }
  }

  /// Enqueues new assignments for a workspace; assignments that the file already has are not
  /// replaced.
  ///
  /// - Parameters:
  ///   - assignments: The new assignments, by feature name.
  ///   - workspace: The workspace whose file is written.
  ///   - reader: Receives all assignments on the writer's thread after the write.
  func keep(
    _ assignments: [Feature.Name: Double],
    in workspace: Workspace,
    reader: @escaping Reader = { _ in }
  ) {
    enqueue { batch in
      batch.assignments[workspace, default: [:]].merge(assignments) { first, _ in first }
      batch.readers[workspace, default: []].append(reader)
    }
  }

  /// Blocks until all enqueued assignments of a workspace are on disk.
  func flushAssignments(of workspace: Workspace) {
    let isPending = state.withLock { state in
      state.writing.contains(workspace) || state.pending.assignments[workspace] != nil
    }
    if isPending { flush() }
  }

  /// Returns the errors of the last writes of a workspace; empty if they succeeded.
  func errors(of workspace: Workspace) -> [WorkspaceError] {
    let errors = state.withLock { $0.errors[workspace] }
    return [errors?.cache, errors?.assignments].compactMap(\.self)
  }

  /// Discards the errors of the last writes of a workspace.
  func forgetErrors(of workspace: Workspace) {
    state.withLock { $0.errors[workspace] = nil }
  }
}

// MARK: Writing

extension WorkspaceWriter {
  private func enqueue(_ change: (inout Batch) -> Void) {
    let isIdle = state.withLock { state in
      change(&state.pending)
      guard !isDeferred else { return false }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isIdle else { return }
    // If no thread can be started, the calling thread writes.
    if !BackgroundThread.start({ [self] in run() }) { run() }
  }

  /// Writes until no write is pending.
  private func run() {
    repeat {
      flush()
    } while !state.withLock { state in
      state.isRunning = !state.pending.isEmpty
      return !state.isRunning
    }
  }

  /// Blocks until all writes that were enqueued before the call are on disk.
  func flush() {
    writing.withLock { _ in
      let batch = state.withLock { state in
        defer { state.pending = Batch() }
        state.writing = Set(state.pending.assignments.keys)
        return state.pending
      }
      for (workspace, lastGood) in batch.caches {
        let result = Result { () throws(WorkspaceError) in try workspace.keep(lastGood) }
        state.withLock { $0.errors[workspace, default: Errors()].cache = result.failure }
      }
      for (workspace, assignments) in batch.assignments {
        let result = Result { () throws(WorkspaceError) in
          try workspace.updateAssignments { $0.merge(assignments) { stored, _ in stored } }
        }
        if case .success(let stored) = result {
          for reader in batch.readers[workspace] ?? [] { reader(stored) }
        }
        state.withLock { $0.errors[workspace, default: Errors()].assignments = result.failure }
      }
      state.withLock { $0.writing = [] }
    }
  }
}
