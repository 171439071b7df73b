import FeatureFlags

import struct FoundationEssentials.Date

/// The overrides that etcd has deleted at one revision because their lease has ended.
struct LeaseExpiry: Sendable {
  let revision: Int64
  /// The changes, sorted by their keys.
  let changes: [OverrideOperation.Change]

  /// Returns the operations that record the expiry in the history.
  ///
  /// Each operation fits into one transaction. Every program creates the same identifiers, so that an
  /// expiry is recorded once.
  func operations(at date: Date) -> [OverrideOperation] {
    OperationPart.divide(changes, id: "expiry-\(revision)").map { id, changes in
      OverrideOperation(
        id: id,
        OverrideOperation.Signature(date: date.inWholeSeconds),
        .expiry,
        changes
      )
    }
  }
}

extension TeamContent {
  /// Finds the deletions in a watch message that were caused by the end of a lease; must be called
  /// before the message is applied.
  ///
  /// The lease is that of an override with an expiry, or that of a program with session overrides.
  func expiries(
    in message: EtcdWatch.Message,
    _ layout: NamespaceLayout,
    at date: Date
  ) -> [LeaseExpiry] {
    let deletions = message.events.filter(\.isDeletion)
    let ended = Set(
      deletions.compactMap { event -> Int64? in
        guard case .member? = layout.key(event.item.key) else { return nil }
        return event.item.modRevision
      }
    )
    var changes: [Int64: [OverrideOperation.Change]] = [:]
    for event in deletions {
      let revision = event.item.modRevision
      guard case .override(let key)? = layout.key(event.item.key),
        let override = overrides[key], modRevision(of: key) < revision
      else { continue }
      let isEnd =
        switch override.lifetime {
        case .kept, .lasting: false
        case .session: ended.contains(revision)
        case .until(let end): end <= date
        }
      guard isEnd else { continue }
      changes[revision, default: []].append(
        OverrideOperation.Change(key, from: override, to: nil)
      )
    }
    return changes.sorted { $0.key < $1.key }.map { revision, changes in
      LeaseExpiry(
        revision: revision,
        changes: changes.sorted { $0.key < $1.key }
      )
    }
  }
}
