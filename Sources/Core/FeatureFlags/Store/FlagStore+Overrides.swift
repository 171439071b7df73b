import Locking

import struct FoundationEssentials.Date

extension FlagStore {
  /// Changes the overrides of features, and blocks the calling thread until the change is saved.
  ///
  /// The override is active, and published to the stream of changes, before it is saved. In
  /// asynchronous code call ``update(_:)`` instead, which blocks no thread.
  ///
  /// - Parameters:
  ///   - choice: The change of each feature's override.
  ///   - names: The names of the features.
  ///   - isSaved: Whether the workspace persists the override; otherwise it applies until the
  ///     program exits.
  /// - Throws: `unknownFeature` or `refused`, in which case nothing is changed; `notSaved`, in which
  ///   case the override applies until the program exits or a retry saves it.
  public func override(
    _ choice: OverrideChoice,
    for names: [Feature.Name],
    isSaved: Bool = true
  ) throws(FlagStoreError) {
    try applyAndWait(.set([choice], for: names, isSaved: isSaved))
  }

  /// Applies several changes to the overrides of features in one step; if one change is refused,
  /// none is applied.
  ///
  /// - Parameters:
  ///   - choices: The changes of each feature's override, in order.
  ///   - names: The names of the features.
  ///   - isSaved: Whether the workspace persists the overrides; otherwise they apply until the
  ///     program exits.
  /// - Throws: `unknownFeature` or `refused`, in which case nothing is changed; `notSaved`, in which
  ///   case the overrides apply until the program exits or a retry saves them.
  public func override(
    _ choices: [OverrideChoice],
    for names: [Feature.Name],
    isSaved: Bool = true
  ) throws(FlagStoreError) {
    try applyAndWait(.set(choices, for: names, isSaved: isSaved))
  }

  /// Clears all overrides of features, and blocks the calling thread until the reset is saved.
  ///
  /// - Throws: `unknownFeature`, in which case nothing is changed; `notSaved`, in which case the reset
  ///   applies until the program exits or a retry saves it.
  public func reset(_ names: [Feature.Name]) throws(FlagStoreError) {
    try applyAndWait(.reset(names))
  }

  /// Clears all overrides, and blocks the calling thread until the reset is saved.
  ///
  /// Overrides of features that the configuration no longer has are also cleared.
  ///
  /// - Throws: `notSaved`, in which case the reset applies until the program exits or a retry saves it.
  public func resetAll() throws(FlagStoreError) {
    try applyAndWait(.resetAll)
  }

  /// Removes features and their overrides, and blocks the calling thread until the change is saved.
  ///
  /// The next load restores the features that the configuration still has. Assignments are not
  /// removed, so that each user gets the same variations as before.
  ///
  /// - Throws: `unknownFeature`, in which case nothing is changed; `notSaved` if the workspace still has
  ///   the overrides.
  public func delete(_ names: [Feature.Name]) throws(FlagStoreError) {
    try applyAndWait(.delete(names))
  }

  /// Reads the overrides of the workspace again, and blocks the calling thread; other programs may
  /// have changed them.
  ///
  /// - Throws: `notRead` if the overrides cannot be read; the active overrides remain.
  public func reloadOverrides() throws(FlagStoreError) {
    try mapError(writer?.readAndWait(), to: FlagStoreError.notRead)
  }

  /// Applies a change of overrides, and suspends the calling task until the change is saved.
  ///
  /// ```swift
  /// let store = FlagStore()
  /// try store.load(Configuration(features: [Feature(name: "New Cart")]))
  /// try await store.update(.set([.enabled(true)], for: ["New Cart"]))
  /// ```
  ///
  /// - Throws: `unknownFeature` or `refused`, in which case nothing is changed; `notSaved`, in which
  ///   case the change applies until the program exits or a retry saves it.
  public func update(_ change: OverrideRequest) async throws(FlagStoreError) {
    try activate(change)
    if change.isSaved { try await flush() }
  }

  /// Suspends the calling task until all changes are saved or an attempt to save has failed.
  ///
  /// - Throws: `notSaved` if a change could not be saved; retries continue.
  public func flush() async throws(FlagStoreError) {
    try await mapError(awaiting: await writer?.flush(), to: FlagStoreError.notSaved)
  }

