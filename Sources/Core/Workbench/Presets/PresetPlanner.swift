import FeatureFlags

import struct FoundationEssentials.Date

/// Computes the effect of a preset on individual features, without changing a store.
struct PresetPlanner {
  let preset: Preset
  /// The features, the active overrides and the user before the preset is applied.
  let present: FlagStore.OverrideSnapshot
  /// The time and the author of new overrides; overrides of the preset that have expired at this time
  /// are not applied.
  let signature: OverrideOperation.Signature

  private var now: Date { signature.date }

  /// Computes the effect on one override.
  ///
  /// - Parameters:
  ///   - key: The feature and the scope of the override.
  ///   - isReplacing: Whether an override that is not in the preset is reset.
  /// - Returns: The effect, with the feature before and after the change.
  func step(for key: OverrideKey, isReplacing: Bool) -> PresetPlan.Step {
    let active = present.overrides[key]
    let stored = preset.overrides[key].flatMap { $0.isEmpty ? nil : $0.applied(at: now) }
      .map { override in present.features[key.feature].map(override.asValue) ?? override }
    let expiry = stored.flatMap { $0.isExpired(at: now) ? $0.end : nil }
    let (wanted, state) = (expiry == nil ? stored : nil, state(for: key))
    guard let feature = present.features[key.feature].map({ with(active, $0) }) else {
      return stepWithoutFeature(key, wanted, active: active, expiry: expiry, isReplacing)
    }
    func step(_ outcome: PresetPlan.Outcome, _ override: Override?) -> PresetPlan.Step {
      PresetPlan.Step(
        key: key,
        outcome: outcome,
        before: feature,
        after: with(override, feature),
        override: override
      )
    }
    if let wanted, let refusal = feature.refusal(of: wanted) {
      return step(.refused(refusal), active)
    }
    var target = wanted.map { feature.adapted(Self.stated($0, of: feature)) }
    var changed = PresetPlan.Outcome.set
    if let state, !state.matches(with(target, feature)) {
      guard let forced = forcing(state, on: feature, from: target) else {
        return step(.unforceable, active)
      }
      (target, changed) = (forced, .forced)
    }
    guard let target else {
      let isReset = isReplacing || state != nil
      if isReset, active != nil { return step(.reset, nil) }
      return step(expiry.map(PresetPlan.Outcome.expired) ?? .unchanged, active)
    }
    if let active, active.hasSameEffect(as: target) { return step(.unchanged, active) }
    return step(changed, stamped(target))
  }

  /// Returns the override with a variation of a flag, such as `off`, converted to on or off, because
  /// flags have no variations.
  private static func stated(_ override: Override, of feature: Feature) -> Override {
    guard !feature.type.isTest, let variation = override.variation else { return override }
    var override = override
    override.variation = nil
    // Drops the error: the feature does not refuse the override, as was checked before.
    return (try? feature.override(after: .variation(variation), from: override)) ?? override
  }

  private func stepWithoutFeature(
    _ key: OverrideKey,
    _ wanted: Override?,
    active: Override?,
    expiry: Date?,
    _ isReplacing: Bool
  ) -> PresetPlan.Step {
    func step(_ outcome: PresetPlan.Outcome, _ override: Override?) -> PresetPlan.Step {
      PresetPlan.Step(key: key, outcome: outcome, before: nil, after: nil, override: override)
    }
    guard let wanted else {
      if isReplacing, active != nil { return step(.reset, nil) }
      if let expiry { return step(.expired(expiry), active) }
      return step(state(for: key) == nil ? .unchanged : .missingFeature, active)
    }
    if let active, active.hasSameEffect(as: wanted) { return step(.unchanged, active) }
    return step(.storedWithoutFeature, stamped(wanted))
  }

  /// The state that an override has to restore; `nil` for none.
  ///
  /// The state in a report is that of its user. An override for single users that the report contains
  /// restores it for them, and not for everyone.
  private func state(for key: OverrideKey) -> Preset.State? {
    guard key.scope == .everyone,
      !preset.overrides.keys.contains(where: { $0.feature == key.feature && $0 != key })
    else { return nil }
    return preset.states[key.feature]
  }

