import struct FoundationEssentials.Date

/// The overrides of a store, by precedence: followed, session, unsaved, persisted.
struct OverrideLayers {
  /// The overrides of a followed storage, which take precedence over all others.
  var followed: [Feature.Name: Override] = [:]
  /// The overrides that apply until the program ends, in place of the persisted ones.
  private var session: [Feature.Name: Override] = [:]
  /// The changes that are not in the storage, because they are queued or could not be saved.
  private(set) var unsaved: [Feature.Name: UnsavedOverride] = [:]
  /// The overrides of the storage when it was last read or written.
  var persisted: [Feature.Name: Override] = [:]
  private var lastNumber = 0

  /// The override of a feature that applies.
  func active(_ name: Feature.Name) -> Override? { followed[name] ?? local(name).active }

  /// The overrides of a feature that this program made or read from its storage.
  func local(_ name: Feature.Name) -> LocalOverride {
    let persisted = unsaved[name].map(\.override) ?? persisted[name]
    return LocalOverride(persisted: persisted, session: session[name])
  }

  /// The features that may have an override that this program made or read from its storage.
  var localNames: Set<Feature.Name> {
    Set(persisted.keys).union(unsaved.keys).union(session.keys)
  }

  /// The features whose last change could not be saved, and is not saved yet.
  var failedNames: Set<Feature.Name> { Set(unsaved.filter(\.value.hasFailed).keys) }

  /// Replaces the overrides of some features.
  ///
  /// - Parameters:
  ///   - overrides: The overrides of this program by feature.
  ///   - isPersistent: Whether there is a storage, which does not have the changes yet.
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

  /// Replaces the overrides of some features that apply until the program ends.
  mutating func setSession(_ overrides: [Feature.Name: LocalOverride]) {
    for (name, local) in overrides { session[name] = local.session }
  }

  /// Removes the overrides of features that are deleted; a storage still has them.
  mutating func forget(_ names: Set<Feature.Name>) {
    for name in names {
      persisted[name] = nil
      unsaved[name] = nil
      session[name] = nil
    }
  }

  /// Drops changes from the unsaved ones, because the storage has them now.
  ///
  /// Newer changes stay unsaved even if they are equal: another writer may be persisted in between.
  mutating func settle(_ changes: [Feature.Name: UnsavedOverride]) {
    for (name, change) in changes where unsaved[name]?.number == change.number {
      unsaved[name] = nil
    }
  }

  /// Marks changes as failed, unless newer ones have replaced them.
  mutating func fail(_ changes: [Feature.Name: UnsavedOverride]) {
    for (name, change) in changes where unsaved[name]?.number == change.number {
      unsaved[name]?.hasFailed = true
    }
  }
}

/// A change of one override that the storage does not have.
struct UnsavedOverride {
  /// The new override; `nil` resets the feature.
  let override: Override?
  /// Counts the changes of the store, and tells equal changes apart.
  let number: Int
  /// Whether an attempt to save the change has failed.
  var hasFailed = false
}
