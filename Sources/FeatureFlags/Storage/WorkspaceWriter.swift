import Glibc
import Locking

/// Writes the caches and the assignments of workspaces on a background thread.
///
/// A write that has not begun is coalesced with a later one of the same file. `flush()` waits for
/// all writes, and so does a normal exit of the program; a program that is killed loses the writes
/// of its last moments. Every call is safe from any thread.
final class WorkspaceWriter: Sendable {
  /// The writer of the drop-in API.
  static let shared: WorkspaceWriter = {
    atexit { WorkspaceWriter.shared.flush() }
    return WorkspaceWriter()
  }()

  private struct State {
    /// What is to be written.
    var pending = Batch()
    /// The workspaces whose assignments are being written.
    var writing: Set<Workspace> = []
    /// Why files could not be written the last time.
    var errors: [Workspace: Errors] = [:]
    /// The thread that writes, or has written before.
    var thread: OwnedThread?
    var isRunning = false
  }

  /// What is to be written, at most one version of each file.
  private struct Batch {
    var caches: [Workspace: LastGood] = [:]
    var assignments: [Workspace: [Feature.Name: Double]] = [:]
    /// Receive the assignments of a workspace after the write.
    var readers: [Workspace: [Reader]] = [:]

    var isEmpty: Bool { caches.isEmpty && assignments.isEmpty }
  }

  /// Receives the assignments that a workspace has after a write, those of other programs included.
  typealias Reader = @Sendable (_ stored: [Feature.Name: Double]) -> Void

  private struct Errors {
    var cache: WorkspaceError?
    var assignments: WorkspaceError?
  }

  private let state = Locked(State())
  /// Held while a batch is written, so that `flush()` waits for the batch of the thread.
  private let writing = Locked(())

  /// Writes the last known good configuration of a workspace.
  func keep(_ lastGood: LastGood, in workspace: Workspace) {
    enqueue { $0.caches[workspace] = lastGood }
  }

  /// Adds assignments to those of a workspace; an assignment that the file has is not replaced.
  ///
  /// - Parameters:
  ///   - assignments: The assignments.
  ///   - workspace: The workspace.
  ///   - reader: Called on the writer's thread after the write.
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

  /// Waits until all writes enqueued before this call are on disk.
  func flush() {
    writeAll()
    // Joins the writer's thread before the program exits, outside the lock: the thread may need the
    // lock (deadlock).
    _ = state.withLock { state in
      defer { state.thread = nil }
      return state.thread
    }
  }

  /// Waits until the assignments of a workspace that were enqueued before this call are on disk.
  func flushAssignments(of workspace: Workspace) {
    let isPending = state.withLock { state in
      state.writing.contains(workspace) || state.pending.assignments[workspace] != nil
    }
    if isPending { writeAll() }
  }

  /// Why files of a workspace could not be written the last time; empty when all is well.
  func errors(of workspace: Workspace) -> [WorkspaceError] {
    let errors = state.withLock { $0.errors[workspace] }
    return [errors?.cache, errors?.assignments].compactMap(\.self)
  }

  /// Forgets why files of a workspace could not be written.
  func forgetErrors(of workspace: Workspace) {
    state.withLock { $0.errors[workspace] = nil }
  }
}

// MARK: Writing

extension WorkspaceWriter {
  private func enqueue(_ change: (inout Batch) -> Void) {
    let isIdle = state.withLock { state in
      change(&state.pending)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isIdle else { return }
    let thread = OwnedThread { [self] in run() }
    guard let thread else {
      // The system allows no more threads.
      return run()
    }
    // The former thread is released outside the lock: its deinit joins it.
    _ = state.withLock { state in
      defer { state.thread = thread }
      return state.thread
    }
  }

  /// Writes until nothing is left.
  private func run() {
    repeat {
      writeAll()
    } while !state.withLock { state in
      state.isRunning = !state.pending.isEmpty
      return !state.isRunning
    }
  }

  private func writeAll() {
    writing.withLock { _ in
      let batch = state.withLock { state in
        defer { state.pending = Batch() }
        state.writing = Set(state.pending.assignments.keys)
        return state.pending
      }
      for (workspace, lastGood) in batch.caches {
        let error = Self.error { () throws(WorkspaceError) in try workspace.keep(lastGood) }
        state.withLock { $0.errors[workspace, default: Errors()].cache = error }
      }
      for (workspace, assignments) in batch.assignments {
        let error = Self.error { () throws(WorkspaceError) in
          let stored = try workspace.updateAssignments {
            $0.merge(assignments) { stored, _ in stored }
          }
          for reader in batch.readers[workspace] ?? [] { reader(stored) }
        }
        state.withLock { $0.errors[workspace, default: Errors()].assignments = error }
      }
      state.withLock { $0.writing = [] }
    }
  }

  private static func error(
    of write: () throws(WorkspaceError) -> Void
  ) -> WorkspaceError? {
    do throws(WorkspaceError) {
      try write()
      return nil
    } catch {
      return error
    }
  }
}
