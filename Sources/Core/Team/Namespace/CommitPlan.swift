import Documents
import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// A part of an operation that fits into one transaction; an operation is one change of any number of
/// overrides.
struct OperationPart: Sendable {
  let operation: OverrideOperation
  let changes: [OverrideOperation.Change]
  /// The name under which the part is stored in the history.
  let id: String

  /// The maximum number of features in a part.
  ///
  /// Each feature needs one comparison, one change and one read, and the transaction needs up to two
  /// more of each. The sum must not exceed the limit of etcd.
  static let featureLimit = EtcdTransaction.operationLimit / 2 - 2

  /// Divides an operation into parts; an operation without features is one part.
  static func parts(of operation: OverrideOperation) -> [OperationPart] {
    divide(operation.changes, id: operation.id).map {
      OperationPart(operation: operation, changes: $1, id: $0)
    }
  }

  /// Divides the features or changes of an operation into parts; there is at least one part.
  ///
  /// The first part has the identifier of the operation; each further part has this identifier with a
  /// number.
  static func divide<Element>(_ elements: [Element], id: String) -> [(id: String, [Element])] {
    stride(from: 0, to: max(elements.count, 1), by: featureLimit).map { start in
      let end = min(start + featureLimit, elements.count)
      return (start == 0 ? id : "\(id).\(start / featureLimit)", Array(elements[start..<end]))
    }
  }
}

/// Determines which changes and locks of others a commit overwrites.
struct CommitRules: Sendable {
  /// Whether all changes and locks of others are overwritten, so that there are no conflicts.
  let isForcing: Bool
  /// The locks that the user has overruled, and that are therefore ignored.
  let overruled: Set<FeatureLock>

  func refuses(_ operation: OverrideOperation, _ lock: FeatureLock?, at now: Date) -> Bool {
    guard let lock, !isForcing, !overruled.contains(lock) else { return false }
    return lock.refuses(operation.signature.author, at: now)
  }

  /// Returns whether somebody else has changed an override after the author of the operation has seen
  /// it.
  func isChanged(_ found: Override?, since base: Override?, in operation: OverrideOperation) -> Bool
  {
    operation.isBased && !isForcing && base != found
  }
}

/// The changes that one part of an operation makes to the overrides that were received so far.
struct CommitPlan: Sendable {
  /// The operation to be recorded in the history; `nil` if the part would change nothing.
  let recorded: OverrideOperation?
  /// The overrides with a conflict, which the commit does not change: somebody else has changed them in
  /// the meantime, or has locked them.
  let contested: [OverrideKey]
  /// The expected revision of each changed override; the transaction fails if the override has a later
  /// revision.
  let revisions: [OverrideKey: Int64]
  /// The session overrides of other programs; the changed overrides keep the leases of
  /// their programs.
  let othersSessionOverrides: Set<OverrideKey>
  /// The revision up to which the locks are known: the transaction fails if a lock has changed later;
  /// `nil` if locks are ignored.
  private let lockRevision: Int64?
  private let part: OperationPart

  /// The name under which the part is stored in the history.
  var id: String { part.id }

  /// Compares a part of an operation with the received overrides.
  ///
  /// - Parameters:
  ///   - part: The part of the operation.
  ///   - content: The received overrides.
  ///   - rules: The rules that determine which changes and locks of others are overwritten.
  ///   - own: The session overrides of this program.
  ///   - now: The current time; expired overrides are treated as missing.
  init(
    _ part: OperationPart,
    _ content: TeamContent,
    _ rules: CommitRules,
    own: [OverrideKey: Override],
    at now: Date
  ) {
    func valid(_ override: Override?) -> Override? {
      override.flatMap { $0.isExpired(at: now) ? nil : TeamOverride.normalized($0) }
    }
    var former: [OverrideKey: Override] = [:]
    var goals: [OverrideOperation.Change] = []
    var contested: [OverrideKey] = []
    let operation = part.operation
    for change in part.changes {
      let (key, goal) = (change.key, valid(change.to))
      let found = content.overrides[key]
      if rules.isChanged(valid(found), since: valid(change.from), in: operation)
        || rules.refuses(operation, content.locks[key], at: now)
      {
        // Reports no conflict, and does not repeat the change, if somebody else has made the same
        // change.
        if !Self.haveSameEffect(goal, valid(found)) { contested.append(key) }
        continue
      }
      former[key] = found
      goals.append(OverrideOperation.Change(key, from: found, to: goal))
    }
    var step = OverrideTransaction(former)
    step.apply(operation.with(goals))
    // Also records an undo or redo that changes nothing, unless all of its changes are conflicts.
    recorded = contested.isEmpty || !goals.isEmpty ? step.operations.first : nil
    self.contested = contested
    revisions = goals.reduce(into: [:]) { $0[$1.key] = content.modRevision(of: $1.key) }
    othersSessionOverrides = Set(
      goals.map(\.key).filter { former[$0]?.lifetime == .session && own[$0] == nil }
    )
    lockRevision = rules.isForcing ? nil : content.lockRevision
    self.part = part
  }

  /// Returns the contested overrides, except those that an earlier attempt with a lost response has
  /// changed.
  func contested(besides earlier: OverrideOperation) -> [OverrideKey] {
    let committed = Set(earlier.changes.map(\.key))
    return contested.filter { !committed.contains($0) }
  }

  /// Returns whether two overrides differ at most in their dates and authors.
  private static func haveSameEffect(_ one: Override?, _ other: Override?) -> Bool {
    guard var one, let other else { return one == nil && other == nil }
    (one.date, one.author) = (other.date, other.author)
    return one == other
  }

  /// The lifetimes of the overrides that are written under a lease of this program.
  var lifetimes: Set<Override.Lifetime> {
    let changes = recorded?.changes.filter { !keepsLease($0) } ?? []
    return Set(changes.compactMap(\.to?.lifetime))
  }

  /// Returns whether a changed session override keeps the lease of the other program that has set it.
  private func keepsLease(_ change: OverrideOperation.Change) -> Bool {
    change.to?.lifetime == .session && othersSessionOverrides.contains(change.key)
  }

  /// Returns the transaction that makes the changes, and records the operation.
  ///
  /// - Parameters:
  ///   - layout: The keys of the namespace.
  ///   - leases: The lease for each lifetime that ends.
  /// - Returns: The transaction; it contains no changes if the part changes nothing.
  func transaction(
    _ layout: NamespaceLayout,
    leases: [Override.Lifetime: Int64]
  ) -> EtcdTransaction {
    var transaction = EtcdTransaction()
    for (override, revision) in revisions {
      let key = layout.bytes(of: .override(override))
      transaction.require(key, unchangedSince: revision)
      transaction.readOtherwise(EtcdRange(key: key))
    }
    if let lockRevision {
      transaction.require(layout.locks, unchangedSince: lockRevision)
      transaction.readOtherwise(layout.locks)
    }
    guard let recorded else { return transaction }
    for change in recorded.changes {
      let key = layout.bytes(of: .override(change.key))
      if let override = change.to {
        let lease = keepsLease(change) ? nil : leases[override.lifetime] ?? 0
        transaction.put(key, TeamOverride.write(override), lease: lease)
      } else {
        transaction.delete(key)
      }
    }
    // Requires that the history does not contain the key, so that a transaction that is sent twice is
    // applied once.
    let key = layout.bytes(of: .history(part.id))
    transaction.create(key, TeamValue.write(recorded.members))
    transaction.readOtherwise(EtcdRange(key: key))
    return transaction
  }
}
