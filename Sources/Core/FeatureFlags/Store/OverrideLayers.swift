package import Files

import struct FoundationEssentials.Date

/// The overrides of a store in descending precedence: followed, session, unsaved, persisted.
struct OverrideLayers {
  /// The overrides of the followed storage, with precedence over all others.
  var followed: [OverrideKey: Override] = [:]
  /// The overrides that apply instead of the persisted ones until the program exits.
  private var session: [OverrideKey: Override] = [:]
  /// The changes that the storage does not have, because they are queued or could not be saved.
  private(set) var unsaved: [OverrideKey: UnsavedOverride] = [:]
  /// The operations that made the unsaved changes, the oldest first.
  private(set) var unsavedOperations: [UnsavedOperation] = []
  /// The overrides that the storage had when it was last read or written.
  var persisted: [OverrideKey: Override] = [:]
  /// The scopes besides everyone for which a feature may have overrides.
  private var scopes: [Feature.Name: Set<OverrideScope>] = [:]
  private var lastNumber = 0

  var isEmpty: Bool {
    followed.isEmpty && session.isEmpty && unsaved.isEmpty && persisted.isEmpty
  }

  /// Returns the override that applies for a feature and a scope; `nil` for none.
  func active(_ key: OverrideKey) -> Override? { followed[key] ?? local(key).active }

  /// Returns the override for everyone of a feature; `nil` for none.
  func active(_ name: Feature.Name) -> Override? { active(OverrideKey(name)) }

  /// Returns the overrides of a feature for single scopes; `nil` if there are none.
  ///
  /// An override for everyone of a layer has precedence over those for single scopes of the layers below.
  func scoped(_ name: Feature.Name) -> [OverrideScope: Override]? {
    guard let scopes = scopes[name] else { return nil }
    let everyone = OverrideKey(name)
    var overrides: [OverrideScope: Override] = [:]
    for scope in scopes {
      let key = OverrideKey(name, for: scope)
      overrides[scope] =
        if followed[everyone] != nil {
          followed[key]
        } else if session[everyone] != nil {
          followed[key] ?? session[key]
        } else {
          active(key)
        }
    }
    return overrides.isEmpty ? nil : overrides
  }

  /// The keys of all overrides of a feature.
  func keys(of name: Feature.Name) -> [OverrideKey] {
    ([.everyone] + (scopes[name] ?? [])).map { OverrideKey(name, for: $0) }
      .filter { active($0) != nil }
  }

  /// The keys of the overrides of features for one scope; with `nil`, for all scopes.
  func keys(of names: [Feature.Name], _ scope: OverrideScope?) -> [OverrideKey] {
    names.flatMap { name in scope.map { [OverrideKey(name, for: $0)] } ?? keys(of: name) }
  }

  /// Returns the overrides of a feature and a scope that the program made or read from its storage.
  func local(_ key: OverrideKey) -> LocalOverride {
    let persisted = unsaved[key].map(\.override) ?? persisted[key]
    return LocalOverride(persisted: persisted, session: session[key])
  }

  /// The keys that may have an override of the program or its storage.
  var localKeys: Set<OverrideKey> {
    Set(persisted.keys).union(unsaved.keys).union(session.keys)
  }

  /// The names of the features that may have an override.
  var names: Set<Feature.Name> { Set(localKeys.union(followed.keys).map(\.feature)) }

  /// The keys of the persisted overrides that the given process owns.
  func keys(ownedBy process: ProcessIdentity?) -> [OverrideKey] {
    localKeys.filter { key in
      guard let override = local(key).persisted, let owner = override.session else { return false }
      return owner == process
    }
  }

  /// The names of the features whose last change could not be saved yet.
  var failedNames: Set<Feature.Name> { Set(unsaved.filter(\.value.hasFailed).keys.map(\.feature)) }

  /// Replaces the overrides of a layer.
  mutating func replace(
    _ layer: WritableKeyPath<OverrideLayers, [OverrideKey: Override]>,
    with overrides: [OverrideKey: Override]
  ) {
    self[keyPath: layer] = overrides
    scopes = [:]
    addScopes(of: localKeys)
    addScopes(of: followed.keys)
  }

  private mutating func addScopes(of keys: some Sequence<OverrideKey>) {
    for key in keys where key.scope != .everyone {
      scopes[key.feature, default: []].insert(key.scope)
    }
  }

  /// Replaces some of the overrides that the program made.
  ///
  /// - Parameters:
  ///   - overrides: The new overrides of the program.
  ///   - signature: The signature of the operation that is saved in a storage; `nil` saves no operation.
  ///   - kind: The kind of the operation.
  ///   - bases: The overrides before the operation; `nil` for the current ones.
  mutating func set(
    _ overrides: [OverrideKey: LocalOverride],
    _ signature: OverrideOperation.Signature?,
    _ kind: OverrideOperation.Kind = .change,
    bases: [OverrideKey: Override?]? = nil
  ) {
    let bases = bases ?? self.bases(of: overrides.keys)
    setSession(overrides)
    guard let signature else {
      for (key, local) in overrides { persisted[key] = local.persisted }
      return
    }
    lastNumber += 1
    let operation = OverrideOperation(
      overrides.mapValues(\.persisted),
      signature,
      kind,
      bases: bases
    )
    unsavedOperations.append(UnsavedOperation(operation: operation, number: lastNumber))
    for (key, local) in overrides {
      unsaved[key] = UnsavedOverride(override: local.persisted, number: lastNumber)
    }
  }

