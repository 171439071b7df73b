import Documents
import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// The part of an act (a change of any number of features) that fits into one transaction.
struct ActPart: Sendable {
  let act: OverrideAct
  let changes: [OverrideAct.Change]
  /// The name under which the part is stored in the history.
  let id: String

  /// The largest number of features in a part.
  ///
  /// Each feature needs one comparison, one change and one read, and the namespace up to two of each: they
  /// must be within the limit of etcd.
  static let featureLimit = EtcdTransaction.operationLimit / 2 - 2

  /// Divides an act into parts; an act without features is one part.
  static func parts(of act: OverrideAct) -> [ActPart] {
    divide(act.changes, id: act.id).map { ActPart(act: act, changes: $1, id: $0) }
  }

  /// Divides the features or changes of an act into parts; there is at least one part.
  ///
  /// The identifiers of all parts but the first one are that of the act with a number.
  static func divide<Element>(_ elements: [Element], id: String) -> [(id: String, [Element])] {
    stride(from: 0, to: max(elements.count, 1), by: featureLimit).map { start in
      let end = min(start + featureLimit, elements.count)
      return (start == 0 ? id : "\(id).\(start / featureLimit)", Array(elements[start..<end]))
    }
  }
}

/// Decides which changes and locks by others a commit overwrites.
struct CommitRules: Sendable {
  /// Whether all changes and locks of others are overwritten, so that no feature is contested.
  let isForcing: Bool
  /// The locks that do not apply, because the user has overruled them.
  let overruled: Set<FeatureLock>

  func refuses(_ act: OverrideAct, _ lock: FeatureLock?, at now: Date) -> Bool {
    guard let lock, !isForcing, !overruled.contains(lock) else { return false }
    return lock.refuses(act.signature.author, at: now)
  }

  /// Returns whether somebody else has changed an override since the author of the act has seen it.
  func isChanged(_ found: Override?, since base: Override?, in act: OverrideAct) -> Bool {
    act.isBased && !isForcing && base != found
  }
}

/// The changes of a part of an act, given the overrides that were received so far.
struct CommitPlan: Sendable {
  /// The act to be recorded in the history; `nil` if the part would change nothing.
  let recorded: OverrideAct?
  /// The features that the commit leaves unchanged, because somebody else has changed them since the act or
  /// has locked them.
  let contested: [Feature.Name]
  /// The expected revision of each changed feature: the transaction fails if the feature was changed later.
  let revisions: [Feature.Name: Int64]
  /// The features with session overrides of other programs; the changed overrides keep the leases of these
  /// programs.
  let othersSessionOverrides: Set<Feature.Name>
  /// The revision after which no lock may have been changed; `nil` if locks are ignored.
  private let lockRevision: Int64?
  private let part: ActPart

  /// The name under which the part is stored in the history.
  var id: String { part.id }

  /// Compares a part of an act with the received overrides.
  ///
  /// - Parameters:
  ///   - part: The part of the act.
  ///   - content: The received overrides.
  ///   - rules: Decides which changes by others are overwritten.
  ///   - own: The session overrides of this program.
  ///   - now: The current time; an expired override counts as no override.
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
    var goals: [OverrideAct.Change] = []
    var contested: [Feature.Name] = []
    let act = part.act
    for change in part.changes {
      let (name, goal) = (change.feature, valid(change.to))
      let found = content.overrides[name]
      if rules.isChanged(valid(found), since: valid(change.from), in: act)
        || rules.refuses(act, content.locks[name], at: now)
      {
        // If somebody else has made the same change already, it is neither repeated nor a conflict.
        if !Self.haveSameEffect(goal, valid(found)) { contested.append(name) }
        continue
      }
      former[name] = found
      goals.append(OverrideAct.Change(feature: name, from: found, to: goal))
    }
    var step = OverrideTransaction(former)
    step.apply(act.with(goals))
    // Record an undo or redo without changes too, unless its only changes are contested.
    recorded = contested.isEmpty || !goals.isEmpty ? step.acts.first : nil
    self.contested = contested
    revisions = goals.reduce(into: [:]) { $0[$1.feature] = content.modRevision(of: $1.feature) }
    othersSessionOverrides = Set(
      goals.map(\.feature).filter { former[$0]?.lifetime == .session && own[$0] == nil }
    )
    lockRevision = rules.isForcing ? nil : content.lockRevision
    self.part = part
  }

  /// The contested features that were not changed by an earlier attempt, whose response was lost.
  func contested(besides earlier: OverrideAct) -> [Feature.Name] {
    let committed = Set(earlier.changes.map(\.feature))
    return contested.filter { !committed.contains($0) }
  }

  /// Whether two overrides force the same state until the same time; their dates and authors may differ.
  private static func haveSameEffect(_ one: Override?, _ other: Override?) -> Bool {
    guard var one, let other else { return one == nil && other == nil }
    (one.date, one.author) = (other.date, other.author)
    return one == other
  }

  /// The lifetimes of the overrides to be written for which this program needs a lease.
  var lifetimes: Set<Override.Lifetime> {
    let changes = recorded?.changes.filter { !keepsLease($0) } ?? []
    return Set(changes.compactMap(\.to?.lifetime))
  }

  /// Whether the change of a session override keeps the lease of the program that has set the override.
  private func keepsLease(_ change: OverrideAct.Change) -> Bool {
    change.to?.lifetime == .session && othersSessionOverrides.contains(change.feature)
  }

  /// Returns the transaction that makes the changes, and records the act.
  ///
  /// - Parameters:
  ///   - layout: The keys of the namespace.
  ///   - leases: The lease for each lifetime of an override that ends.
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
    // Require that the key does not exist in the history, so that a transaction that is sent twice is
    // applied once.
    let key = layout.bytes(of: .history(part.id))
    transaction.create(key, TeamValue.write(recorded.members))
    transaction.readOtherwise(EtcdRange(key: key))
    return transaction
  }
}
