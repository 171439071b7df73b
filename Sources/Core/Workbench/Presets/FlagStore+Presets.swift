package import FeatureFlags

import struct FoundationEssentials.Date

extension FlagStore {
  /// Creates a preset of all active overrides; session overrides become overrides that apply until they are
  /// reset, and an expiry becomes the time for which the override was set.
  ///
  /// - Parameters:
  ///   - name: The name of the preset.
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

  /// Computes the changes that applying a preset would make; nothing is changed.
  ///
  /// - Parameters:
  ///   - preset: The preset to apply.
  ///   - isReplacing: Whether the overrides of features that the preset does not have are reset. A
  ///     report always resets the features that it lists without an override.
  /// - Returns: The effect on each feature.
  package func plan(_ preset: Preset, isReplacing: Bool) -> PresetPlan {
    var names = Set(preset.overrides.keys).union(preset.states.keys)
    let present = overridables(names)
    if isReplacing { names.formUnion(present.overrides.keys) }
    let planner = PresetPlanner(preset: preset, present: present, signature: signature())
    let steps = names.map { planner.step(for: $0, isReplacing: isReplacing) }
    return PresetPlan(steps: steps.sorted { $0.name.rawValue < $1.name.rawValue })
  }

  /// Applies a preset until the program exits; nothing is saved.
  ///
  /// The overrides of the preset have precedence over the persisted ones of the same features, whatever
  /// other programs change later. A part that cannot be applied is left out.
  ///
  /// - Returns: The effect on each feature.
  @discardableResult
  package func applyUntilExit(_ preset: Preset) -> PresetPlan {
    let plan = plan(preset, isReplacing: false)
    applyUntilExit(plan.sessionOverrides)
    return plan
  }
}
