import struct FoundationEssentials.Date

/// Applies acts to stored overrides, and records them for the history.
package struct OverrideTransaction {
  /// The overrides after all recorded acts.
  package private(set) var overrides: [Feature.Name: Override]
  /// The recorded acts; an act that changes nothing is not recorded.
  package private(set) var acts: [OverrideAct] = []
  /// The features that reversals did not change, because their overrides have expired.
  private var expired: [Feature.Name] = []

  /// Begins a transaction on the given stored overrides.
  package init(_ overrides: [Feature.Name: Override]) {
    self.overrides = overrides
  }

  /// Removes the overrides that have expired at the given time.
  mutating func removeExpired(at now: Date) {
    var changes: [Feature.Name: Override?] = [:]
    for (name, override) in overrides where override.isExpired(at: now) {
      changes.updateValue(nil, forKey: name)
    }
    record(.expiry, changes, OverrideAct.Signature(date: now))
  }

  /// Applies a requested act.
  package mutating func apply(_ act: OverrideAct) {
    record(act.kind, act.changes.map { ($0.feature, $0.to) }, act.signature, id: act.id)
  }

  /// Replaces all overrides, for example by a copy that the caller has modified.
  mutating func replace(
    with changed: [Feature.Name: Override],
    _ signature: OverrideAct.Signature,
    _ kind: OverrideAct.Kind = .change
  ) {
    record(kind, Self.changes(from: overrides, to: changed), signature)
  }

  /// Records an act for the difference from the given former overrides, because the file was edited by hand.
  mutating func recordEdit(since former: [Feature.Name: Override], at now: Date) {
    let changes = Self.changes(from: former, to: overrides)
    overrides = former
    record(.edit, changes, OverrideAct.Signature(date: now))
  }

  private static func changes(
    from former: [Feature.Name: Override],
    to current: [Feature.Name: Override]
  ) -> [Feature.Name: Override?] {
    let names = Set(former.keys).union(current.keys).filter { former[$0] != current[$0] }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, current[$0]) })
  }

  /// Reverts an act: undo restores the overrides from before the act, redo the overrides from after it.
  ///
  /// - Returns: The act with the changes that its reversal has made; `nil` if no override has changed, unless
  ///   the act has deleted features.
  package mutating func revert(
    _ act: OverrideAct,
    _ direction: History.Direction,
    _ signature: OverrideAct.Signature
  ) -> RevertedAct? {
    let goals = act.goals(direction, at: signature.date)
    record(direction.kind(of: act), goals, signature)
    expired += act.expired(direction, at: signature.date)
    let changes = acts.last?.changes ?? []
    guard !changes.isEmpty || act.kind == .delete else { return nil }
    return RevertedAct(act, direction, changes, expired: expired)
  }

  private mutating func record(
    _ kind: OverrideAct.Kind,
    _ changes: [Feature.Name: Override?],
    _ signature: OverrideAct.Signature
  ) {
    let sorted = changes.sorted { $0.key.rawValue < $1.key.rawValue }
    record(kind, sorted.map { ($0.key, $0.value) }, signature, id: OverrideAct.newID())
  }

  private mutating func record(
    _ kind: OverrideAct.Kind,
    _ changes: [(Feature.Name, Override?)],
    _ signature: OverrideAct.Signature,
    id: String
  ) {
    var recorded: [OverrideAct.Change] = []
    for (name, to) in changes {
      let from = overrides[name]
      overrides[name] = to
      if from != to || kind == .delete {
        recorded.append(OverrideAct.Change(feature: name, from: from, to: to))
      }
    }
    // An undo without a difference is recorded, because it determines the next act to undo.
    guard !recorded.isEmpty || kind.isReversal else { return }
    var signature = signature
    signature.date = signature.date.inWholeSeconds
    acts.append(OverrideAct(id: id, signature, kind, recorded))
  }
}

extension OverrideAct.Kind {
  fileprivate var isReversal: Bool {
    switch self {
    case .undo, .redo: true
    case .change, .delete, .bisection, .expiry, .edit: false
    }
  }
}
