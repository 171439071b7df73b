import struct FoundationEssentials.Date

extension FlagStore {
  /// What the lock of a store protects; every change of it tells the listeners.
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
    /// The overrides that the workspace keeps.
    var overrides: [Feature.Name: Override] = [:]
    /// Tells when the first of them ends.
    var alarm: Alarm?
    /// What was decided and is not in the workspace, yet or ever.
    private var unsaved: [Feature.Name: StagedChange] = [:]
    private var lastNumber = 0
    /// The number of what was saved last of each feature.
    private var savedNumbers: [Feature.Name: Int] = [:]
    /// What stands until the program ends, in place of what is kept.
    private var session: [Feature.Name: Override] = [:]
    /// The overrides of a file that is only followed, which stand above all others.
    var followed: [Feature.Name: Override] = [:]
    /// Whether there is a configuration, without which no override is known to be an orphan.
    private var hasLoaded = false
    /// The overrides without a feature, as last published.
    private var publishedOrphans: [Feature.Name: Override] = [:]
    private var revision = 0
    private var listeners: [Int: AsyncStream<FlagChange>.Continuation] = [:]
    private var nextListener = 0

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

    func isOverridden(_ name: Feature.Name) -> Bool { override(of: name) != nil }

    /// The overrides of features that the configuration does not have.
    ///
    /// They have no effect, and apply again when the configuration has their features again. There
    /// are none before a configuration is loaded.
    var orphans: [Feature.Name: Override] {
      guard hasLoaded else { return [:] }
      let names = Set(overrides.keys).union(unsaved.keys).union(session.keys)
      var orphans: [Feature.Name: Override] = [:]
      for name in names where index[name] == nil { orphans[name] = own(name).standing }
      return orphans
    }

    /// The features whose overrides could not be saved, and are not yet.
    var unsavedNames: Set<Feature.Name> { Set(failed.keys) }

    var overriddenNames: Set<Feature.Name> {
      Set(overrides.keys).union(unsaved.keys).union(session.keys).filter { isOverridden($0) }
    }

    private func override(of name: Feature.Name) -> Override? {
      followed[name] ?? own(name).standing
    }

    private func own(_ name: Feature.Name) -> OwnOverride {
      let kept = unsaved[name].map(\.override) ?? overrides[name]
      return OwnOverride(kept: kept, session: session[name])
    }

