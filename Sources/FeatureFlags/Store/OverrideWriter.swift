import FoundationEssentials
import Locking
import Networking

/// Reports which overrides of a store are not persisted.
package struct OverrideSaveStatus: Hashable, Sendable {
  /// The features whose last change could not be saved, and is not saved yet.
  package let unsaved: Set<Feature.Name>
  /// The error of the last attempt to save; `nil` after a success.
  package let error: WorkspaceError?
}

/// Persists the overrides of one store; no other part of the store uses its storage.
///
/// A change is active before it is saved. The writer commits all unsaved changes at once, so that
/// changes that arrive during a commit are coalesced into the next one. A commit applies to whatever
/// is stored: of several writers, the last one of each feature wins. A failed commit is retried with
/// exponential back-off, with the next change, and when the storage has a new revision.
final class OverrideWriter: Sendable {
  /// Receives the reason why the storage could not be written or read, on the thread that runs the
  /// writer; `nil` after a success.
  typealias Completion = @Sendable (WorkspaceError?) -> Void

  struct State {
    var isRunning = false
    var round = Round()
    var backoff = Backoff(initial: .seconds(1), ceiling: .seconds(10))
    var retry: Task<Void, Never>?
    /// The revision that the store has applied.
    var revision: OverrideRevision?
    var status = OverrideSaveStatus(unsaved: [], error: nil)
    var listeners: [Int: AsyncStream<OverrideSaveStatus>.Continuation] = [:]
    var nextListener = 0
  }

  /// The requests that one pass of the writer serves.
  struct Round {
    var saves = false
    var reads = false
    /// The revision that the storage last reported; the store may have it already.
    var reported: OverrideRevision?
    /// Whether the writer itself made all requests to save, so that a failure is no news.
    var isRetry = true
    var savers: [Completion] = []
    var readers: [Completion] = []

    mutating func addSaver(_ completion: @escaping Completion) {
      saves = true
      isRetry = false
      savers.append(completion)
    }

    mutating func addReader(_ completion: @escaping Completion) {
      reads = true
      readers.append(completion)
    }

    var isEmpty: Bool { !saves && !reads && reported == nil }
  }

  typealias Changes = [Feature.Name: UnsavedOverride]
  typealias CommitResult = Result<StoredOverrides, OverrideCommitError>

  /// Runs the writers of all stores, which never block it: a storage blocks threads of its own.
  private static let executor = ThreadExecutor(label: "halyard.overrides")

  let storage: any OverrideStorage
  /// The storage, if it can be used on the calling thread.
  private let localStorage: (any LocalOverrideStorage)?
  let store: Locked<FlagStore.State>
  let clock: any Clock<Duration>
  let now: @Sendable () -> Date
  let state = Locked(State())
  /// Whether the storage is only read, so that changes apply until the program ends.
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
    let state = state.withLock { $0 }
    state.retry?.cancel()
    for listener in state.listeners.values { listener.finish() }
  }
}

// MARK: Requests

extension OverrideWriter {
  /// Saves the unsaved changes soon.
  ///
  /// - Parameter isRetry: Whether no caller is interested, so that a failure is not reported again.
  func save(isRetry: Bool = false) {
    request { round in
      round.saves = true
      if !isRetry { round.isRetry = false }
    }
  }

  /// Saves, and suspends the calling task until that has succeeded or failed.
  func flush() async throws(WorkspaceError) {
    let error = await withCheckedContinuation { continuation in
      request { $0.addSaver { continuation.resume(returning: $0) } }
    }
    if let error { throw error }
  }

  /// Saves, and blocks the calling thread until that has succeeded or failed.
  func saveAndWait() throws(WorkspaceError) {
    try requestAndWait { $0.addSaver($1) }
  }

  /// Reads the storage, and blocks the calling thread until that has succeeded or failed.
  func readAndWait() throws(WorkspaceError) {
    try requestAndWait { $0.addReader($1) }
  }

  /// Saves changes of a store that is being released.
  func saveLast(_ changes: [Feature.Name: UnsavedOverride]) {
    guard !isReadOnly, !changes.isEmpty else { return }
    Task(executorPreference: Self.executor) { [storage] in
      // No caller is left that an error could be reported to.
      _ = try? await storage.commit(changes.mapValues(\.override), ifRevision: nil)
    }
  }

  /// Serves a request on the calling thread if the storage allows that and the writer is idle, or else
  /// waits for the thread that runs the writer.
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

  /// Serves the requests in the background.
  func start() {
    Task(executorPreference: Self.executor) { await self.run() }
  }
}

// MARK: Following

extension OverrideWriter {
  /// Reads the storage again whenever another program has changed it.
  ///
  /// - Parameter onProblem: Called when the storage cannot be read, and with `nil` when it can again.
  /// - Returns: A handle that ends following when it is released.
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

  /// Reads the storage if it has another revision than the store, and retries a failed save.
  ///
  /// The revisions are compared after the commit that is under way, which may have produced this one.
  private func handle(_ revision: OverrideRevision) {
    request { $0.reported = revision }
    if !store.withLock({ $0.unsavedNames.isEmpty }) { save(isRetry: true) }
  }
}

// MARK: Status

extension OverrideWriter {
  /// The status from now on: after each failure of a requested save, and after each change.
  func statuses() -> AsyncStream<OverrideSaveStatus> {
    let (stream, continuation) = AsyncStream.makeStream(of: OverrideSaveStatus.self)
    let listener = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[listener] = nil }
    }
    return stream
  }

  func publish(_ error: WorkspaceError?, isRetry: Bool) {
    let status = OverrideSaveStatus(unsaved: store.withLock { $0.unsavedNames }, error: error)
    state.withLock { state in
      let isNew = status.unsaved != state.status.unsaved || (error != nil && !isRetry)
      state.status = status
      guard isNew else { return }
      for listener in state.listeners.values { listener.yield(status) }
    }
  }
}