  /// Applies a change of overrides, and saves it in the background; ``saveStatuses()`` reports a
  /// failure.
  ///
  /// - Throws: `unknownFeature` or `refused`, in which case nothing is changed.
  package func apply(_ change: OverrideRequest) throws(FlagStoreError) {
    try activate(change)
    if change.isSaved { writer?.save() }
  }

  /// Applies a change of overrides, and blocks the calling thread until the change is saved.
  ///
  /// - Throws: `unknownFeature` or `refused`, in which case nothing is changed; `notSaved`, in which
  ///   case the change applies until the program exits or a retry saves it.
  package func applyAndWait(_ change: OverrideRequest) throws(FlagStoreError) {
    try activate(change)
    guard change.isSaved else { return }
    try mapError(writer?.saveAndWait(), to: FlagStoreError.notSaved)
  }
}

// MARK: Status

extension FlagStore {
  /// The names of the features whose overrides could not be saved yet.
  package var unsavedNames: Set<Feature.Name> { state.withLock { $0.unsavedNames } }

  /// Returns a stream of statuses: the current one if features are unsaved, one for each later failure
  /// to save, and one for each change of the set of unsaved features.
  ///
  /// The stream ends when the store is released, or immediately for a store without a workspace.
  package func saveStatuses() -> AsyncStream<OverrideSaveStatus> {
    writer?.statuses() ?? AsyncStream { $0.finish() }
  }
}

// MARK: Publishing

extension FlagStore {
  /// Encodes all active overrides in the format of `overrides.json`, for programs that follow the
  /// store over the network.
  ///
  /// Overrides of features that the configuration does not have are included.
  package func overridesDocument() -> [UInt8] {
    OverridesFile.write(activeOverrides, source: nil)
  }
}

// MARK: Changing the state

extension FlagStore {
  /// Makes a change of overrides active, without saving it; the caller requests the save.
  private func activate(_ change: OverrideRequest) throws(FlagStoreError) {
    let signature = signature()
    switch change {
    case .set([], let names, let scope, isSaved: true, let lifetime, let note):
      try edit(names, scope, signature) {
        if let note { $0.setNote(note) }
        guard let lifetime else { return }
        $0.setLifetime(lifetime.starting(at: signature.date), session: session)
        // Presets store the time from this date to the expiry as the duration of the override.
        $0.date = signature.date.inWholeSeconds
      }
    case .set(let choices, let names, let scope, let isSaved, let lifetime, let note):
      let stamp = LocalOverride.Stamp(
        date: signature.date,
        author: author,
        lifetime: lifetime,
        session: session,
        note: note
      )
      try setNow(choices, for: names, scope, isSaved: isSaved, stamp, signature)
    case .assign(let overrides, let preset):
      var signature = signature
      signature.preset = preset
      assign(overrides, signature, .change)
    case .bisect(let overrides): assign(overrides, signature, .bisection)
    case .undo(let overrides, let operation): assign(overrides, signature, .undo(operation))
    case .reset(let names, let scope):
      try requireKnown(names)
      state.withLock { reset($0.overrides.keys(of: names, scope), in: &$0, signature) }
    case .resetAll: state.withLock { reset($0.overriddenKeys, in: &$0, signature) }
    case .endSession:
      state.withLock {
        reset($0.overrides.keys(ownedBy: session), in: &$0, signature, .expiry)
      }
    case .delete(let names):
      try requireKnown(names)
      state.withLock { $0.delete(Set(names), isReadOnly ? nil : saved(signature)) }
    }
  }

  /// Returns the signature (time, author and program) of a change that is made now.
  package func signature() -> OverrideOperation.Signature {
    OverrideOperation.Signature(date: now(), author: author, program: program)
  }

  /// Returns the signature of an operation that will be saved; `nil` if the store has no storage, so that no
  /// operation is saved.
  private func saved(_ signature: OverrideOperation.Signature) -> OverrideOperation.Signature? {
    writer == nil ? nil : signature
  }

  private func assign(
    _ overrides: [OverrideKey: Override?],
    _ signature: OverrideOperation.Signature,
    _ kind: OverrideOperation.Kind
  ) {
    state.withLock { state in
      let changed = overrides.mapValues { override in
        LocalOverride(persisted: override?.isEmpty == true ? nil : override?.inStoredPrecision)
      }
      state.set(changed, saved(signature), kind)
    }
  }