    /// What was decided here about a feature, as far as it goes with it and has not ended.
    func own(of feature: Feature, at now: Date) -> OwnOverride {
      var own = own(feature.name)
      if own.kept?.isExpired(at: now) == true { own.kept = nil }
      own.kept = own.kept.map(feature.adapted)
      own.session = own.session.map(feature.adapted)
      return own
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
    mutating func load(
      _ loaded: [Feature],
      evaluator: any FlagEvaluator,
      origin: Origin?
    ) {
      self.evaluator = evaluator
      self.origin = origin
      let allocator = evaluator.allocator(for: context)
      let before = features
      features = loaded
      index = Dictionary(minimumCapacity: loaded.count)
      for (position, loadedFeature) in loaded.enumerated() {
        guard index[loadedFeature.name] == nil else { continue }
        var feature = loadedFeature
        feature.override = override(of: feature.name).map(feature.adapted)
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
      tell(.loaded(FlagDifference(from: before, to: features)))
    }

    /// Removes the features that are not in the index, because another one has their name.
    private mutating func removeDuplicates() {
      features = features.enumerated().filter { index[$1.name]?.position == $0 }.map(\.element)
      for (position, feature) in features.enumerated() {
        index[feature.name] = Entry(feature, at: position)
      }
    }

    mutating func delete(_ names: Set<Feature.Name>) {
      for name in names {
        overrides[name] = nil
        unsaved[name] = nil
        session[name] = nil
      }
      load(features.filter { !names.contains($0.name) }, evaluator: evaluator, origin: origin)
    }

    /// Puts decisions in effect that the workspace is to keep.
    ///
    /// - Parameters:
    ///   - decided: What stands about each feature now.
    ///   - isUnsaved: Whether there is a workspace, which has not kept it yet.
    /// - Returns: What has to be saved.
    mutating func put(
      _ decided: [Feature.Name: OwnOverride],
      isUnsaved: Bool
    ) -> [Feature.Name: StagedChange] {
      lastNumber += 1
      let staged = decided.mapValues { StagedChange(override: $0.kept, number: lastNumber) }
      for (name, own) in decided {
        session[name] = own.session
        unsaved[name] = isUnsaved ? staged[name] : nil
        if !isUnsaved { overrides[name] = own.kept }
      }
      refresh(decided.keys)
      return staged
    }

    /// Puts decisions in effect that end with the program.
    mutating func keepForSession(_ decided: [Feature.Name: OwnOverride]) {
      for (name, own) in decided { session[name] = own.session }
      refresh(decided.keys)
    }

    /// Whether a change is newer than what was saved of a feature.
    func isNews(_ change: StagedChange, of name: Feature.Name) -> Bool {
      change.number > savedNumbers[name] ?? 0
    }

    /// What was to be saved and could not be, and was not decided anew since.
    var failed: [Feature.Name: StagedChange] { unsaved.filter { $0.value.hasFailed } }

    mutating func fail(_ changes: [Feature.Name: StagedChange]) {
      for (name, change) in changes where unsaved[name]?.number == change.number {
        unsaved[name]?.hasFailed = true
      }
    }

    /// Takes over the overrides of a file, and tells which features that changes.
    ///
    /// - Parameters:
    ///   - overrides: What is replaced.
    ///   - saved: What the file has. What has ended is left out, and told by itself.
    ///   - changes: What the file has now because it was decided here.
    ///   - now: The time.
    mutating func replace(
      _ overrides: WritableKeyPath<State, [Feature.Name: Override]>,
      with saved: [Feature.Name: Override],
      settling changes: [Feature.Name: StagedChange] = [:],
      at now: Date
    ) {
      let before = self[keyPath: overrides]
      self[keyPath: overrides] = before.standing(at: now)
      refresh(before.keys, .end)
      // What was decided since stands, also where it is the same: others may be saved before it.
      for (name, change) in changes {
        savedNumbers[name] = change.number
        if unsaved[name]?.number == change.number { unsaved[name] = nil }
      }
      self[keyPath: overrides] = saved.standing(at: now)
      // What was decided here is in effect since it was decided, and is no news now.
      refresh(Set(before.keys).union(saved.keys), .others)
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
        let override = override(of: name).map(feature.adapted)
        guard feature.override != override else { continue }
        features[position].override = override
        if override?.rules != feature.override?.rules {
          features[position].allocateForcedRules(by: evaluator.allocator(for: context))
        }
        index[name] = Entry(features[position], at: position)
        changed.append(features[position])
      }
      let mayHaveOrphans = positions.contains(nil) || !publishedOrphans.isEmpty
      let hasOtherOrphans = mayHaveOrphans && publishOrphans()
      if !changed.isEmpty || hasOtherOrphans { tell(.overridden(changed), cause) }
    }

    /// Notes the overrides without a feature; returns whether they differ from before.
    @discardableResult
    private mutating func publishOrphans() -> Bool {
      let before = publishedOrphans
      publishedOrphans = orphans
      return publishedOrphans != before
    }

    mutating func add(_ listener: AsyncStream<FlagChange>.Continuation) -> Int {
      nextListener += 1
      listeners[nextListener] = listener
      return nextListener
    }

    mutating func remove(listener: Int) {
      listeners[listener] = nil
    }

    mutating func takeListeners() -> [AsyncStream<FlagChange>.Continuation] {
      defer { listeners = [:] }
      return Array(listeners.values)
    }

    private mutating func tell(_ kind: FlagChange.Kind, _ cause: FlagChange.Cause = .call) {
      revision += 1
      let change = FlagChange(revision: revision, kind: kind, cause: cause)
      for listener in listeners.values { listener.yield(change) }
    }
  }
}
