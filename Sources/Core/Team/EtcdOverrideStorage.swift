package import FeatureFlags
import Locking
package import Workbench

package import struct FoundationEssentials.Date

/// Stores the overrides of a team in etcd, where other people and machines change them too.
///
/// A commit writes the overrides and an operation of the history in one transaction; an operation is one
/// change of any number of features by one person. An override with an expiry is written under a lease,
/// so that etcd deletes it for everyone. A session override is written under the lease of this program,
/// which is renewed while the storage has followers.
///
/// ```swift
/// let client = EtcdClient(try TeamAddress("etcd://build-1:2379/staging"))
/// let store = FlagStore(storage: EtcdOverrideStorage(client), author: "ana@build-7")
/// ```
package final class EtcdOverrideStorage: OverrideStorage {
  let namespace: TeamReplica
  private let clock: any Clock<Duration>
  private let random: @Sendable () -> Double
  /// The task that follows the namespace; `nil` while there are no followers.
  private let connection = Locked<Task<Void, Never>?>(nil)
  private let executor = ThreadExecutor(label: "halyard.overrides.team")

  /// The longest time for which ``follow(_:)`` blocks its caller.
  private static let firstResponseLimit = Duration.seconds(1)

  /// Creates a storage; no request is sent until it is used.
  ///
  /// - Parameters:
  ///   - client: The client of the cluster.
  ///   - isForcing: Whether commits overwrite changes that others have made after the program has read
  ///     the overrides; otherwise, such changes become conflicts.
  ///   - copy: The copy of the overrides on disk, which makes reads and commits possible while etcd cannot be
  ///     reached; `nil` for no copy.
  ///   - author: The person who follows the namespace, such as `ana@build-7`.
  ///   - program: The program that follows the namespace, such as `halyard dashboard`.
  ///   - clock: The clock that measures heartbeats and back-off.
  ///   - now: Returns the wall clock time, such as for the start of the program and of an interruption.
  ///   - random: Returns a random number from 0 to 1, for the jitter.
  package init(
    _ client: EtcdClient,
    isForcing: Bool = false,
    copy: TeamCopy? = nil,
    author: String? = nil,
    program: String? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    let identity = TeamMember(
      id: OverrideOperation.newID(),
      author: author,
      program: program,
      start: now().inWholeSeconds
    )
    namespace = TeamReplica(
      client,
      isForcing: isForcing,
      copy: copy,
      identity: identity,
      now: now
    )
    self.clock = clock
    self.random = random
  }

  /// The address of the cluster, with the namespace.
  package var address: TeamAddress { namespace.client.address }

  deinit {
    connection.withLock { $0?.cancel() }
  }

  /// The longest time for which ``close()`` waits.
  private static let closeLimit = Duration.milliseconds(800)

  /// Stops following the namespace, and ends the lease of this program, which deletes its session
  /// overrides.
  ///
  /// Waits at most 0.8 s for etcd.
  package func close() async {
    let former = connection.withLock { task in
      defer { task = nil }
      return task
    }
    guard let former else { return }
    former.cancel()
    let (end, continuation) = AsyncStream.makeStream(of: Never.self)
    Task(executorPreference: executor) {
      await former.value
      continuation.finish()
    }
    Task {
      // Drops the error: the sleep fails only on cancellation, and the task is never cancelled.
      try? await Task.sleep(for: Self.closeLimit)
      continuation.finish()
    }
    for await _ in end {}
  }

  /// Reads the overrides.
  ///
  /// While the storage has followers, the last received overrides are returned without a request.
  /// Otherwise, if etcd cannot be reached, the copy on disk is returned, changed by the pending
  /// operations, which were not sent to etcd yet.
  ///
  /// - Throws: `storage` with the error of etcd, if there is no copy.
  package func read() async throws(WorkspaceError) -> StoredOverrides {
    guard connection.withLock({ $0 == nil }) else { return namespace.stored }
    try namespace.reloadPending()
    let cause: TeamError
    do throws(TeamError) {
      let stored = try await limited { () throws(TeamError) in try await namespace.read() }
      namespace.saveCopy()
      return stored
    } catch {
      cause = error
    }
    guard cause.isTransient, try namespace.loadCopy() else { throw namespace.failure(cause) }
    namespace.setOffline(cause)
    return namespace.stored
  }

  package func commit(
    _ operations: [OverrideOperation],
    at now: Date
  ) async throws(WorkspaceError) -> StoredOverrides {
    try await limited { () throws(WorkspaceError) in
      try await namespace.commitOrQueue(operations, at: now)
    }
    if connection.withLock({ $0 == nil }) { namespace.saveCopy() }
    return namespace.stored
  }

  package func revert(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) async throws(WorkspaceError) -> OverrideReversal {
    let cause: WorkspaceError
    do throws(WorkspaceError) {
      return try await limited { () throws(WorkspaceError) in
        try await revertLast(direction, signature)
      }
    } catch {
      cause = error
    }
    // Reverts an operation that was not sent yet, because etcd cannot be reached.
    guard cause.teamError?.isTransient == true, try namespace.loadCopy(),
      let reverted = try namespace.revertPending(direction, signature)
    else { throw cause }
    return OverrideReversal(reverted, stored: namespace.stored)
  }

  /// Undoes or redoes the last operation of the author: in etcd, or in the queue if another program has
  /// to send pending operations.
  private func revertLast(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) async throws(WorkspaceError) -> OverrideReversal {
    try namespace.requireConnection()
    guard try await namespace.sendPending() else {
      // Reverts in the queue, because another program of the user has to send the last operations.
      let reverted = try namespace.revertPending(direction, signature)
      return OverrideReversal(reverted, stored: namespace.stored)
    }
    let reverted = try await call { () throws(TeamError) in
      _ = try await namespace.read()
      return try await namespace.revert(direction, signature)
    }
    return OverrideReversal(reverted, stored: namespace.stored)
  }

  /// Reads the last 1,000 operations of all members of the team, or fewer if they are very large.
  ///
  /// - Throws: `storage` with the error of etcd.
  package func history() async throws(WorkspaceError) -> History {
    History(operations: try await recentOperations().reversed())
  }

  package func recentOperations() async throws(WorkspaceError) -> [OverrideOperation] {
    try await call { () throws(TeamError) in try await namespace.recentOperations() }
  }

  /// Reports the overrides of the team, and each later change, like ``follow(waitingUpTo:_:)``; blocks
  /// the caller for at most one second until the first response.
  package func follow(
    _ report: @escaping @Sendable (StoredOverrides.Reading) -> Void
  ) -> OverridesFollower? {
    follow(waitingUpTo: Self.firstResponseLimit, report)
  }

  /// Reports the overrides of the team, and each later change.
  ///
  /// Requests and reports run on a separate thread: the caller may block a thread of the cooperative
  /// thread pool.
  ///
  /// - Parameters:
  ///   - limit: The longest time for which the calling thread is blocked until the first response.
  ///   - report: Receives the overrides, or the error of reading them.
  /// - Returns: A handle that stops the reports when it is released.
  package func follow(
    waitingUpTo limit: Duration,
    _ report: @escaping @Sendable (StoredOverrides.Reading) -> Void
  ) -> OverridesFollower {
    let first = BlockingResult<Void>()
    let reporter = RevisionReporter { reading in
      report(reading)
      first.finish(with: ())
    }
    let number = namespace.followers.observe { reporter.refresh($0) }
    connect()
    // Reports the current overrides immediately if another follower has already received them.
    if namespace.hasContent { reporter.refresh { .success(namespace.stored) } }
    _ = first.wait(upTo: limit)
    return OverridesFollower { [self] in
      remove(number)
      reporter.end()
    }
  }

  /// Starts following the namespace, unless another follower has already started this.
  private func connect() {
    connection.withLock { task in
      guard task == nil else { return }
      var connection = TeamConnection(namespace, clock: clock, random: random)
      task = Task(executorPreference: executor) { await connection.run() }
    }
  }

  private func remove(_ follower: Int) {
    namespace.followers.remove(follower)
    connection.withLock { task in
      // Checked under the lock, so that a new follower finds either the running connection or none.
      guard namespace.followers.isEmpty else { return }
      task?.cancel()
      task = nil
    }
  }
}