  private func stamped(_ override: Override) -> Override {
    var override = override
    override.date = now.inWholeSeconds
    override.author = signature.author
    override.note = override.note ?? preset.note
    return override
  }

  /// Returns the feature with another override; `nil` clears the override.
  private func with(_ override: Override?, _ feature: Feature) -> Feature {
    var feature = feature
    let former = feature.override
    feature.override = override
    if feature.needsAllocation(after: former) {
      feature.allocateForcedRules(by: present.evaluator.allocator(for: present.context, count: 1))
    }
    return feature
  }

  /// Returns an override that forces a state; `nil` if no override can force it.
  private func forcing(
    _ state: Preset.State,
    on feature: Feature,
    from base: Override?
  ) -> Override? {
    var override = base ?? Override()
    switch feature.type {
    case .deprecated: return nil
    case .value: break
    case .featureFlag: override.enabled = state.isEnabled
    case .featureTest(.featureFlagAB):
      override.enabled = state.isEnabled
      override.variation = nil
    case .unlockFlag:
      override.enabled = state.isEnabled
      override.unlocked = state.isUnlocked
    case .featureTest:
      override.variation = state.variation ?? override.variation
      override.enabled = nil
      if with(override, feature).state(in: .development).isEnabled != state.isEnabled {
        override.enabled = state.isEnabled
      }
    }
    let current = with(override, feature).state(in: .development)
    for (name, value) in state.variables where current.value(of: name)?.json != value.json {
      override.variables[name] = value
    }
    override = feature.adapted(override)
    guard feature.refusal(of: override) == nil, state.matches(with(override, feature)) else {
      return nil
    }
    return override
  }
}

extension Preset.State {
  /// Returns whether the feature has this state; values of variables are compared as JSON.
  fileprivate func matches(_ feature: Feature) -> Bool {
    let state = feature.state(in: .development)
    guard state.isEnabled == isEnabled || feature.type == .value else { return false }
    if feature.type.isTest, state.variation != variation { return false }
    if let isUnlocked, let found = state.isUnlocked, found != isUnlocked { return false }
    return variables.allSatisfy { name, value in
      let found = state.value(of: name)
      let expected = found.flatMap { value.converted(to: $0.type) } ?? value
      return found?.json == expected.json
    }
  }
}

extension Override {
  /// Returns whether two overrides differ at most in their dates, authors and notes.
  fileprivate func hasSameEffect(as other: Override) -> Bool {
    var (left, right) = (self, other)
    (left.date, left.author, left.note) = (nil, nil, nil)
    (right.date, right.author, right.note) = (nil, nil, nil)
    return left == right
  }
}

extension Override {
  /// Returns the override with a state or a variation as the value of a feature that has neither: the
  /// short form of a value is that of a state or of a variation.
  fileprivate func asValue(of feature: Feature) -> Override {
    guard feature.type == .value,
      let value = enabled.map(VariableValue.boolean) ?? variation.map({ .string($0.rawValue) })
    else { return self }
    var override = self
    (override.enabled, override.variation) = (nil, nil)
    override.variables[FlagDefinition.valueVariable] = value
    return override
  }
}

extension Feature {
  /// Returns the first reason why the feature does not allow an override; `nil` if it allows the whole
  /// override.
  ///
  /// A combination of unlocked and disabled is allowed, because a user can disable a feature after
  /// unlocking it.
  fileprivate func refusal(of override: Override) -> OverrideError? {
    var choices: [OverrideChoice] = []
    if let enabled = override.enabled { choices.append(.enabled(enabled)) }
    if let variation = override.variation { choices.append(.variation(variation)) }
    if override.unlocked != nil { choices.append(.unlocked(false)) }
    choices += override.variables.sorted { $0.key < $1.key }.map { .variable($0, $1) }
    choices += override.rules.sorted { $0.key < $1.key }.map { .rule($0, $1) }
    return choices.lazy
      .compactMap { choice in
        Result { () throws(OverrideError) in try self.override(after: choice, from: nil) }.failure
      }
      .first
  }
}
