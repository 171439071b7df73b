import Files
import Locking

import struct FoundationEssentials.Date

extension FlagStore {
  /// The state of a store, which its lock protects; each change is published to the observers.
  struct State {
    var features: [Feature] = []
    private var names = NameTable()
    /// The look-up results of each feature, in the order of `features`.
    var entries: [Entry] = []
    var assignments: [Feature.Name: Double] = [:]
    /// The evaluator of the loaded features, with the overrides of the features on which others depend;
    /// before the first load, a ``BiasEvaluator``.
    private(set) var evaluator: any FlagEvaluator = BiasEvaluator()
    /// The names of the features that depend on others.
    private(set) var dependents: [Feature.Name] = []
    /// The way in which the configuration was obtained; `nil` if it is unknown.
    private(set) var origin: Origin?
    /// The default user, for whom the evaluations of all features are cached.
    var context: EvaluationContext
    /// The overrides of the program and of the storage that the store follows.
    var overrides = OverrideLayers()
    /// The timer that fires at the earliest expiry among the persisted overrides; `nil` if none
    /// expires.
    var expiryTimer: ExpiryTimer?
    /// Whether a configuration was loaded; before that, overrides without a feature are not
    /// orphans.
    private(set) var hasLoaded = false
    /// The overrides without a feature, as they were last published.
    private(set) var publishedOrphans: [OverrideKey: Override] = [:]
    private var revision = 0
    /// Publishes each change while the lock of the store is held, so that observers must be fast and
    /// must not use the store (deadlock).
    private(set) var changes = Publisher<StoreChange>()

    init(context: EvaluationContext) {
      self.context = context
    }

    /// Returns a copy without the observers and the timer of this state.
    func copy() -> Self {
      var copy = self
      copy.changes = Publisher()
      copy.expiryTimer = nil
      return copy
    }

    /// Returns the index of the feature with the given name; `nil` if the configuration has none.
    func position(of name: Feature.Name) -> Int? { names.position(of: name, in: features) }

    func feature(named name: Feature.Name) -> Feature? {
      position(of: name).map { features[$0] }
    }

    func isOverridden(_ name: Feature.Name) -> Bool { !overrides.keys(of: name).isEmpty }

    /// The overrides of features that the configuration does not have.
    ///
    /// The overrides have no effect until the configuration has their features again. Before a
    /// configuration is loaded there are no orphans.
    var orphans: [OverrideKey: Override] {
      guard hasLoaded else { return [:] }
      var orphans: [OverrideKey: Override] = [:]
      for key in overrides.localKeys where position(of: key.feature) == nil {
        orphans[key] = overrides.local(key).active
      }
      return orphans
    }

    /// The names of the features whose overrides could not be saved yet.
    var unsavedNames: Set<Feature.Name> { overrides.failedNames }

    var overriddenKeys: Set<OverrideKey> {
      overrides.localKeys.filter { overrides.active($0) != nil }
    }

    /// Returns the persisted override and the session override of a feature and a scope, with the values of
    /// variables converted to their types; an expired persisted override is omitted.
    func local(of feature: Feature, _ scope: OverrideScope, at now: Date) -> LocalOverride {
      var local = overrides.local(OverrideKey(feature.name, for: scope))
      if local.persisted?.isExpired(at: now) == true { local.persisted = nil }
      local.persisted = local.persisted.map(feature.adapted)
      local.session = local.session.map(feature.adapted)
      return local
    }

    /// Edits persisted overrides, and returns the results; skips overrides that are missing or have expired.
    func edited(
      _ keys: [OverrideKey],
      at now: Date,
      _ edit: (inout Override) -> Void
    ) -> [OverrideKey: LocalOverride] {
      var changed: [OverrideKey: LocalOverride] = [:]
      for key in keys {
        var local = overrides.local(key)
        guard var override = local.persisted, !override.isExpired(at: now) else { continue }
        edit(&override)
        local.persisted = override
        changed[key] = local
      }
      return changed
    }

    /// Adds assignments, which replace earlier ones of the same features.
    mutating func adopt(assignments new: [Feature.Name: Double]) {
      // Copies the smaller dictionary into the larger one.
      if assignments.count <= new.count {
        assignments = new.merging(assignments) { new, _ in new }
      } else {
        assignments.merge(new) { $1 }
      }
    }

    /// Replaces the features of the store; the first of duplicate names wins.
    ///
    /// The array of the loaded features is shared until one of them gets an assignment or override,
    /// because a copy of very many features doubles the memory.
    ///
    /// - Parameters:
    ///   - loaded: The new features, without overrides.
    ///   - known: The indexes of the new features by name; `nil` if they are not known.
    ///   - evaluator: The evaluator of the new features.
    ///   - origin: The way in which the configuration was obtained; `nil` if it is unknown.
    ///   - observer: The number of an observer to which the change is not published; `nil` for none.
    /// - Returns: The change.
    @discardableResult
    mutating func load(
      _ loaded: [Feature],
      names known: NameTable? = nil,
      evaluator: any FlagEvaluator,
      origin: Origin?,
      exceptFor observer: Int? = nil
    ) -> StoreChange {
      self.evaluator = evaluator
      self.origin = origin
      dependents = evaluator.dependents
      // The features of a preview were not published, so that no observer knows them.
      let before = hasLoaded ? features : []
      activate(loaded, names: known)
      hasLoaded = true
      publishOrphans()
      return publish(.loaded(FlagDifference(from: before, to: features)), except: observer)
    }

