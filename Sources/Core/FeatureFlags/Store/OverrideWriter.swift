import FoundationEssentials
import Locking
import Networking

/// The status of saving overrides: the features whose overrides are not persisted yet, and the last error.
public struct OverrideSaveStatus: Hashable, Sendable {
  /// The names of the features whose last change could not be saved yet.
  package let unsaved: Set<Feature.Name>
  /// The error of the last attempt to save; `nil` after a success.
  package let error: WorkspaceError?
}

/// Persists the overrides of one store; no other part of the store writes to the storage.
///
/// A change is active before it is saved. The writer commits all unsaved changes at once, so that
/// changes during a commit are coalesced into the next commit. A commit does not depend on the
/// stored revision: of several writers, the last one for each feature wins. A failed commit is
/// retried with exponential back-off, with the next change, and when the storage has a new
/// revision.
final class OverrideWriter: Sendable {
  /// Receives the error of writing or reading the storage, `nil` after a success; called on the thread that
  /// runs the writer.
  typealias Completion = @Sendable (WorkspaceError?) -> Void

  struct State {
    var isRunning = false
    var round = Round()
    var backoff = Backoff(initial: .seconds(1), ceiling: .seconds(10))
    var retry: Task<Void, Never>?
    /// The revision of the storage that the store has applied; `nil` for none.
    var revision: OverrideRevision?
    var status = OverrideSaveStatus(unsaved: [], error: nil)
  }

  /// The requests that the writer serves together, with at most one commit and one read.
  struct Round {
    var saves = false
    var reads = false
    /// Whether expired overrides are removed from the storage.
    var expires = false
    var reversals: [Reversal] = []
    /// The revision that the storage last reported, which the store may already have applied.
    var reported: OverrideRevision?
    /// Whether all requests to save are retries of the writer, whose failures are not reported
    /// again.
    var isRetry = true
    var savers: [Completion] = []
    var readers: [Completion] = []

    mutating func addSaver(_ completion: @escaping Completion) {
      saves = true
      isRetry = false
      savers.append(completion)
    }

    /// Adds a reversal, which is preceded by a save of the unsaved operations.
    mutating func add(_ reversal: Reversal) {
      saves = true
      isRetry = false
      reversals.append(reversal)
    }

    mutating func addReader(_ completion: @escaping Completion) {
      reads = true
      readers.append(completion)
    }

    var isEmpty: Bool {
      !saves && !reads && !expires && reversals.isEmpty && reported == nil
    }
  }

  /// A request to undo or redo an operation.
  struct Reversal: Sendable {
    let direction: History.Direction
    let signature: OverrideOperation.Signature
    /// Receives the reverted operation, `nil` if there was none, or the error of the storage.
    let completion: @Sendable (Result<RevertedOperation?, WorkspaceError>) -> Void
  }

  typealias CommitResult = StoredOverrides.Reading

  /// The executor that runs the writers of all stores.
  ///
  /// Waiting for a storage does not block the thread of the executor, because each storage blocks only
  /// threads of its own.
  private static let executor = ThreadExecutor(label: "halyard.overrides")

  let storage: any OverrideStorage
  /// The storage, if it can be used synchronously; `nil` for a remote storage.
  private let localStorage: (any LocalOverrideStorage)?
  let store: Locked<FlagStore.State>
  let clock: any Clock<Duration>
  let now: @Sendable () -> Date
  let state = Locked(State())
  private let statusPublisher = Publisher<OverrideSaveStatus>()
  /// Whether the storage is only read, so that changes apply until the program exits.
  let isReadOnly: Bool

  init(
    _ storage: any OverrideStorage,
    isReadOnly: Bool,
    store: Locked<FlagStore.State>,
    clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) {
    self.storage = storage
    localStorage = storage as? any LocalOverrideStorage
    self.isReadOnly = isReadOnly
    self.store = store
    self.clock = clock
    self.now = now
  }

  deinit {
    state.withLock { $0.retry }?.cancel()
  }
}

// MARK: Requests

extension OverrideWriter {
  /// Requests that the unsaved changes are saved in the background.
  ///
  /// - Parameter isRetry: Whether the request is a retry without a caller, whose failure is not
  ///   reported again.
  func save(isRetry: Bool = false) {
    request { round in
      round.saves = true
      if !isRetry { round.isRetry = false }
    }
  }

  /// Saves the unsaved changes, and suspends the calling task until the attempt has ended.
  func flush() async throws(WorkspaceError) {
    let error = await withCheckedContinuation { continuation in
      request { $0.addSaver { continuation.resume(returning: $0) } }
    }
    if let error { throw error }
  }

  /// Saves the unsaved changes, and blocks the calling thread until the attempt has ended.
  func saveAndWait() throws(WorkspaceError) {
    try requestAndWait { $0.addSaver($1) }
  }

