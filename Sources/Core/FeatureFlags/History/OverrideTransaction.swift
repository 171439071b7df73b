import struct FoundationEssentials.Date

/// Applies operations to stored overrides, and records them for the history.
package struct OverrideTransaction {
  /// The overrides after all recorded operations.
  package private(set) var overrides: [OverrideKey: Override]
  /// The recorded operations; an operation that changes nothing is not recorded, except an undo, a redo
  /// or a deletion of features.
  package private(set) var operations: [OverrideOperation] = []
  /// The keys of the overrides that reversals did not change, because they have expired.
  private var expired: [OverrideKey] = []

  /// Begins a transaction on the given stored overrides.
  package init(_ overrides: [OverrideKey: Override]) {
    self.overrides = overrides
  }

  /// Removes the overrides that have expired at the given time.
  mutating func removeExpired(at now: Date) {
    var changes: [OverrideKey: Override?] = [:]
    for (key, override) in overrides where override.isExpired(at: now) {
      changes.updateValue(nil, forKey: key)
    }
    record(.expiry, changes, OverrideOperation.Signature(date: now))
  }

  /// Applies a requested operation.
  package mutating func apply(_ operation: OverrideOperation) {
    record(
      operation.kind,
      operation.changes.map { ($0.key, $0.to) },
      operation.signature,
      id: operation.id
    )
  }

  /// Replaces all overrides, for example by a copy that the caller has modified.
  mutating func replace(
    with changed: [OverrideKey: Override],
    _ signature: OverrideOperation.Signature,
    _ kind: OverrideOperation.Kind = .change
  ) {
    record(kind, Self.changes(from: overrides, to: changed), signature)
  }

  /// Records an operation for the difference from the given former overrides, because the file was edited by
  /// hand.
  mutating func recordEdit(since former: [OverrideKey: Override], at now: Date) {
    let changes = Self.changes(from: former, to: overrides)
    overrides = former
    record(.edit, changes, OverrideOperation.Signature(date: now))
  }

  private static func changes(
    from former: [OverrideKey: Override],
    to current: [OverrideKey: Override]
  ) -> [OverrideKey: Override?] {
    let keys = Set(former.keys).union(current.keys).filter { former[$0] != current[$0] }
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, current[$0]) })
  }

  /// Reverts an operation: undo restores the overrides from before the operation, redo the overrides from
  /// after it.
  ///
  /// - Returns: The operation with the changes that its reversal has made; `nil` if no override has changed,
  ///   unless the operation has deleted features.
  package mutating func revert(
    _ operation: OverrideOperation,
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) -> RevertedOperation? {
    let goals = operation.goals(direction, at: signature.date)
    record(direction.kind(of: operation), goals, signature)
    expired += operation.expired(direction, at: signature.date)
    let changes = operations.last?.changes ?? []
    guard !changes.isEmpty || operation.kind == .delete else { return nil }
    return RevertedOperation(operation, direction, changes, expired: expired)
  }

  private mutating func record(
    _ kind: OverrideOperation.Kind,
    _ changes: [OverrideKey: Override?],
    _ signature: OverrideOperation.Signature
  ) {
    let sorted = changes.sorted { $0.key < $1.key }
    record(kind, sorted.map { ($0.key, $0.value) }, signature, id: OverrideOperation.newID())
  }

  private mutating func record(
    _ kind: OverrideOperation.Kind,
    _ changes: [(OverrideKey, Override?)],
    _ signature: OverrideOperation.Signature,
    id: String
  ) {
    var recorded: [OverrideOperation.Change] = []
    for (key, to) in changes {
      let from = overrides[key]
      overrides[key] = to
      if from != to || kind == .delete {
        recorded.append(OverrideOperation.Change(key, from: from, to: to))
      }
    }
    // An undo or redo that changes nothing is recorded too, because the search for the next reversal
    // needs it.
    guard !recorded.isEmpty || kind.isReversal else { return }
    var signature = signature
    signature.date = signature.date.inWholeSeconds
    operations.append(OverrideOperation(id: id, signature, kind, recorded))
  }
}

extension OverrideOperation.Kind {
  fileprivate var isReversal: Bool {
    switch self {
    case .undo, .redo: true
    case .change, .delete, .bisection, .expiry, .edit: false
    }
  }
}
