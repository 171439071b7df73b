import struct FoundationEssentials.Date

extension FlagStore {
  /// The state of a store, which its lock protects; each change is published to the listeners.
  struct State {
    private(set) var features: [Feature] = []
    private(set) var index: [Feature.Name: Entry] = [:]
    var assignments: [Feature.Name: Double] = [:]
    /// The evaluator of the loaded features; before the first load, a ``BiasEvaluator``.
    private(set) var evaluator: any FlagEvaluator = BiasEvaluator()
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
    private var hasLoaded = false
    /// The overrides without a feature when they were last published.
    private var publishedOrphans: [Feature.Name: Override] = [:]
    private var revision = 0
    private var listeners: [Int: Listener] = [:]
    private var nextListener = 0

    /// Receives the changes of a store while its lock is held, so that it must be fast and must not
    /// use the store (deadlock).
    struct Listener: Sendable {
      let receive: @Sendable (FlagChange) -> Void
      /// Called once, when the store is released.
      var finish: @Sendable () -> Void = {}
    }

    init(context: EvaluationContext) {
      self.context = context
    }

    func feature(named name: Feature.Name) -> Feature? {
      index[name].map { features[$0.position] }
    }

    func isEnabled(_ name: Feature.Name, in build: Build) -> Bool {
      guard let entry = index[name] else { return false }
      return build == .development ? entry.isEnabled : entry.isEnabledInRelease
    }

    func isOverridden(_ name: Feature.Name) -> Bool { overrides.active(name) != nil }

    /// The overrides of features that the configuration does not have.
    ///
    /// The overrides have no effect until the configuration has their features again. Before a
    /// configuration is loaded there are no orphans.
    var orphans: [Feature.Name: Override] {
      guard hasLoaded else { return [:] }
      var orphans: [Feature.Name: Override] = [:]
      for name in overrides.localNames where index[name] == nil {
        orphans[name] = overrides.local(name).active
      }
      return orphans
    }

    /// The names of the features whose overrides could not be saved yet.
    var unsavedNames: Set<Feature.Name> { overrides.failedNames }

    var overriddenNames: Set<Feature.Name> { overrides.localNames.filter { isOverridden($0) } }

    /// Returns the overrides of a feature that the program made, without parts that have expired or
    /// that the feature no longer allows.
    func local(of feature: Feature, at now: Date) -> LocalOverride {
      var local = overrides.local(feature.name)
      if local.persisted?.isExpired(at: now) == true { local.persisted = nil }
      local.persisted = local.persisted.map(feature.adapted)
      local.session = local.session.map(feature.adapted)
      return local
    }

    /// Replaces the features of the store; the first of duplicate names wins.
    ///
    /// The array of the loaded features is shared until one of them gets an assignment or override,
    /// because a copy of very many features doubles the memory.
    ///
    /// - Parameters:
    ///   - loaded: The new features, without overrides.
    ///   - evaluator: The evaluator of the new features.
    ///   - origin: The way in which the configuration was obtained; `nil` if it is unknown.
    /// - Returns: The difference between the former and the new features.
    @discardableResult
    mutating func load(
      _ loaded: [Feature],
      evaluator: any FlagEvaluator,
      origin: Origin?
    ) -> FlagDifference {
      self.evaluator = evaluator
      self.origin = origin
      let allocator = evaluator.allocator(for: context, count: loaded.count)
      let before = features
      features = loaded
      index = Dictionary(minimumCapacity: loaded.count)
      for (position, loadedFeature) in loaded.enumerated() {
        guard index[loadedFeature.name] == nil else { continue }
        var feature = loadedFeature
        feature.override = overrides.active(feature.name).map(feature.adapted)
        if feature.definition.usesAssignment, feature.assignment == nil {
          feature.assignment = assignments[feature.name]
        }
        feature.allocate(by: allocator)
        index[feature.name] = Entry(feature, at: position)
        if feature != loadedFeature { features[position] = feature }
      }
      if index.count < loaded.count { removeDuplicates() }
      hasLoaded = true
      publishOrphans()
      let difference = FlagDifference(from: before, to: features)
      publish(.loaded(difference))
      return difference
    }