    private mutating func activate(_ loaded: [Feature], names known: NameTable?) {
      features = loaded
      if let known { names = known } else { indexNames() }
      forceDependencies()
      let allocator = evaluator.allocator(for: context, count: loaded.count)
      entries = []
      entries.reserveCapacity(features.count)
      // Biases allocate users only for tests: the other features, of which there may be very many, are
      // skipped.
      let evaluatesAll = !overrides.isEmpty || !(evaluator is BiasEvaluator)
      for position in features.indices {
        if evaluatesAll || features[position].mayDiffer {
          evaluate(position, by: allocator)
        }
        entries.append(features[position].flagEntry ?? Entry(features[position]))
      }
    }

    /// Passes the active overrides to the evaluator if features depend on others.
    mutating func forceDependencies() {
      guard !dependents.isEmpty else { return }
      let overridden = overrides.names.compactMap { feature(named: $0).map(withOverrides) }
      evaluator = evaluator.forcing(overridden.filter { !$0.overrides.isEmpty })
    }

    /// Forgets that a configuration was loaded, if all its features were deleted.
    mutating func forgetLoad() {
      // Another thread may have loaded features since, or the deletion may have failed.
      guard features.isEmpty else { return }
      hasLoaded = false
      publishedOrphans = [:]
    }

    /// Activates the first features of a configuration whose rest is still being parsed, without
    /// publishing a change.
    mutating func preview(_ loaded: [Feature]) {
      activate(loaded, names: nil)
      revision += 1
      publishedOrphans = [:]
    }

    /// Returns the feature with all its overrides, of which that of the default user is selected.
    private func withOverrides(_ feature: Feature) -> Feature {
      let everyone = overrides.active(feature.name).map(feature.adapted)
      guard let scoped = overrides.scoped(feature.name) else {
        return feature.overridden(by: everyone)
      }
      var all = scoped.mapValues(feature.adapted)
      all[.everyone] = everyone
      var feature = feature
      feature.setOverrides(
        FeatureOverrides(all, hasKinds: evaluator.hasContextKinds),
        for: context
      )
      return feature
    }

    /// Sets the overrides of a loaded feature, and applies the allocation of the default user.
    private mutating func evaluate(_ position: Int, by allocator: FlagAllocator) {
      let loaded = features[position]
      var feature = withOverrides(loaded)
      if loaded.definition.usesAssignment, loaded.assignment == nil {
        feature.assignment = assignments[loaded.name]
      }
      feature.allocate(by: allocator)
      // Stores the feature only if it has changed: the first write copies the shared array.
      if feature != loaded { features[position] = feature }
    }

    /// Finds the index of each name, and removes each feature that has the name of an earlier
    /// feature.
    private mutating func indexNames() {
      names = NameTable(capacity: features.count)
      let repeated = features.indices.filter { position in
        names.insert(features[position].name, at: position, in: features) != nil
      }
      guard !repeated.isEmpty else { return }
      let removed = Set(repeated)
      features = features.indices.filter { !removed.contains($0) }.map { features[$0] }
      names = NameTable(capacity: features.count)
      for position in features.indices {
        _ = names.insert(features[position].name, at: position, in: features)
      }
    }

    /// Removes features and their overrides from the state.
    ///
    /// - Parameters:
    ///   - names: The names of the features.
    ///   - signature: The signature of the operation that removes the overrides from a storage; `nil`
    ///     saves no operation.
    mutating func delete(_ names: Set<Feature.Name>, _ signature: OverrideOperation.Signature?) {
      let keys = names.flatMap { name in
        Set([OverrideKey(name)] + overrides.keys(of: name))
      }
      let bases = overrides.bases(of: keys)
      overrides.forget(keys)
      if let signature {
        let resets = Dictionary(uniqueKeysWithValues: keys.map { ($0, LocalOverride()) })
        overrides.set(resets, signature, .delete, bases: bases)
      }
      load(features.filter { !names.contains($0.name) }, evaluator: evaluator, origin: origin)
    }

    /// Records the overrides without a feature, and returns whether they have changed.
    @discardableResult
    mutating func publishOrphans() -> Bool {
      let before = publishedOrphans
      publishedOrphans = orphans
      return publishedOrphans != before
    }

    @discardableResult
    mutating func publish(
      _ kind: StoreChange.Kind,
      _ cause: StoreChange.Cause = .call,
      orphans: [OverrideKey: Override]? = nil,
      dependents: [Feature] = [],
      except observer: Int? = nil
    ) -> StoreChange {
      revision += 1
      var change = StoreChange(
        revision: revision,
        kind: kind,
        cause: cause,
        orphans: orphans,
        dependents: dependents
      )
      if case .loaded = kind { change.loaded = loaded }
      changes.publish(change, except: observer)
      return change
    }

