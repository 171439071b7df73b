package import FeatureFlags
package import Workbench

extension EtcdOverrideStorage {
  /// Removes and returns the conflicts, sorted by feature: the changes that were not committed, because
  /// others had changed the same features.
  package func takeConflicts() -> [OverrideConflict] { namespace.takeConflicts() }

  /// Sets the function that is called on any thread when ``takeConflicts()`` has new conflicts.
  package func onConflict(_ report: @escaping @Sendable () -> Void) { namespace.onConflict(report) }

  /// Sets the function that receives the state of the connection and the members of the team: at once, and
  /// after each change, on any thread.
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

  /// Locks a feature until the expiry of the lock; a lock of the same person is replaced.
  ///
  /// - Returns: `nil` if the feature is locked now; otherwise the active lock of another person, which is
  ///   unchanged.
  /// - Throws: `storage` with the error of etcd.
  package func add(_ lock: FeatureLock) async throws(WorkspaceError) -> FeatureLock? {
    try await call { () throws(TeamError) in try await namespace.add(lock) }
  }

  /// Ends the lock of a feature.
  ///
  /// - Returns: `nil` if the feature has no lock now; otherwise the active lock of another person, which is
  ///   unchanged.
  /// - Throws: `storage` with the error of etcd.
  package func removeLock(
    of feature: Feature.Name,
    author: String?
  ) async throws(WorkspaceError) -> FeatureLock? {
    try await call { () throws(TeamError) in
      try await namespace.removeLock(of: feature, author: author)
    }
  }

  /// Ignores the present locks of features at their next change; called at the request of the user.
  package func overruleLocks(of features: some Sequence<Feature.Name>) {
    namespace.overruleLocks(of: features)
  }

  /// The state of the connection and the members, as far as they were received.
  package var activity: TeamActivity { namespace.reportActivity() }

  /// The revision of etcd up to which all changes were received; 0 before the first response.
  package var revision: Int64 { namespace.revision }

  /// Shows the members of the team which feature the user of this program has selected; `nil` for none.
  ///
  /// The feature is sent once the selection has not changed for a second.
  package func select(_ feature: Feature.Name?) { namespace.select(feature) }

  /// Runs an operation like ``limited(_:)``, and converts an error of etcd to one for the user.
  func call<Value>(
    _ operation: () async throws(TeamError) -> Value
  ) async throws(WorkspaceError) -> Value {
    try await mapError(awaiting: await limited(operation), to: namespace.failure)
  }

  /// Runs an operation, all of whose calls together must end within the time limit of the client.
  func limited<Value, Failure: Error>(
    _ operation: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await EtcdDeadline.within(namespace.client.operationLimit, operation)
  }
}
