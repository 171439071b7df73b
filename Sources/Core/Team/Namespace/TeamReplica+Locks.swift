import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

extension TeamReplica {
  /// Locks a feature until the expiry of the lock; a lock of the same person is replaced.
  ///
  /// - Returns: `nil` if the feature is locked now; otherwise the active lock of another person, which is
  ///   unchanged.
  /// - Throws: The error of etcd.
  func add(_ lock: FeatureLock) async throws(TeamError) -> FeatureLock? {
    let seconds = max(1, Int64(lock.end.timeIntervalSince(lock.start).rounded(.up)))
    let lease = try await client.grantLease(seconds: seconds)
    let other = try await changeLock(of: lock.feature, author: lock.author) { transaction, key in
      transaction.put(key, lock.bytes, lease: lease)
    }
    // Drops the error: etcd ends the unused lease after its lifetime.
    if other != nil { try? await client.revokeLease(lease) }
    return other
  }

  /// Ends the lock of a feature.
  ///
  /// - Returns: `nil` if the feature has no lock now; otherwise the active lock of another person, which is
  ///   unchanged.
  /// - Throws: The error of etcd.
  func removeLock(of feature: Feature.Name, author: String?) async throws(TeamError) -> FeatureLock?
  {
    try await changeLock(of: feature, author: author) { transaction, key in transaction.delete(key)
    }
  }

  /// Changes the key of a lock, and retries while others change it at the same time.
  private func changeLock(
    of feature: Feature.Name,
    author: String?,
    _ change: (inout EtcdTransaction, _ key: [UInt8]) -> Void
  ) async throws(TeamError) -> FeatureLock? {
    let key = layout.bytes(of: .lock(feature))
    for _ in 0..<Self.attemptLimit {
      let item = try await client.read(EtcdRange(key: key)).items.first
      // Drops the error: a malformed lock has no effect, and is replaced.
      let former = item.flatMap { try? FeatureLock(feature, $0.value) }
      if let former, !isForcing, former.refuses(author, at: now()) { return former }
      var transaction = EtcdTransaction()
      transaction.require(key, unchangedSince: item?.modRevision ?? 0)
      change(&transaction, key)
      guard case .succeeded = try await client.run(transaction) else { continue }
      // Drops the error: the lock was changed, and a watch or a later read updates the content.
      _ = try? await refresh()
      return nil
    }
    throw Self.contended
  }
}
