import struct FoundationEssentials.Date

extension FlagStore.State {
  /// Applies new overrides that the program made.
  ///
  /// - Parameters:
  ///   - changed: The new overrides of the program, by feature name.
  ///   - signature: The signature of the act that is saved in a storage; `nil` saves no act.
  ///   - kind: The kind of the act.
  mutating func set(
    _ changed: [Feature.Name: LocalOverride],
    _ signature: OverrideAct.Signature?,
    _ kind: OverrideAct.Kind = .change
  ) {
    overrides.set(changed, signature, kind)
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
  ///   - acts: The acts of the program that were unsaved until now, and that the storage has now.
  ///   - now: The current wall clock time.
  ///   - cause: The cause of all changes that `acts` did not make.
  mutating func replace(
    _ layer: WritableKeyPath<OverrideLayers, [Feature.Name: Override]>,
    with stored: [Feature.Name: Override],
    settling acts: [UnsavedAct] = [],
    at now: Date,
    _ cause: StoreChange.Cause = .others
  ) {
    let before = overrides[keyPath: layer]
    overrides[keyPath: layer] = before.unexpired(at: now)
    refresh(before.keys, .expiry)
    overrides.settle(acts)
    overrides[keyPath: layer] = stored.unexpired(at: now)
    // Changes by this program are not published again: they have been active since the call that
    // made them. A storage may have refused some of them: that is no change by another program.
    let settled = Set(acts.flatMap { $0.act.changes.map(\.feature) })
    refresh(settled)
    refresh(Set(before.keys).union(stored.keys).subtracting(settled), cause)
  }

  private mutating func refresh(
    _ names: some Sequence<Feature.Name>,
    _ cause: StoreChange.Cause = .call
  ) {
    var changed: [Int] = []
    let positions = names.map { position(of: $0) }
    for position in positions.compactMap(\.self).sorted() {
      let feature = features[position]
      let name = feature.name
      let override = overrides.active(name).map(feature.adapted)
      guard feature.override != override else { continue }
      features[position].override = override
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

  /// Evaluates the features that depend on others again.
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
