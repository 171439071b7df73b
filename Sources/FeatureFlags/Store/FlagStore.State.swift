import struct FoundationEssentials.Date

extension FlagStore {
  /// The state of a store, which its lock protects; each change is published to the listeners.
  struct State {
    private(set) var features: [Feature] = []
    private(set) var index: [Feature.Name: Entry] = [:]
    var assignments: [Feature.Name: Double] = [:]
    /// The evaluator of the features.
    private(set) var evaluator: any FlagEvaluator = BiasEvaluator()
    /// How the configuration was obtained.
    private(set) var origin: Origin?
    /// The default user, for whom the evaluations are cached.
    var context: EvaluationContext
    /// The overrides of this program and of the storage that it follows.
    var overrides = OverrideLayers()
    /// Fires when the first persisted override expires.
    var expiryTimer: ExpiryTimer?
    /// Whether there is a configuration, without which no override is known to be an orphan.
    private var hasLoaded = false
    /// The overrides without a feature, as last published.
    private var publishedOrphans: [Feature.Name: Override] = [:]
    private var revision = 0
    private var listeners: [Int: Listener] = [:]
    private var nextListener = 0

    /// Receives the changes of a store while its lock is held.
    struct Listener: Sendable {
      let receive: @Sendable (FlagChange) -> Void
      /// Called when the store is released.
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
    /// They have no effect, and apply again when the configuration has their features again. There
    /// are none before a configuration is loaded.
    var orphans: [Feature.Name: Override] {
      guard hasLoaded else { return [:] }
      var orphans: [Feature.Name: Override] = [:]
      for name in overrides.localNames where index[name] == nil {
        orphans[name] = overrides.local(name).active
      }
      return orphans
    }

    /// The features whose overrides could not be saved, and are not saved yet.
    var unsavedNames: Set<Feature.Name> { overrides.failedNames }

    var overriddenNames: Set<Feature.Name> { overrides.localNames.filter { isOverridden($0) } }

    /// The overrides of a feature that this program made, without what has expired or what the
    /// feature does not allow any more.
    func local(of feature: Feature, at now: Date) -> LocalOverride {
      var local = overrides.local(feature.name)
      if local.persisted?.isExpired(at: now) == true { local.persisted = nil }
      local.persisted = local.persisted.map(feature.adapted)
      local.session = local.session.map(feature.adapted)
      return local
    }

    /// Replaces the features; the first of duplicate names wins.
    ///
    /// The storage of the loaded features is shared until one of them gets an assignment or override,
    /// because a copy of very many features takes as much memory as they do.
    ///
    /// - Parameters:
    ///   - loaded: The features, without overrides.
    ///   - evaluator: The evaluator of the features.
    ///   - origin: How the configuration was obtained.
    /// - Returns: The difference from the features before.
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

    /// Removes the features that are not in the index, because another one has their name.
    private mutating func removeDuplicates() {
      features = features.enumerated().filter { index[$1.name]?.position == $0 }.map(\.element)
      for (position, feature) in features.enumerated() {
        index[feature.name] = Entry(feature, at: position)
      }
    }

    /// Removes features and their overrides.
    ///
    /// - Parameters:
    ///   - names: The features.
    ///   - isPersistent: Whether a storage still has the overrides, and is to be written.
    mutating func delete(_ names: Set<Feature.Name>, isPersistent: Bool) {
      overrides.forget(names)
      if isPersistent {
        let resets = names.map { ($0, LocalOverride()) }
        overrides.set(Dictionary(uniqueKeysWithValues: resets), isPersistent: true)
      }
      load(features.filter { !names.contains($0.name) }, evaluator: evaluator, origin: origin)
    }

    /// Applies overrides of this program.
    ///
    /// - Parameters:
    ///   - changed: The new overrides by feature.
    ///   - isPersistent: Whether there is a storage, which does not have the changes yet.
    mutating func set(_ changed: [Feature.Name: LocalOverride], isPersistent: Bool) {
      overrides.set(changed, isPersistent: isPersistent)
      refresh(changed.keys)
    }

    /// Applies overrides that end with the program.
    mutating func setSession(_ changed: [Feature.Name: LocalOverride]) {
      overrides.setSession(changed)
      refresh(changed.keys)
    }

    /// Replaces the overrides of one layer, and reports which features that changes.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - stored: The new overrides. Expired ones are left out, and reported separately.
    ///   - changes: The changes of this program that the storage has now.
    ///   - now: The time of the wall clock.
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
      // Reports no change of this program: each of them has been active since the call that made it.
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

    /// Notes the overrides without a feature; returns whether they differ from before.
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