    /// The active features with the number of the last change.
    var loaded: LoadedFeatures {
      LoadedFeatures(
        revision: revision,
        features: features,
        orphans: publishedOrphans,
        context: context
      )
    }
  }
}

extension FlagStore.State {
  /// Applies new overrides that the program made.
  ///
  /// - Parameters:
  ///   - changed: The new overrides of the program.
  ///   - signature: The signature of the operation that is saved in a storage; `nil` saves no operation.
  ///   - kind: The kind of the operation.
  mutating func set(
    _ changed: [OverrideKey: LocalOverride],
    _ signature: OverrideOperation.Signature?,
    _ kind: OverrideOperation.Kind = .change
  ) {
    overrides.set(changed, signature, kind)
    refresh(changed.keys)
  }

  /// Applies new overrides that are lost when the program exits.
  mutating func setSession(_ changed: [OverrideKey: LocalOverride]) {
    overrides.setSession(changed)
    refresh(changed.keys)
  }

  /// Replaces the overrides of one layer, and publishes the features that changed.
  ///
  /// - Parameters:
  ///   - layer: The layer to replace.
  ///   - stored: The new overrides; expired ones are ignored, and published as a separate change.
  ///   - operations: The operations of this program that were unsaved until now, and that the storage
  ///     now has.
  ///   - now: The current wall clock time.
  ///   - cause: The cause of all changes that `operations` did not make.
  mutating func replace(
    _ layer: WritableKeyPath<OverrideLayers, [OverrideKey: Override]>,
    with stored: [OverrideKey: Override],
    settling operations: [UnsavedOperation] = [],
    at now: Date,
    _ cause: StoreChange.Cause = .others
  ) {
    let before = overrides[keyPath: layer]
    overrides.replace(layer, with: before.unexpired(at: now))
    refresh(before.keys, .expiry)
    overrides.settle(operations)
    overrides.replace(layer, with: stored.unexpired(at: now))
    // Changes by this program are not published again: they have been active since the call that
    // made them. A storage may have refused some of them: that is no change by another program.
    let settled = Set(operations.flatMap { $0.operation.changes.map(\.key) })
    refresh(settled)
    refresh(Set(before.keys).union(stored.keys).subtracting(settled), cause)
  }

  private mutating func refresh(
    _ keys: some Sequence<OverrideKey>,
    _ cause: StoreChange.Cause = .call
  ) {
    var changed: [Int] = []
    let positions = Set(keys.map { position(of: $0.feature) })
    for position in positions.compactMap(\.self).sorted() {
      let feature = features[position]
      let overridden = withOverrides(feature)
      guard !overridden.hasEqualOverrides(to: feature) else { continue }
      features[position] = overridden
      if features[position].needsAllocation(after: feature.override) {
        features[position].allocateForcedRules(
          by: evaluator.allocator(for: context, count: 1)
        )
      }
      entries[position] = Entry(features[position])
      changed.append(position)
    }
    let dependents = changed.isEmpty ? [] : evaluateDependents(except: Set(changed))
    let mayHaveOrphans = positions.contains(nil) || !publishedOrphans.isEmpty
    let hasOtherOrphans = mayHaveOrphans && publishOrphans()
    guard !changed.isEmpty || hasOtherOrphans else { return }
    publish(
      .overridden(changed.map { features[$0] }),
      cause,
      orphans: hasOtherOrphans ? publishedOrphans : nil,
      dependents: dependents
    )
  }

  /// Evaluates again the features that depend on other features.
  ///
  /// - Parameter changed: The positions of the features with changed overrides.
  /// - Returns: The other features whose results have changed.
  private mutating func evaluateDependents(except changed: Set<Int>) -> [Feature] {
    guard !dependents.isEmpty else { return [] }
    forceDependencies()
    let allocator = evaluator.allocator(for: context, count: dependents.count)
    var others: [Feature] = []
    for position in dependents.compactMap({ position(of: $0) }) {
      var feature = features[position]
      feature.allocate(by: allocator)
      guard feature != features[position] else { continue }
      features[position] = feature
      entries[position] = Entry(feature)
      if !changed.contains(position) { others.append(feature) }
    }
    return others
  }
}

/// The features of a store after a load, so that a consumer of the change need not read the store.
public struct LoadedFeatures: Sendable {
  /// The number of the change with which the features became active.
  package let revision: Int
  /// The features with their overrides, in the order of the configuration.
  package let features: [Feature]
  /// The overrides of features that the configuration does not have.
  package let orphans: [OverrideKey: Override]
  /// The default user, for whom the features were evaluated.
  package let context: EvaluationContext

  package init(
    revision: Int,
    features: [Feature],
    orphans: [OverrideKey: Override],
    context: EvaluationContext
  ) {
    self.revision = revision
    self.features = features
    self.orphans = orphans
    self.context = context
  }

  /// Returns the features with the given names, in the order of the configuration.
  package func features(named names: some Sequence<Feature.Name>) -> [Feature] {
    let names = Set(names)
    return names.isEmpty ? [] : features.filter { names.contains($0.name) }
  }
}