  /// Returns the override of each key that the program regards as persisted; `nil` for none.
  func bases(of keys: some Sequence<OverrideKey>) -> [OverrideKey: Override?] {
    var bases: [OverrideKey: Override?] = [:]
    for key in keys { bases.updateValue(local(key).persisted, forKey: key) }
    return bases
  }

  /// Replaces some session overrides, which apply until the program exits.
  mutating func setSession(_ overrides: [OverrideKey: LocalOverride]) {
    for (key, local) in overrides { session[key] = local.session }
    addScopes(of: overrides.keys)
  }

  /// Removes the overrides of deleted features from all layers except the followed one; the storage
  /// is unchanged.
  mutating func forget(_ keys: some Sequence<OverrideKey>) {
    for key in keys {
      persisted[key] = nil
      unsaved[key] = nil
      session[key] = nil
    }
  }

  /// Removes operations that the storage now has from the unsaved operations, and their changes from the
  /// unsaved changes.
  ///
  /// A newer change of the same override remains unsaved even if it is equal: the change of another writer
  /// may be persisted in between.
  mutating func settle(_ operations: [UnsavedOperation]) {
    guard let last = operations.last?.number else { return }
    unsavedOperations.removeAll { $0.number <= last }
    for (key, change) in unsaved where change.number <= last { unsaved[key] = nil }
  }

  /// Marks the changes of operations as failed, unless newer changes have replaced them.
  mutating func fail(_ operations: [UnsavedOperation]) {
    guard let last = operations.last?.number else { return }
    for (key, change) in unsaved where change.number <= last { unsaved[key]?.hasFailed = true }
    for index in unsavedOperations.indices where unsavedOperations[index].number <= last {
      unsavedOperations[index].hasFailed = true
    }
  }
}

/// An operation that the storage does not have yet.
struct UnsavedOperation {
  let operation: OverrideOperation
  /// The number of the operation in the store; later operations have larger numbers.
  let number: Int
  /// Whether at least one attempt to save the operation has failed.
  var hasFailed = false
}

/// A change of one override that the storage does not have yet.
struct UnsavedOverride {
  /// The new override; `nil` resets it.
  let override: Override?
  /// The number of the operation that made the change, which distinguishes equal changes.
  let number: Int
  /// Whether at least one attempt to save the change has failed.
  var hasFailed = false
}

/// The overrides of one feature and scope that the program made: one to persist, and one for the session.
///
/// The two are separate, so that persisting one does not persist the other.
struct LocalOverride {
  /// The override that is persisted, or that will be persisted by the next save; `nil` for none.
  var persisted: Override?
  /// The override that applies instead of the persisted one until the program exits; an empty
  /// override resets it.
  var session: Override?

  /// The override that applies: that of the session, or else the persisted one.
  var active: Override? {
    guard let session else { return persisted }
    return session.isEmpty ? nil : session
  }

  /// Returns the overrides after one or more changes.
  ///
  /// - Parameters:
  ///   - choices: The changes, in order. With `isSaved`, each one changes the persisted override, and
  ///     the session override if there is one; otherwise it changes only the session override.
  ///   - feature: The feature with its active override, against which the changes are validated.
  ///   - isSaved: Whether the result will be persisted, instead of applying in this session only.
  ///   - stamp: The time and the author of the new override, and its lifetime.
  /// - Returns: The new overrides.
  /// - Throws: The error if the feature does not allow a change.
  func after(
    _ choices: [OverrideChoice],
    on feature: Feature,
    isSaved: Bool,
    stamp: Stamp
  ) throws(OverrideError) -> LocalOverride {
    var feature = feature
    var local = self
    if !isSaved, local.session == nil { local.session = persisted ?? Override() }
    for choice in choices {
      if isSaved { local.persisted = try feature.override(after: choice, from: local.persisted) }
      if let session = local.session {
        local.session = try feature.override(after: choice, from: session)
      }
      feature.override = try feature.override(after: choice)
    }
    if isSaved {
      local.persisted?.apply(stamp)
      if local.persisted?.isEmpty == true { local.persisted = nil }
    }
    local.session?.apply(stamp)
    local.session?.lifetime = .session
    local.session?.isOfProgram = true
    return local
  }

  /// The properties of a new override that do not depend on the feature.
  struct Stamp {
    let date: Date
    let author: String?
    /// The lifetime; `nil` keeps the lifetime of an existing override.
    var lifetime: Override.Lifetime?
    /// The process that owns an override with the lifetime `session`, which ends when the process exits.
    var session: ProcessIdentity?
    /// The note; `nil` keeps the note of an existing override, and "" removes it.
    var note: String?
  }
}

extension Override {
  mutating func apply(_ stamp: LocalOverride.Stamp) {
    date = stamp.date.inWholeSeconds
    author = stamp.author
    if let note = stamp.note { setNote(note) }
    if let lifetime = stamp.lifetime {
      setLifetime(lifetime.starting(at: stamp.date), session: stamp.session)
    }
  }

  /// Replaces the note; "" removes it.
  package mutating func setNote(_ note: String) {
    self.note = note.isEmpty ? nil : note
  }

  /// Replaces the lifetime; `session` owns an override with the lifetime `session`.
  package mutating func setLifetime(_ lifetime: Lifetime, session: ProcessIdentity?) {
    self.lifetime = lifetime.inTenths
    self.session = lifetime == .session ? session : nil
  }
}
