import Documents
import FeatureFlags

import struct FoundationEssentials.Date

/// The part of an act that fits into one transaction.
struct ActPart: Sendable {
  let act: OverrideAct
  /// The features of the part.
  let names: [Feature.Name]
  /// The name of the key of the part in the history.
  let id: String

  /// The largest number of features of a part: one comparison, one change and one reading for each feature
  /// and up to two for the namespace are within the limit of etcd.
  static let featureLimit = EtcdTransaction.operationLimit / 2 - 2

  /// Divides an act into parts; an act without features is one part.
  static func parts(of act: OverrideAct) -> [ActPart] {
    let names = act.changes.keys.sorted { $0.rawValue < $1.rawValue }
    return divide(names, id: act.id).map { ActPart(act: act, names: $1, id: $0) }
  }

  /// Divides the features or changes of an act into those of its parts, at least one; all parts but the
  /// first have a number behind the identifier of the act.
  static func divide<Element>(_ elements: [Element], id: String) -> [(id: String, [Element])] {
    stride(from: 0, to: max(elements.count, 1), by: featureLimit).map { start in
      let end = min(start + featureLimit, elements.count)
      return (start == 0 ? id : "\(id).\(start / featureLimit)", Array(elements[start..<end]))
    }
  }
}

/// The changes of others that a commit overwrites.
struct CommitRules: Sendable {
  /// Whether all changes and locks of others are overwritten, so that no feature is contested.
  let isForcing: Bool
  /// The locks that do not apply, because the user has decided so.
  let overruled: Set<FeatureLock>

  /// Returns whether the lock of a feature refuses an act.
  func refuses(_ act: OverrideAct, _ lock: FeatureLock?, at now: Date) -> Bool {
    guard let lock, !isForcing, !overruled.contains(lock) else { return false }
    return lock.refuses(act.signature.author, at: now)
  }

  /// Returns whether somebody else has changed an override since the author of the act has seen it.
  func isChanged(_ found: Override?, since act: OverrideAct, of name: Feature.Name) -> Bool {
    guard let bases = act.bases, !isForcing else { return false }
    return bases[name].flatMap(\.self) != found
  }
}

/// The changes of a part of an act, given the overrides that were received so far.
struct CommitPlan: Sendable {
  /// The act for the history; `nil` if nothing would change.
  let recorded: HistoryAct?
  /// The features that are not changed, because somebody else has changed them since the act, or has
  /// locked them.
  let contested: [Feature.Name]
  /// The revision of each feature that the transaction requires to be unchanged.
  let revisions: [Feature.Name: Int64]
  /// The features with session overrides of other programs, which remain under their leases.
  let othersSessionOverrides: Set<Feature.Name>
  /// The revision after which no feature may have been locked; `nil` if locks do not apply.
  private let lockRevision: Int64?
  private let part: ActPart

  /// The name of the key of the part in the history.
  var id: String { part.id }

  /// Compares a part with the received overrides.
  ///
  /// - Parameters:
  ///   - part: The part of the act.
  ///   - content: The received overrides.
  ///   - rules: The changes of others that are overwritten.
  ///   - own: The session overrides of this program.
  ///   - now: The time at which an expired override counts as none.
  init(
    _ part: ActPart,
    _ content: TeamContent,
    _ rules: CommitRules,
    own: [Feature.Name: Override],
    at now: Date
  ) {
    func valid(_ override: Override?) -> Override? {
      override.flatMap { $0.isExpired(at: now) ? nil : TeamOverride.normalized($0) }
    }
    var former: [Feature.Name: Override] = [:]
    var goals: [Feature.Name: Override?] = [:]
    var contested: [Feature.Name] = []
    let act = part.act.mapOverrides(valid)
    for name in part.names {
      let (goal, found) = (act.changes[name].flatMap(\.self), content.overrides[name])
      if rules.isChanged(valid(found), since: act, of: name)
        || rules.refuses(act, content.locks[name], at: now)
      {
        // The same change by somebody else remains theirs.
        if !Self.haveSameEffect(goal, valid(found)) { contested.append(name) }
        continue
      }
      former[name] = found
      goals.updateValue(goal, forKey: name)
    }
    var step = OverrideTransaction(former)
    step.apply(OverrideAct(id: act.id, goals, act.signature, act.kind))
    // A reversal without changes is recorded, unless it would change something that is contested.
    recorded = contested.isEmpty || !goals.isEmpty ? step.acts.first : nil
    self.contested = contested
    revisions = goals.keys.reduce(into: [:]) { $0[$1] = content.modRevision(of: $1) }
    othersSessionOverrides = Set(
      goals.keys.filter { former[$0]?.lifetime == .session && own[$0] == nil }
    )
    lockRevision = rules.isForcing ? nil : content.lockRevision
    self.part = part
  }

  /// The contested features that an earlier attempt has not changed either.
  func contested(besides earlier: HistoryAct) -> [Feature.Name] {
    let committed = Set(earlier.changes.map(\.feature))
    return contested.filter { !committed.contains($0) }
  }

  /// Whether two overrides force the same state for the same time, whoever has set them.
  private static func haveSameEffect(_ one: Override?, _ other: Override?) -> Bool {
    guard var one, let other else { return one == nil && other == nil }
    (one.date, one.author) = (other.date, other.author)
    return one == other
  }

  /// The lifetimes of the new overrides that need a lease of this program.
  var lifetimes: Set<Override.Lifetime> {
    let changes = recorded?.changes.filter { !keepsLease($0) } ?? []
    return Set(changes.compactMap(\.to?.lifetime))
  }

  /// Whether a changed session override remains under the lease of the program that has set it.
  private func keepsLease(_ change: HistoryChange) -> Bool {
    change.to?.lifetime == .session && othersSessionOverrides.contains(change.feature)
  }

  /// Returns the transaction that makes the changes, and records the act.
  ///
  /// - Parameters:
  ///   - layout: The keys of the namespace.
  ///   - leases: The lease of the overrides with each lifetime that ends.
  /// - Returns: The transaction; without changes if nothing would change.
  func transaction(
    _ layout: NamespaceLayout,
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
        let lease = keepsLease(change) ? nil : leases[override.lifetime] ?? 0
        transaction.put(key, TeamOverride.write(override), lease: lease)
      } else {
        transaction.delete(key)
      }
    }
    // The key of the history must not exist: a transaction that was sent twice is applied once.
    let key = layout.bytes(of: .history(part.id))
    transaction.create(key, TeamValue.write(recorded.members))
    transaction.readOtherwise(EtcdRange(key: key))
    return transaction
  }
}

extension OverrideAct {
  /// The same act with other overrides: a pending act may be committed after its override has expired.
  fileprivate func mapOverrides(_ transform: (Override?) -> Override?) -> OverrideAct {
    OverrideAct(
      id: id,
      changes.mapValues(transform),
      signature,
      kind,
      bases: bases?.mapValues(transform)
    )
  }
}
