import FoundationEssentials
import Locking
import Networking

/// Persists the overrides of one store; no other part of the store uses its storage.
///
/// A change is active before it is saved. The writer commits all unsaved changes at once, so that
/// changes that arrive during a commit are coalesced into the next one. A commit applies to whatever
/// is stored: of several writers, the last one of each feature wins. A failed commit is retried with
/// exponential back-off, with the next change, and when the storage has a new revision.
final class OverrideWriter: Sendable {
  /// Receives the reason why the storage could not be written or read; `nil` after a success.
  typealias Completion = @Sendable (WorkspaceError?) -> Void

  private struct State {
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
  private struct Round {
    var saves = false
    var reads = false
    /// The revision that the storage last reported; the store may have it already.
    var reported: OverrideRevision?
    /// Whether the writer itself made all requests to save, so that a failure is no news.
    var isRetry = true
    var savers: [Completion] = []
    var readers: [Completion] = []
  }

  /// Runs the writers of all stores, which never block it: a storage blocks threads of its own.
  private static let executor = ThreadExecutor(label: "halyard.overrides")

  private let storage: any OverrideStorage
  private let store: Locked<FlagStore.State>
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let state = Locked(State())
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
  /// - Parameters:
  ///   - isRetry: Whether no caller is interested, so that a failure is not reported again.
  ///   - completion: Called on the writer's thread after an attempt to save all changes that were
  ///     made before this call.
  func save(isRetry: Bool = false, _ completion: Completion? = nil) {
    request { round in
      round.saves = true
      if !isRetry { round.isRetry = false }
      if let completion { round.savers.append(completion) }
    }
  }

  /// Reads the storage soon, and applies its overrides.
  ///
  /// - Parameter completion: Called on the writer's thread.
  func read(_ completion: Completion? = nil) {
    request { round in
      round.reads = true
      if let completion { round.readers.append(completion) }
    }
  }

  /// Saves, and blocks the calling thread until that has succeeded or failed.
  func saveAndWait() throws(WorkspaceError) {
    let result = BlockingResult<WorkspaceError?>()
    save { result.finish(with: $0) }
    if let error = result.wait() { throw error }
  }

  /// Saves, and suspends the calling task until that has succeeded or failed.
  func flush() async throws(WorkspaceError) {
    let error = await withCheckedContinuation { continuation in
      save { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Reads, and blocks the calling thread until that has succeeded or failed.
  func readAndWait() throws(WorkspaceError) {
    let result = BlockingResult<WorkspaceError?>()
    read { result.finish(with: $0) }
    if let error = result.wait() { throw error }
  }

  /// Saves changes of a store that is being released.
  func saveLast(_ changes: [Feature.Name: UnsavedOverride]) {
    guard !isReadOnly, !changes.isEmpty else { return }
    Task(executorPreference: Self.executor) { [storage] in
      // No caller is left that an error could be reported to.
      _ = try? await storage.commit(changes.mapValues(\.override), ifRevision: nil)
    }
  }

  private func request(_ change: (inout Round) -> Void) {
    let isIdle = state.withLock { state in
      change(&state.round)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isIdle { Task(executorPreference: Self.executor) { await self.run() } }
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

  private func publish(_ error: WorkspaceError?, isRetry: Bool) {
    let status = OverrideSaveStatus(unsaved: store.withLock { $0.unsavedNames }, error: error)
    state.withLock { state in
      let isNew = status.unsaved != state.status.unsaved || (error != nil && !isRetry)
      state.status = status
      guard isNew else { return }
      for listener in state.listeners.values { listener.yield(status) }
    }
  }
}

// MARK: Rounds

extension OverrideWriter {
  /// Serves requests until none is left.
  private func run() async {
    while let round = nextRound() {
      var hasRead = false
      if round.saves {
        let error: WorkspaceError?
        do throws(WorkspaceError) {
          hasRead = try await commit()
          error = nil
        } catch let failure {
          error = failure
        }
        reschedule(after: error)
        publish(error, isRetry: round.isRetry)
        for saver in round.savers { saver(error) }
      }
      guard round.reads || isNews(round.reported) else { continue }
      let error = hasRead ? nil : await readStorage()
      for reader in round.readers { reader(error) }
    }
  }

  private func isNews(_ reported: OverrideRevision?) -> Bool {
    guard let reported else { return false }
    return state.withLock { $0.revision != reported }
  }

  private func nextRound() -> Round? {
    state.withLock { state in
      guard state.round.saves || state.round.reads || state.round.reported != nil else {
        state.isRunning = false
        return nil
      }
      defer { state.round = Round() }
      return state.round
    }
  }

  /// Commits the unsaved changes.
  ///
  /// - Returns: Whether there was a commit, which returned what is stored now.
  private func commit() async throws(WorkspaceError) -> Bool {
    let changes = isReadOnly ? [:] : store.withLock { $0.overrides.unsaved }
    guard !changes.isEmpty else { return false }
    do throws(OverrideCommitError) {
      apply(try await storage.commit(changes.mapValues(\.override), ifRevision: nil), changes)
      return true
    } catch {
      store.withLock { $0.overrides.fail(changes) }
      switch error {
      case .failed(let error): throw error
      // A commit without an expected revision has no conflict.
      case .conflict: return false
      }
    }
  }

  private func readStorage() async -> WorkspaceError? {
    do throws(WorkspaceError) {
      apply(try await storage.read())
      return nil
    } catch {
      return error
    }
  }

  /// Applies the overrides of the storage, without those that have expired.
  ///
  /// - Parameters:
  ///   - stored: The overrides; `nil` leaves them, and only drops the expired ones.
  ///   - saved: The changes that the storage has now and did not have before.
  private func apply(
    _ stored: StoredOverrides?,
    _ saved: [Feature.Name: UnsavedOverride] = [:]
  ) {
    let now = now()
    if let stored { state.withLock { $0.revision = stored.revision } }
    store.withLock { store in
      let overrides = stored?.overrides ?? store.overrides.persisted
      store.replace(\.persisted, with: overrides, settling: saved, at: now)
      store.expiryTimer = ExpiryTimer(
        store.overrides.persisted,
        clock: clock,
        now: self.now
      ) { [weak self] in
        self?.apply(nil)
      }
    }
  }

  /// Schedules a retry after a failure, and cancels it after a success.
  private func reschedule(after error: WorkspaceError?) {
    let former = state.withLock { state in
      let former = state.retry
      guard error != nil else {
        state.backoff.reset()
        state.retry = nil
        return former
      }
      state.backoff.recordFailure()
      let delay = state.backoff.delay()
      state.retry = Task { [weak self, clock] in
        // The sleep fails only when the retry is cancelled.
        guard (try? await clock.sleep(for: delay)) != nil else { return }
        self?.save(isRetry: true)
      }
      return former
    }
    former?.cancel()
  }
}
