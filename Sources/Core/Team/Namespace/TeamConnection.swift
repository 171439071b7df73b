import Documents
import FeatureFlags
import Locking
import Networking
import Workbench

/// Keeps the connection to a namespace until the task is cancelled: receives changes, and renews the
/// lease of the program.
///
/// A lost connection is opened again after an exponential back-off with jitter, from 0.25 s to 2 s. In
/// the meantime, the last received overrides remain active.
struct TeamConnection {
  private let namespace: TeamReplica
  private let clock: any Clock<Duration>
  private let random: @Sendable () -> Double
  private var backoff = Backoff(initial: .milliseconds(250), ceiling: .seconds(2), jitter: 0.25)

  /// The time in seconds after which a lease that is not renewed expires.
  static let leaseSeconds: Int64 = 15
  /// The interval at which the lease is renewed; a failed renewal also reveals a lost connection.
  ///
  /// A connection that lasts at least this long resets the back-off.
  static let heartbeat = Duration.seconds(5)
  /// The maximum time for ending the lease at exit.
  static let endLimit = Duration.milliseconds(500)

  init(
    _ namespace: TeamReplica,
    clock: any Clock<Duration>,
    random: @escaping @Sendable () -> Double
  ) {
    self.namespace = namespace
    self.clock = clock
    self.random = random
  }

  /// The executor for reading the copy of the overrides, which blocks a thread while the disk is read.
  private static let copyExecutor = ThreadExecutor(label: "halyard.overrides.copy")

  /// Follows the namespace, and connects again after each failure.
  mutating func run() async {
    namespace.setFollowed()
    // Reads the local copy of the overrides while the first request to etcd is running.
    let copying = Task(executorPreference: Self.copyExecutor) { [namespace] in
      do throws(WorkspaceError) { try namespace.loadCopy() } catch {
        namespace.report { .failure(error) }
      }
    }
    while !Task.isCancelled {
      do throws(TeamError) {
        try await connect()
      } catch {
        namespace.setWatching(false)
        await copying.value
        guard !Task.isCancelled else { break }
        // Reads the overrides again without a delay: etcd has removed the revision from which to watch.
        if error == .compacted, backoff.failures == 0 {
          backoff.recordFailure()
          continue
        }
        // Drops the error: it is thrown again at the next attempt to send the pending operations.
        try? namespace.reloadPending()
        namespace.saveCopy()
        let wasOffline = namespace.isOffline
        namespace.setOffline(error)
        if namespace.withContent(\.isCopy) {
          namespace.report { [namespace] in .success(namespace.stored) }
        }
        // Reports the error only once for each interruption, even if pending changes are reported in
        // between.
        if !wasOffline { namespace.report { [namespace] in .failure(namespace.failure(error)) } }
      }
      guard await backoff.wait(on: clock, draw: random()) else { break }
    }
    namespace.setWatching(false)
    namespace.saveCopy()
    await endLease()
  }

  /// Opens a connection, and applies changes until the connection is lost.
  private mutating func connect() async throws(TeamError) {
    let limit = namespace.client.operationLimit
    let (watch, member) = try await EtcdDeadline.within(limit) { [self] () throws(TeamError) in
      try await begin()
    }
    namespace.setWatching(true)
    // No change is lost between reading the overrides and the watch, which begins at the next revision.
    let time = Self.stopwatch(of: clock)
    let failure = await withTaskGroup(of: TeamError.self) { [connection = self] group in
      group.addTask {
        await Self.failure { () throws(TeamError) in try await connection.receive(watch) }
      }
      group.addTask {
        await Self.failure { () throws(TeamError) in try await connection.renew(member) }
      }
      group.addTask {
        await Self.failure { () throws(TeamError) in try await connection.announce() }
      }
      defer { group.cancelAll() }
      return await group.next()
    }
    // The back-off grows with each connection that is lost before its first heartbeat.
    if time() >= Self.heartbeat { backoff.reset() }
    if let failure { throw failure }
  }

  /// Returns the error with which a task of the connection has ended; `cancelled` for a task that has
  /// ended without an error.
  private static func failure(
    of task: () async throws(TeamError) -> Void
  ) async -> TeamError {
    do throws(TeamError) { try await task() } catch { return error }
    return .unreachable(.cancelled)
  }

  /// Creates the lease, reads the overrides, and opens a watch for later changes.
  private func begin() async throws(TeamError) -> (watch: EtcdWatch, member: Int) {
    try await beginLease()
    try await namespace.findPermission()
    try await namespace.announce()
    try await namespace.refresh()
    try await namespace.restoreSessionOverrides()
    try await sendPending()
    let member = namespace.client.member
    let watch = try await namespace.client.watch(
      namespace.layout.followed,
      after: namespace.revision
    )
    return (watch, member)
  }

