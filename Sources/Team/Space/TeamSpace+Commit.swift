import Documents
import FeatureFlags

import struct FoundationEssentials.Date

extension TeamSpace {
  /// The number of features in one transaction: two comparisons for each feature and one for the
  /// history are within the limit of etcd.
  private static let featuresPerTransaction = EtcdTransaction.operationLimit / 2 - 2

  /// Applies acts to the overrides of the space.
  ///
  /// - Returns: `false`, without a change, if the revision differs from the expected one.
  /// - Throws: The error of etcd; acts before the failing one remain committed.
  func commit(
    _ acts: [OverrideAct],
    at now: Date,
    ifRevision expected: OverrideRevision?
  ) async throws(TeamError) -> Bool {
    var base: Int64?
    if let expected {
      base = try await read(expecting: expected)
      guard base != nil else { return false }
    } else {
      _ = try await read()
    }
    for act in acts where try await commit(act, at: now, after: &base) == nil {
      try await refresh()
      return false
    }
    return true
  }

  /// Applies an act to the overrides of the space, and records it in the history.
  ///
  /// An act of very many features is divided into several transactions, which are one act of the
  /// history.
  ///
  /// - Parameters:
  ///   - act: The act; it is applied to any revision of its features.
  ///   - now: The time from which the remaining time of an override is computed.
  ///   - base: The revision of etcd after which no other writer may have changed the space; `nil`
  ///     applies the act to any revision. The revision of the commit replaces it.
  /// - Returns: The overrides that have changed; `nil` if another writer has committed after the base.
  /// - Throws: The error of etcd.
  @discardableResult
  func commit(
    _ act: OverrideAct,
    at now: Date,
    after base: inout Int64?
  ) async throws(TeamError) -> [HistoryChange]? {
    let names = act.changes.keys.sorted { $0.rawValue < $1.rawValue }
    var changes: [HistoryChange] = []
    var number = 0
    repeat {
      let start = number * Self.featuresPerTransaction
      let end = min(start + Self.featuresPerTransaction, names.count)
      let part = Part(act, Array(names[start..<end]), number: number)
      guard let changed = try await commit(part, at: now, after: &base) else { return nil }
      changes += changed
      number += 1
    } while number * Self.featuresPerTransaction < names.count
    if countCommit(trimmedEvery: 32) { try await trimHistory(at: now) }
    return changes
  }

  /// The changes of an act in one transaction.
  private struct Part {
    let act: OverrideAct
    let names: [FeatureName]
    /// The key of the history for this part, without the folder.
    let id: String

    init(_ act: OverrideAct, _ names: [FeatureName], number: Int) {
      self.act = act
      self.names = names
      id = number == 0 ? act.id : "\(act.id).\(number)"
    }
  }

  /// Commits a part, and retries while other writers change its features at the same time.
  private func commit(
    _ part: Part,
    at now: Date,
    after base: inout Int64?
  ) async throws(TeamError) -> [HistoryChange]? {
    var leases: [Override.Lifetime: Int64] = [:]
    while true {
      var (transaction, recorded) = try await transaction(for: part, at: now, &leases)
      guard let recorded else { return [] }
      if let base {
        transaction.require(layout.overrides, unchangedSince: base)
        transaction.require(layout.history, unchangedSince: base)
      }
      switch try await client.run(transaction) {
      case .succeeded(let revision):
        if base != nil { base = revision }
        change { $0.apply(recorded.changes, at: revision) }
        return recorded.changes
      case .failed(let snapshot):
        let own = layout.bytes(of: .history(part.id))
        let committed = snapshot.items.first { $0.key == own }
        change { content in
          if let committed { content.apply(recorded.changes, at: committed.modRevision) }
          content.replace(part.names, with: snapshot, layout)
        }
        // An earlier attempt was committed, and its response was lost.
        if committed != nil { return recorded.changes }
        if base != nil { return nil }
      }
    }
  }

  /// Returns the transaction that applies a part to the received content, and the act of the history;
  /// the act is `nil` if nothing would change.
  private func transaction(
    for part: Part,
    at now: Date,
    _ leases: inout [Override.Lifetime: Int64]
  ) async throws(TeamError) -> (EtcdTransaction, HistoryAct?) {
    let (former, revisions) = withContent { content in
      (
        part.names.map { ($0, content.overrides[$0]) },
        part.names.map { content.modRevision(of: $0) }
      )
    }
    let changes = part.names.map { name in
      (name, part.act.changes[name].flatMap(\.self).map(TeamOverride.normalized))
    }
    var step = OverrideTransaction(former.reduce(into: [:]) { $0[$1.0] = $1.1 })
    let act = OverrideAct(
      id: part.act.id,
      Dictionary(uniqueKeysWithValues: changes),
      part.act.signature,
      part.act.kind
    )
    step.apply(act)
    var transaction = EtcdTransaction()
    guard let recorded = step.acts.first else { return (transaction, nil) }
    for (name, revision) in zip(part.names, revisions) {
      let key = layout.bytes(of: .override(name))
      transaction.require(key, unchangedSince: revision)
      transaction.readOtherwise(EtcdRange(key: key))
    }
    for change in recorded.changes {
      let key = layout.bytes(of: .override(change.feature))
      guard let override = change.to else {
        transaction.delete(key)
        continue
      }
      let lease = try await lease(for: override.lifetime, at: now, &leases)
      transaction.put(key, TeamOverride.write(override), lease: lease)
    }
    let key = layout.bytes(of: .history(part.id))
    transaction.require(key, unchangedSince: 0)
    transaction.put(key, Array(JSONValue.object(recorded.members).text().utf8))
    transaction.readOtherwise(EtcdRange(key: key))
    return (transaction, recorded)
  }

  /// Returns the lease whose end deletes an override with the given lifetime; 0 for no end.
  private func lease(
    for lifetime: Override.Lifetime,
    at now: Date,
    _ leases: inout [Override.Lifetime: Int64]
  ) async throws(TeamError) -> Int64 {
    if let known = leases[lifetime] { return known }
    let lease: Int64
    switch lifetime {
    case .kept: return 0
    case .session:
      guard let session = sessionLease else { throw .noSession }
      lease = session
    case .until(let end):
      let seconds = max(1, end.timeIntervalSince(now).rounded(.up))
      lease = try await client.grantLease(seconds: Int64(min(seconds, Self.longestLease)))
    }
    leases[lifetime] = lease
    return lease
  }

  /// The longest lifetime of a lease in seconds, below the limit of etcd: 100 years.
  private static let longestLease = 3_153_600_000.0
}
