import struct FoundationEssentials.Date

/// The overrides of a store in descending precedence: followed, session, unsaved, persisted.
struct OverrideLayers {
  /// The overrides of the followed storage, with precedence over all others.
  var followed: [Feature.Name: Override] = [:]
  /// The overrides that apply instead of the persisted ones until the program exits.
  private var session: [Feature.Name: Override] = [:]
  /// The changes that the storage does not have, because they are queued or could not be saved.
  private(set) var unsaved: [Feature.Name: UnsavedOverride] = [:]
  /// The overrides that the storage had when it was last read or written.
  var persisted: [Feature.Name: Override] = [:]
  private var lastNumber = 0

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

  /// The names of the features whose last change could not be saved yet.
  var failedNames: Set<Feature.Name> { Set(unsaved.filter(\.value.hasFailed).keys) }

  /// Replaces the overrides that the program made for some features.
  ///
  /// - Parameters:
  ///   - overrides: The new overrides of the program, by feature name.
  ///   - isPersistent: Whether the changes have to be saved in a storage.
  mutating func set(_ overrides: [Feature.Name: LocalOverride], isPersistent: Bool) {
    lastNumber += 1
    for (name, local) in overrides {
      session[name] = local.session
      if isPersistent {
        unsaved[name] = UnsavedOverride(override: local.persisted, number: lastNumber)
      } else {
        persisted[name] = local.persisted
      }
    }
  }

  /// Replaces the overrides of some features in the session, which apply until the program exits.
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

  /// Removes changes from the unsaved ones, because the storage now has them.
  ///
  /// A newer change remains unsaved even if it is equal: another writer may be persisted in
  /// between.
  mutating func settle(_ changes: [Feature.Name: UnsavedOverride]) {
    for (name, change) in changes where unsaved[name]?.number == change.number {
      unsaved[name] = nil
    }
  }

  /// Marks changes as failed, unless newer changes have replaced them.
  mutating func fail(_ changes: [Feature.Name: UnsavedOverride]) {
    for (name, change) in changes where unsaved[name]?.number == change.number {
      unsaved[name]?.hasFailed = true
    }
  }
}

/// A change of one override that the storage does not have yet.
struct UnsavedOverride {
  /// The new override of the feature; `nil` resets the feature.
  let override: Override?
  /// The number of the change in the store, which distinguishes equal changes.
  let number: Int
  /// Whether at least one attempt to save the change has failed.
  var hasFailed = false
}