  /// Reads the storage, and blocks the calling thread until the attempt has ended.
  func readAndWait() throws(WorkspaceError) {
    try requestAndWait { $0.addReader($1) }
  }

  /// Saves the last changes of a store that is being released, in the background.
  func saveLast(_ operations: [OverrideOperation]) {
    guard !isReadOnly, !operations.isEmpty else { return }
    Task(executorPreference: Self.executor) { [storage, now] in
      // Drops the error: no caller is left to receive it.
      _ = try? await storage.commit(operations, at: now())
    }
  }

  /// Requests that expired overrides are removed from the storage in the background, so that the
  /// history records their expiry.
  func removeExpired() {
    guard !isReadOnly else { return }
    request { $0.expires = true }
  }

  /// Undoes or redoes an operation, and suspends the calling task until the attempt has ended.
  ///
  /// - Returns: The reverted operation; `nil` if there was none.
  func revert(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) async throws(WorkspaceError) -> RevertedOperation? {
    let result = await withCheckedContinuation { continuation in
      request { round in
        let reversal = Reversal(direction: direction, signature: signature) {
          continuation.resume(returning: $0)
        }
        round.add(reversal)
      }
    }
    return try result.get()
  }

  /// Undoes or redoes an operation, and blocks the calling thread until the attempt has ended.
  ///
  /// - Returns: The reverted operation; `nil` if there was none.
  func revertAndWait(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) throws(WorkspaceError) -> RevertedOperation? {
    let result = BlockingResult<Result<RevertedOperation?, WorkspaceError>>()
    request(canBlock: true) { round in
      round.add(
        Reversal(direction: direction, signature: signature) { result.finish(with: $0) }
      )
    }
    return try result.wait().get()
  }

  /// Serves a request on the calling thread if the storage allows that and the writer is idle;
  /// otherwise waits for the thread that runs the writer.
  private func requestAndWait(
    _ change: (inout Round, @escaping Completion) -> Void
  ) throws(WorkspaceError) {
    let result = BlockingResult<WorkspaceError?>()
    request(canBlock: true) { change(&$0) { result.finish(with: $0) } }
    if let error = result.wait() { throw error }
  }

  private func request(canBlock: Bool = false, _ change: (inout Round) -> Void) {
    let isIdle = state.withLock { state in
      change(&state.round)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isIdle else { return }
    if canBlock, let localStorage { runOnce(localStorage) } else { start() }
  }

  /// Serves the queued requests in the background; the caller ensures that no other thread serves them.
  func start() {
    Task(executorPreference: Self.executor) { await self.run() }
  }
}

// MARK: Following

extension OverrideWriter {
  /// Follows the storage, and reads it again after each change by another program.
  ///
  /// - Parameter onProblem: Called with an error when the storage cannot be read, and with `nil`
  ///   when it can be read again.
  /// - Returns: A handle that stops following when it is released; `nil` if no thread can be
  ///   created.
  func follow(onProblem: @escaping Completion) -> OverridesFollower? {
    let problem = Locked<WorkspaceError?>(nil)
    return storage.follow { [weak self] reading in
      let found: WorkspaceError?
      let revision: OverrideRevision?
      switch reading {
      case .success(let stored): (found, revision) = (nil, stored.revision)
      case .failure(let error): (found, revision) = (error, nil)
      }
      let isNew = problem.withLock { problem in
        defer { problem = found }
        return problem != found
      }
      if isNew { onProblem(found) }
      if let revision { self?.handle(revision) }
    }
  }

  /// Reads the storage if its revision differs from that of the store, and retries a failed save.
  ///
  /// The revisions are compared after the running commit, which may have produced the reported
  /// revision.
  private func handle(_ revision: OverrideRevision) {
    request { $0.reported = revision }
    if !store.withLock({ $0.unsavedNames.isEmpty }) { save(isRetry: true) }
  }
}

// MARK: Status

extension OverrideWriter {
  /// Returns a stream of the current status, if features are unsaved, and of the statuses after the
  /// call: one for each failed save, except a retry, and one for each change of the set of unsaved
  /// features.
  func statuses() -> AsyncStream<OverrideSaveStatus> {
    state.withLock { state in
      let first = state.status.unsaved.isEmpty ? nil : state.status
      return statusPublisher.stream(startingWith: first) { $0 }
    }
  }

  func publish(_ error: WorkspaceError?, isRetry: Bool) {
    let status = OverrideSaveStatus(unsaved: store.withLock { $0.unsavedNames }, error: error)
    state.withLock { state in
      let isNew = status.unsaved != state.status.unsaved || (error != nil && !isRetry)
      state.status = status
      if isNew { statusPublisher.publish(status) }
    }
  }
}