  /// Edits the persisted overrides of features for one scope; features without one are unchanged.
  private func edit(
    _ names: [Feature.Name],
    _ scope: OverrideScope,
    _ signature: OverrideOperation.Signature,
    _ edit: (inout Override) -> Void
  ) throws(FlagStoreError) {
    try requireKnown(names)
    let keys = names.map { OverrideKey($0, for: scope) }
    state.withLock { state in
      state.set(state.edited(keys, at: signature.date, edit), saved(signature))
    }
  }

  private func setNow(
    _ choices: [OverrideChoice],
    for names: [Feature.Name],
    _ scope: OverrideScope,
    isSaved: Bool,
    _ stamp: LocalOverride.Stamp,
    _ signature: OverrideOperation.Signature
  ) throws(FlagStoreError) {
    for name in names { _ = try requiredFeature(named: name) }
    try state.withLock { state throws(FlagStoreError) in
      var changed: [OverrideKey: LocalOverride] = [:]
      for name in names {
        guard let feature = state.feature(named: name) else {
          throw .unknownFeature(name, nearest: [])
        }
        let local = state.local(of: feature, scope, at: signature.date)
        changed[OverrideKey(name, for: scope)] = try mapError(
          local.after(choices, on: feature, isSaved: isSaved, stamp: stamp)
        ) { (error: OverrideError) in FlagStoreError.refused(name, error) }
      }
      if isSaved {
        state.set(changed, saved(signature))
      } else {
        state.setSession(changed)
      }
    }
  }

  private func reset(
    _ keys: some Sequence<OverrideKey>,
    in state: inout State,
    _ signature: OverrideOperation.Signature,
    _ kind: OverrideOperation.Kind = .change
  ) {
    let resets = Dictionary(keys.map { ($0, LocalOverride()) }) { $1 }
    guard !resets.isEmpty else { return }
    state.set(resets, saved(signature), kind)
  }

  /// Validates that each name belongs to a feature, or to an override without a feature.
  ///
  /// - Throws: `unknownFeature` for the first unknown name.
  private func requireKnown(_ names: [Feature.Name]) throws(FlagStoreError) {
    for name in names where !state.withLock({ $0.isOverridden(name) }) {
      _ = try requiredFeature(named: name)
    }
  }
}

/// A change of the overrides of a store.
public enum OverrideRequest: Hashable, Sendable {
  /// Applies the given changes, in their order, to the override of each feature; if a feature refuses a
  /// change, nothing is changed.
  ///
  /// The overrides hold for the users of the scope `only`, by default for everyone.
  ///
  /// With `isSaved: false` the overrides apply until the program exits. Without a lifetime, an existing
  /// override keeps its lifetime, and a new override applies until it is reset. Without a note, an
  /// existing override keeps its note; the note "" removes it. Without a change, only the lifetime and the
  /// note of existing overrides are replaced; features without one are unchanged.
  case set(
    [OverrideChoice],
    for: [Feature.Name],
    only: OverrideScope = .everyone,
    isSaved: Bool = true,
    lifetime: Override.Lifetime? = nil,
    note: String? = nil
  )
  /// Replaces overrides by the given ones, or clears them with `nil`.
  ///
  /// The overrides are not validated, so that any former state can be restored. Names without a
  /// feature are stored too: they apply when the configuration has the feature again. `preset` is the name
  /// of the preset that the change applies; `nil` for any other change.
  case assign([OverrideKey: Override?], preset: String? = nil)
  /// Replaces overrides like `assign`, for a bisection, so that undo skips the change.
  case bisect([OverrideKey: Override?])
  /// Replaces overrides like `assign`, with those before the operation that has the given identifier: redo
  /// restores the operation.
  case undo([OverrideKey: Override?], operation: String)
  /// Clears the overrides with the lifetime `session` that the process of the store owns.
  case endSession
  /// Clears the overrides of features for one scope, or for all scopes with `nil`, including those that the
  /// configuration no longer has.
  case reset([Feature.Name], only: OverrideScope? = nil)
  /// Clears the overrides of all features, including those that the configuration no longer has.
  case resetAll
  /// Removes features and their overrides until the next load; assignments remain.
  case delete([Feature.Name])
}

extension OverrideRequest {
  /// Whether the change is persisted, instead of applying until the program exits.
  var isSaved: Bool {
    switch self {
    case .set(_, _, _, let isSaved, _, _): isSaved
    case .assign, .bisect, .undo, .reset, .resetAll, .endSession, .delete: true
    }
  }
}
