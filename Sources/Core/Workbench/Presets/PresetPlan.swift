package import FeatureFlags

package import struct FoundationEssentials.Date

/// The changes that a preset would make to the overrides of a store when it is applied.
package struct PresetPlan: Hashable, Sendable {
  /// The effect of the preset on one override.
  package struct Step: Hashable, Sendable {
    package let key: OverrideKey
    package let outcome: Outcome
    /// The feature before the change; `nil` if the source has no such feature.
    package let before: Feature?
    /// The feature after the change; `nil` if the source has no such feature.
    package let after: Feature?
    /// The override after the change; `nil` for none.
    package let override: Override?

    package var name: Feature.Name { key.feature }
  }

  /// The effect of a preset on one feature.
  package enum Outcome: Hashable, Sendable {
    /// The override of the preset is set, and replaces the active override, if any.
    case set
    /// An override is set to restore the state in the report, because the feature would otherwise have
    /// another state.
    case forced
    /// The feature already has the override of the preset, or the state in the report.
    case unchanged
    /// The active override is reset, because the preset has no override for the feature.
    case reset
    /// The source has no such feature; the override is stored until the source has it.
    case storedWithoutFeature
    /// The source has no such feature, so that the state in the report cannot be restored.
    case missingFeature
    /// The override of the preset expired at the given time, and is not applied.
    case expired(Date)
    /// The feature does not allow the override.
    case refused(OverrideError)
    /// The report contains a state that no override can force.
    case unforceable
  }

  /// The steps, sorted by their keys.
  package let steps: [Step]

  /// The new overrides that differ from the present ones; `nil` resets an override.
  package var changes: [OverrideKey: Override?] {
    var changes: [OverrideKey: Override?] = [:]
    for step in steps where step.outcome.isChange { changes[step.key] = .some(step.override) }
    return changes
  }

  /// The overrides by which the preset applies until the program exits; an empty override resets an
  /// override.
  ///
  /// The overrides of unchanged features are included, so that a later change of the persisted override
  /// has no effect.
  var sessionOverrides: [OverrideKey: Override] {
    var overrides: [OverrideKey: Override] = [:]
    for step in steps where step.outcome.isChange || step.outcome == .unchanged {
      overrides[step.key] = step.override ?? Override()
    }
    return overrides
  }

  /// Whether the preset changes nothing, and none of its overrides is already active.
  package var appliesNothing: Bool {
    steps.allSatisfy { !$0.outcome.isChange && ($0.outcome != .unchanged || $0.override == nil) }
  }

  /// The number of steps with one of the outcomes that the closure selects.
  package func count(where isIncluded: (Outcome) -> Bool) -> Int {
    steps.count { isIncluded($0.outcome) }
  }
}

extension PresetPlan.Outcome {
  /// Whether the step changes the override of the feature.
  package var isChange: Bool {
    switch self {
    case .set, .forced, .reset, .storedWithoutFeature: true
    case .unchanged, .missingFeature, .expired, .refused, .unforceable: false
    }
  }

  /// Whether a part of the preset is not applied, so that the user has to be informed.
  package var isOmission: Bool {
    switch self {
    case .missingFeature, .expired, .refused, .unforceable: true
    case .set, .forced, .unchanged, .reset, .storedWithoutFeature: false
    }
  }
}

extension FlagStore {
  /// Creates a preset of all active overrides.
  ///
  /// Session overrides become overrides that apply until they are reset, and an expiry is replaced by
  /// the duration for which the override was set.
  ///
  /// - Parameters:
  ///   - name: The name of the preset; `nil` for a preset that is not saved under a name.
  ///   - description: The description of the preset; `nil` for none.
  ///   - source: The name of the source, without secrets.
  /// - Returns: The preset, which is not saved yet.
  package func preset(named name: String?, description: String? = nil, source: String?) -> Preset {
    let signature = signature()
    return Preset(
      name: name,
      description: description,
      source: source,
      created: signature.date.inWholeSeconds,
      author: author,
      overrides: activeOverrides.forPreset(at: signature.date)
    )
  }

  /// Computes the changes that a preset would make, without applying it.
  ///
  /// - Parameters:
  ///   - preset: The preset to apply.
  ///   - isReplacing: Whether overrides that are not in the preset are reset. A report
  ///     always resets the features that it lists without an override.
  ///   - scope: The scope of the overrides that are reset; `nil` for all scopes.
  /// - Returns: The effect on each override.
  package func plan(
    _ preset: Preset,
    isReplacing: Bool,
    only scope: OverrideScope? = nil
  ) -> PresetPlan {
    var keys = Set(preset.overrides.keys).union(preset.states.keys.map { OverrideKey($0) })
    let present = overrideSnapshot(Set(keys.map(\.feature)))
    if isReplacing {
      keys.formUnion(present.overrides.keys.filter { scope == nil || $0.scope == scope })
    }
    let planner = PresetPlanner(preset: preset, present: present, signature: signature())
    let steps = keys.map { planner.step(for: $0, isReplacing: isReplacing) }
    return PresetPlan(steps: steps.sorted { $0.key < $1.key })
  }

  /// Applies a preset until the program exits; nothing is saved.
  ///
  /// The overrides of the preset have precedence over the persisted overrides of the same features, even
  /// if other programs change the persisted overrides later. A part that cannot be applied is left out.
  ///
  /// - Returns: The effect on each feature.
  @discardableResult
  package func applyUntilExit(_ preset: Preset) -> PresetPlan {
    let plan = plan(preset, isReplacing: false)
    applyUntilExit(plan.sessionOverrides)
    return plan
  }
}
