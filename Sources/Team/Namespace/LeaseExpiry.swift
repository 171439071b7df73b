import FeatureFlags

import struct FoundationEssentials.Date

/// Overrides that etcd has deleted at one revision, because their lease has ended.
struct LeaseExpiry: Sendable {
  let revision: Int64
  /// The changes, sorted by feature.
  let changes: [HistoryChange]

  /// Returns the acts for the history, each of which fits into one transaction; their identifiers are the
  /// same in every program.
  func acts(at date: Date) -> [HistoryAct] {
    ActPart.divide(changes, id: "expiry-\(revision)").map { id, changes in
      HistoryAct(
        id: id,
        date: date.inWholeSeconds,
        author: nil,
        program: nil,
        kind: .expiry,
        changes: changes
      )
    }
  }
}

extension TeamContent {
  /// Finds the deletions of a message that are ends of leases, before the message is applied: those of
  /// overrides that have expired, and those of session overrides together with their program.
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
    var changes: [Int64: [HistoryChange]] = [:]
    for event in deletions {
      let revision = event.item.modRevision
      guard case .override(let name)? = layout.key(event.item.key),
        let override = overrides[name], modRevision(of: name) < revision
      else { continue }
      let isEnd =
        switch override.lifetime {
        case .kept: false
        case .session: ended.contains(revision)
        case .until(let end): end <= date
        }
      guard isEnd else { continue }
      changes[revision, default: []].append(HistoryChange(feature: name, from: override, to: nil))
    }
    return changes.sorted { $0.key < $1.key }.map { revision, changes in
      LeaseExpiry(
        revision: revision,
        changes: changes.sorted { $0.feature.rawValue < $1.feature.rawValue }
      )
    }
  }
}