  /// Returns a function that measures the time since this call.
  private static func stopwatch<Source: Clock<Duration>>(
    of clock: Source
  ) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// The number of changes after which the whole namespace is read again.
  ///
  /// Only reading checks the size limit of the namespace: this number limits how many keys a hostile
  /// server can add in between.
  private static let changeLimit = InputLimit.teamKeys.maximum / 4

  /// Applies the changes that a watch reports, until the watch ends.
  ///
  /// After very many changes, the whole namespace is read again, which throws if it has become too large.
  private func receive(_ watch: EtcdWatch) async throws(TeamError) {
    var watch = watch
    var (size, count) = (0, 0)
    while true {
      let messages = try await watch.next()
      await namespace.apply(messages)
      // Pauses, so that the changes of this period are reported together. Drops the error: the sleep
      // fails only on cancellation, which ends the watch.
      try? await Task.sleep(for: namespace.withContent { Self.pause(after: $0) })
      size += messages.reduce(0) { $0 + $1.size }
      count += messages.reduce(0) { $0 + $1.events.count }
      guard size > InputLimit.teamBytes.maximum || count > Self.changeLimit else { continue }
      (size, count) = (0, 0)
      try await EtcdDeadline.within(namespace.client.operationLimit) { () throws(TeamError) in
        _ = try await namespace.refresh()
      }
    }
  }

  /// The pause after each report.
  ///
  /// The cost of a report, and therefore the pause, grows with the number of overrides. Without the
  /// pause, frequent reports would delay the reaction of a dashboard to key presses.
  private static func pause(after content: TeamContent) -> Duration {
    let count = content.overrides.count + content.members.count
    return Duration.milliseconds(10) + Duration.microseconds(10) * count
  }

  /// Renews the lease of the program at each heartbeat, until a call fails.
  ///
  /// A watch does not detect that its cluster member hangs. Another member then serves the call that
  /// renews the lease; in this case, the connection is ended, including the watch.
  private func renew(_ member: Int) async throws(TeamError) {
    // The sleep fails only on cancellation, which ends the loop.
    while (try? await clock.sleep(for: Self.heartbeat)) != nil {
      guard let lease = namespace.programLease else { throw .leaseExpired }
      let start = ContinuousClock.now
      try await namespace.client.renewLease(lease)
      namespace.setStatus(.online(latency: ContinuousClock.now - start))
      guard namespace.client.member == member else {
        throw .unavailable(reason: "a member of the cluster does not respond")
      }
      // Another program on this machine may have added an operation to the queue.
      try await EtcdDeadline.within(namespace.client.operationLimit) { () throws(TeamError) in
        try await sendPending()
      }
      namespace.saveCopy()
    }
  }
}

extension TeamConnection {
  /// Commits the pending operations; an error of the queue file is reported, but does not end the
  /// connection.
  private func sendPending() async throws(TeamError) {
    do throws(WorkspaceError) {
      // Only a program that shows conflicts to the user sends pending operations.
      if namespace.showsConflicts {
        try await namespace.sendPending()
      } else {
        try namespace.reloadPending()
      }
    } catch {
      guard let cause = error.teamError, cause.isTransient else {
        return namespace.report { .failure(error) }
      }
      throw cause
    }
  }

  /// The time for which a selection must be unchanged before it is sent.
  private static let selectionPause = Duration.seconds(1)

  /// Sends the feature that the user has selected after each change of the selection, until a call fails.
  private func announce() async throws(TeamError) {
    for await _ in namespace.selections() {
      // The sleep fails only on cancellation, which ends the stream.
      try? await clock.sleep(for: Self.selectionPause)
      try await namespace.announce()
    }
  }
}

// MARK: Lease

extension TeamConnection {
  /// Creates the lease of the program, unless the lease of an earlier connection is still valid.
  private func beginLease() async throws(TeamError) {
    if let lease = namespace.programLease {
      do throws(TeamError) { return try await namespace.client.renewLease(lease) } catch {
        guard error == .leaseExpired else { throw error }
      }
    }
    namespace.programLease = try await namespace.client.grantLease(seconds: Self.leaseSeconds)
  }

  /// Ends the lease of the program, so that its session overrides end immediately.
  private func endLease() async {
    guard let lease = namespace.programLease else { return }
    namespace.programLease = nil
    // Uses a new task, because a cancelled task cannot send requests.
    await Task { [client = namespace.client] in
      // Drops the error: etcd ends the lease after 15 s.
      try? await EtcdDeadline.within(Self.endLimit) { () throws(TeamError) in
        try await client.revokeLease(lease)
      }
    }.value
  }
}