extension EtcdOverrideStorage {
  /// Removes and returns the conflicts, sorted by their keys: changes that were not committed, because
  /// others had changed or locked the same features.
  package func takeConflicts() -> [OverrideConflict] { namespace.takeConflicts() }

  /// Sets the function that is called on any thread when ``takeConflicts()`` has new conflicts.
  package func onConflict(_ report: @escaping @Sendable () -> Void) { namespace.onConflict(report) }

  /// Sets the function that receives the state of the connection and the members of the team,
  /// immediately and after each change, on any thread.
  package func onActivity(_ report: @escaping @Sendable (TeamActivity) -> Void) {
    namespace.onActivity(report)
  }

  /// Whether commits overwrite changes and locks of others.
  package var isForcing: Bool { namespace.isForcing }

  /// Reads the namespace, measures the latency of etcd, and tests whether the user may change the
  /// namespace.
  ///
  /// - Returns: The state of the connection, the members, and the number of overrides.
  /// - Throws: `storage` with the error of etcd, if there is no copy of the overrides on disk.
  package func check() async throws(WorkspaceError) -> (
    activity: TeamActivity, overrideCount: Int
  ) {
    try await limited { () throws(WorkspaceError) in
      let start = ContinuousClock.now
      let overrideCount = try await read().overrides.count
      let latency = ContinuousClock.now - start
      if case .offline = activity.status { return (activity, overrideCount) }
      namespace.setStatus(.online(latency: latency))
      try await call { () throws(TeamError) in try await namespace.findPermission() }
      return (activity, overrideCount)
    }
  }

