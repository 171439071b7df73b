import Documents
import FeatureFlags

import struct FoundationEssentials.Date

/// The part of an act that fits into one transaction.
struct ActPart: Sendable {
  let act: OverrideAct
  /// The features of the part.
  let names: [FeatureName]
  /// The name of the key of the part in the history.
  let id: String

  /// The largest number of features of a part: two comparisons for each feature and three for the
  /// space are within the limit of etcd.
  static let featureLimit = EtcdTransaction.operationLimit / 2 - 2

  /// Divides an act into parts; an act without features is one part.
  static func parts(of act: OverrideAct) -> [ActPart] {
    let names = act.changes.keys.sorted { $0.rawValue < $1.rawValue }
    return stride(from: 0, to: max(names.count, 1), by: featureLimit).map { start in
      let end = min(start + featureLimit, names.count)
      let id = start == 0 ? act.id : "\(act.id).\(start / featureLimit)"
      return ActPart(act: act, names: Array(names[start..<end]), id: id)
    }
  }
}

/// What a part of an act changes, given the overrides that were received so far.
struct CommitPlan: Sendable {
  /// The act for the history; `nil` if nothing would change.
  let recorded: HistoryAct?
  /// The features that are not changed, because somebody else has changed them since the act, or has
  /// locked them.
  let contested: [FeatureName]
  /// The revision of each feature that the transaction requires to be unchanged.
  let revisions: [FeatureName: Int64]
  /// The revision after which no feature may have been locked; `nil` if locks do not apply.
  private let lockRevision: Int64?
  private let part: ActPart

  /// Compares a part with the received overrides.
  ///
  /// - Parameters:
  ///   - part: The part of the act.
  ///   - content: The received overrides.
  ///   - isForcing: Whether changes of others are overwritten, so that no feature is contested.
  ///   - overruled: The locks that do not apply, because the user has decided so.
  ///   - now: The time at which an expired override counts as none.
  init(
    _ part: ActPart,
    _ content: TeamContent,
    isForcing: Bool,
    overruled: Set<FeatureLock>,
    at now: Date
  ) {
    func valid(_ override: Override?) -> Override? {
      override.flatMap { $0.isExpired(at: now) ? nil : TeamOverride.normalized($0) }
    }
    let act = part.act
    var former: [FeatureName: Override] = [:]
    var goals: [FeatureName: Override?] = [:]
    var revisions: [FeatureName: Int64] = [:]
    var contested: [FeatureName] = []
    for name in part.names {
      // A pending act may be committed after its override has expired.
      let goal = valid(act.changes[name].flatMap(\.self))
      let found = content.overrides[name]
      let isChanged = act.bases.map { valid($0[name].flatMap(\.self)) != valid(found) } ?? false
      let isLocked =
        content.locks[name].map { lock in
          lock.refuses(act.signature.author, at: now) && !overruled.contains(lock)
        } ?? false
      if !isForcing, isChanged || isLocked {
        // The same change by somebody else remains theirs.
        if !Self.haveSameEffect(goal, valid(found)) { contested.append(name) }
        continue
      }
      former[name] = found
      goals.updateValue(goal, forKey: name)
      revisions[name] = content.modRevision(of: name)
    }
    var step = OverrideTransaction(former)
    step.apply(OverrideAct(id: act.id, goals, act.signature, act.kind))
    // A reversal without changes is recorded, unless it would change something that is contested.
    recorded = contested.isEmpty || !goals.isEmpty ? step.acts.first : nil
    self.contested = contested
    self.revisions = revisions
    lockRevision = isForcing ? nil : content.lockRevision
    self.part = part
  }

  /// The contested features that an earlier attempt has not changed either.
  func contested(besides earlier: HistoryAct) -> [FeatureName] {
    let committed = Set(earlier.changes.map(\.feature))
    return contested.filter { !committed.contains($0) }
  }

  /// Whether two overrides force the same state for the same time, whoever has set them.
  private static func haveSameEffect(_ one: Override?, _ other: Override?) -> Bool {
    guard var one, let other else { return one == nil && other == nil }
    (one.date, one.author) = (other.date, other.author)
    return one == other
  }

  /// The lifetimes of the new overrides.
  var lifetimes: Set<Override.Lifetime> { Set(recorded?.changes.compactMap(\.to?.lifetime) ?? []) }

  /// Returns the transaction that makes the changes, and records the act.
  ///
  /// - Parameters:
  ///   - layout: The keys of the space.
  ///   - leases: The lease of the overrides with each lifetime that ends.
  /// - Returns: The transaction; without changes if nothing would change.
  func transaction(
    _ layout: SpaceLayout,
    leases: [Override.Lifetime: Int64]
  ) -> EtcdTransaction {
    var transaction = EtcdTransaction()
    for (name, revision) in revisions {
      let key = layout.bytes(of: .override(name))
      transaction.require(key, unchangedSince: revision)
      transaction.readOtherwise(EtcdRange(key: key))
    }
    if let lockRevision {
      transaction.require(layout.locks, unchangedSince: lockRevision)
      transaction.readOtherwise(layout.locks)
    }
    guard let recorded else { return transaction }
    for change in recorded.changes {
      let key = layout.bytes(of: .override(change.feature))
      if let override = change.to {
        let lease = leases[override.lifetime] ?? 0
        transaction.put(key, TeamOverride.write(override), lease: lease)
      } else {
        transaction.delete(key)
      }
    }
    // The key of the history must not exist: a transaction that was sent twice is applied once.
    let key = layout.bytes(of: .history(part.id))
    transaction.require(key, unchangedSince: 0)
    transaction.put(key, Array(JSONValue.object(recorded.members).text().utf8))
    transaction.readOtherwise(EtcdRange(key: key))
    return transaction
  }
}
