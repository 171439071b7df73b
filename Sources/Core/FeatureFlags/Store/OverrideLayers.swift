package import Files

import struct FoundationEssentials.Date

/// The overrides of a store in descending precedence: followed, session, unsaved, persisted.
struct OverrideLayers {
  /// The overrides of the followed storage, with precedence over all others.
  var followed: [Feature.Name: Override] = [:]
  /// The overrides that apply instead of the persisted ones until the program exits.
  private var session: [Feature.Name: Override] = [:]
  /// The changes that the storage does not have, because they are queued or could not be saved.
  private(set) var unsaved: [Feature.Name: UnsavedOverride] = [:]
  /// The operations that made the unsaved changes, the oldest first.
  private(set) var unsavedOperations: [UnsavedOperation] = []
  /// The overrides that the storage had when it was last read or written.
  var persisted: [Feature.Name: Override] = [:]
  private var lastNumber = 0

  var isEmpty: Bool {
    followed.isEmpty && session.isEmpty && unsaved.isEmpty && persisted.isEmpty
  }

  /// Returns the active override of a feature; `nil` for none.
  func active(_ name: Feature.Name) -> Override? { followed[name] ?? local(name).active }

  /// Returns the overrides of a feature that the program made or read from its storage.
  func local(_ name: Feature.Name) -> LocalOverride {
    let persisted = unsaved[name].map(\.override) ?? persisted[name]
    return LocalOverride(persisted: persisted, session: session[name])
  }

  /// The names of the features that may have an override of the program or its storage.
  var localNames: Set<Feature.Name> {
    Set(persisted.keys).union(unsaved.keys).union(session.keys)
  }

  /// The names of the features that may have an override.
  var names: Set<Feature.Name> { localNames.union(followed.keys) }

  /// The names of the features with a persisted override that the given process owns.
  func names(ownedBy process: ProcessIdentity?) -> [Feature.Name] {
    localNames.filter { name in
      guard let override = local(name).persisted, let owner = override.session else { return false }
      return owner == process
    }
  }

  /// The names of the features whose last change could not be saved yet.
  var failedNames: Set<Feature.Name> { Set(unsaved.filter(\.value.hasFailed).keys) }

  /// Replaces the overrides that the program made for some features.
  ///
  /// - Parameters:
  ///   - overrides: The new overrides of the program, by feature name.
  ///   - signature: The signature of the operation that is saved in a storage; `nil` saves no operation.
  ///   - kind: The kind of the operation.
  ///   - bases: The overrides before the operation; `nil` for the current ones.
  mutating func set(
    _ overrides: [Feature.Name: LocalOverride],
    _ signature: OverrideOperation.Signature?,
    _ kind: OverrideOperation.Kind = .change,
    bases: [Feature.Name: Override?]? = nil
  ) {
    let bases = bases ?? self.bases(of: overrides.keys)
    for (name, local) in overrides { session[name] = local.session }
    guard let signature else {
      for (name, local) in overrides { persisted[name] = local.persisted }
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
    for (name, local) in overrides {
      unsaved[name] = UnsavedOverride(override: local.persisted, number: lastNumber)
    }
  }

  /// Returns the override of each feature that the program regards as persisted; `nil` for none.
  func bases(of names: some Sequence<Feature.Name>) -> [Feature.Name: Override?] {
    var bases: [Feature.Name: Override?] = [:]
    for name in names { bases.updateValue(local(name).persisted, forKey: name) }
    return bases
  }

  /// Replaces the session overrides of some features, which apply until the program exits.
  mutating func setSession(_ overrides: [Feature.Name: LocalOverride]) {
    for (name, local) in overrides { session[name] = local.session }
  }

  /// Removes the overrides of deleted features from all layers except the followed one; the storage
  /// is unchanged.
  mutating func forget(_ names: Set<Feature.Name>) {
    for name in names {
      persisted[name] = nil
      unsaved[name] = nil
      session[name] = nil
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
    for (name, change) in unsaved where change.number <= last { unsaved[name] = nil }
  }

  /// Marks the changes of operations as failed, unless newer changes have replaced them.
  mutating func fail(_ operations: [UnsavedOperation]) {
    guard let last = operations.last?.number else { return }
    for (name, change) in unsaved where change.number <= last { unsaved[name]?.hasFailed = true }
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
  /// The new override of the feature; `nil` resets the feature.
  let override: Override?
  /// The number of the operation that made the change, which distinguishes equal changes.
  let number: Int
  /// Whether at least one attempt to save the change has failed.
  var hasFailed = false
}

/// The overrides of one feature that the program made: one to persist, and one for the session.
///
/// The two are separate, so that persisting one does not persist the other.
struct LocalOverride {
  /// The override that is persisted, or that will be persisted by the next save; `nil` for none.
  var persisted: Override?
  /// The override that applies instead of the persisted one until the program exits; an empty
  /// override resets the feature.
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