  /// Locks an override until the lock expires; an existing lock of the same person is replaced.
  ///
  /// - Returns: `nil` if the override is locked now; otherwise the active lock of another person, which is
  ///   unchanged.
  /// - Throws: `storage` with the error of etcd.
  package func add(_ lock: FeatureLock) async throws(WorkspaceError) -> FeatureLock? {
    try await call { () throws(TeamError) in try await namespace.add(lock) }
  }

  /// Ends the lock of an override.
  ///
  /// - Returns: `nil` if the override has no lock now; otherwise the active lock of another person, which is
  ///   unchanged.
  /// - Throws: `storage` with the error of etcd.
  package func removeLock(
    of override: OverrideKey,
    author: String?
  ) async throws(WorkspaceError) -> FeatureLock? {
    try await call { () throws(TeamError) in
      try await namespace.removeLock(of: override, author: author)
    }
  }

  /// Ignores the current locks of overrides at the next change of the overrides, because the user has
  /// requested this.
  package func overruleLocks(of keys: some Sequence<OverrideKey>) {
    namespace.overruleLocks(of: keys)
  }

  /// The state of the connection, and the members that were received so far.
  package var activity: TeamActivity { namespace.reportActivity() }

  /// The revision of etcd up to which all changes were received; 0 before the first response.
  package var revision: Int64 { namespace.revision }

  /// Shows the other members of the team which feature the user of this program has selected; `nil` for
  /// none.
  ///
  /// The feature is sent one second after the selection has changed.
  package func select(_ feature: Feature.Name?) { namespace.select(feature) }

  /// Runs an operation like ``limited(_:)``, and converts an error of etcd to one for the user.
  func call<Value>(
    _ operation: () async throws(TeamError) -> Value
  ) async throws(WorkspaceError) -> Value {
    try await mapError(awaiting: await limited(operation), to: namespace.failure)
  }

  /// Runs an operation; all of its calls together must finish within the ``EtcdClient/operationLimit``
  /// of the client.
  func limited<Value, Failure: Error>(
    _ operation: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await EtcdDeadline.within(namespace.client.operationLimit, operation)
  }
}