    /// Removes each feature that has the name of an earlier feature; the index contains only the
    /// earlier one.
    private mutating func removeDuplicates() {
      features = features.enumerated().filter { index[$1.name]?.position == $0 }.map(\.element)
      for (position, feature) in features.enumerated() {
        index[feature.name] = Entry(feature, at: position)
      }
    }

    /// Removes features and their overrides from the state.
    ///
    /// - Parameters:
    ///   - names: The names of the features.
    ///   - isPersistent: Whether the overrides also have to be removed from a storage.
    mutating func delete(_ names: Set<Feature.Name>, isPersistent: Bool) {
      overrides.forget(names)
      if isPersistent {
        let resets = names.map { ($0, LocalOverride()) }
        overrides.set(Dictionary(uniqueKeysWithValues: resets), isPersistent: true)
      }
      load(features.filter { !names.contains($0.name) }, evaluator: evaluator, origin: origin)
    }

    /// Applies new overrides that the program made.
    ///
    /// - Parameters:
    ///   - changed: The new overrides of the program, by feature name.
    ///   - isPersistent: Whether the changes have to be saved in a storage.
    mutating func set(_ changed: [Feature.Name: LocalOverride], isPersistent: Bool) {
      overrides.set(changed, isPersistent: isPersistent)
      refresh(changed.keys)
    }

    /// Applies new overrides that are lost when the program exits.
    mutating func setSession(_ changed: [Feature.Name: LocalOverride]) {
      overrides.setSession(changed)
      refresh(changed.keys)
    }

    /// Replaces the overrides of one layer, and publishes the features that changed.
    ///
    /// - Parameters:
    ///   - layer: The layer to replace.
    ///   - stored: The new overrides; expired ones are ignored, and published as a separate change.
    ///   - changes: The unsaved changes of the program that the storage now has.
    ///   - now: The current wall clock time.
    mutating func replace(
      _ layer: WritableKeyPath<OverrideLayers, [Feature.Name: Override]>,
      with stored: [Feature.Name: Override],
      settling changes: [Feature.Name: UnsavedOverride] = [:],
      at now: Date
    ) {
      let before = overrides[keyPath: layer]
      overrides[keyPath: layer] = before.unexpired(at: now)
      refresh(before.keys, .end)
      overrides.settle(changes)
      overrides[keyPath: layer] = stored.unexpired(at: now)
      // Changes by this program are not published again: they have been active since the call that
      // made them.
      refresh(Set(before.keys).union(stored.keys), .others)
    }

    private mutating func refresh(
      _ names: some Sequence<Feature.Name>,
      _ cause: FlagChange.Cause = .call
    ) {
      var changed: [Feature] = []
      let positions = names.map { index[$0]?.position }
      for position in positions.compactMap(\.self).sorted() {
        let feature = features[position]
        let name = feature.name
        let override = overrides.active(name).map(feature.adapted)
        guard feature.override != override else { continue }
        features[position].override = override
        if override?.rules != feature.override?.rules {
          features[position].allocateForcedRules(
            by: evaluator.allocator(for: context, count: 1)
          )
        }
        index[name] = Entry(features[position], at: position)
        changed.append(features[position])
      }
      let mayHaveOrphans = positions.contains(nil) || !publishedOrphans.isEmpty
      let hasOtherOrphans = mayHaveOrphans && publishOrphans()
      if !changed.isEmpty || hasOtherOrphans { publish(.overridden(changed), cause) }
    }

    /// Records the overrides without a feature, and returns whether they have changed.
    @discardableResult
    private mutating func publishOrphans() -> Bool {
      let before = publishedOrphans
      publishedOrphans = orphans
      return publishedOrphans != before
    }

    mutating func add(_ listener: Listener) -> Int {
      nextListener += 1
      listeners[nextListener] = listener
      return nextListener
    }

    mutating func remove(listener: Int) {
      listeners[listener] = nil
    }

    mutating func removeListeners() -> [Listener] {
      defer { listeners = [:] }
      return Array(listeners.values)
    }

    private mutating func publish(_ kind: FlagChange.Kind, _ cause: FlagChange.Cause = .call) {
      revision += 1
      let change = FlagChange(revision: revision, kind: kind, cause: cause)
      for listener in listeners.values { listener.receive(change) }
    }
  }
}
