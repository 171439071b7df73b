import Locking

import struct FoundationEssentials.Date

extension FlagStore {
  /// All active overrides by feature name, including those of features that the configuration does
  /// not have.
  package var activeOverrides: [Feature.Name: Override] {
    state.withLock { state in
      state.overriddenNames.reduce(into: [:]) { $0[$1] = state.overrides.active($1) }
    }
  }

  /// Creates a preset of all active overrides; session overrides become overrides that apply until they are
  /// reset, and an expiry becomes the time for which the override was set.
  ///
  /// - Parameters:
  ///   - name: The name of the preset.
  ///   - description: The description of the preset; `nil` for none.
  ///   - source: The name of the source, without secrets.
  /// - Returns: The preset, which is not saved yet.
  package func preset(named name: String?, description: String? = nil, source: String?) -> Preset {
    Preset(
      name: name,
      description: description,
      source: source,
      created: stamp.date,
      author: author,
      overrides: activeOverrides.forPreset(at: now())
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
    let (inputs, evaluator, context) = state.withLock { state in
      var names = Set(preset.overrides.keys).union(preset.states.keys)
      if isReplacing { names.formUnion(state.overriddenNames) }
      let inputs = names.map { ($0, state.feature(named: $0), state.overrides.active($0)) }
      return (inputs, state.evaluator, state.context)
    }
    let planner = PresetPlanner(
      preset: preset,
      evaluator: evaluator,
      context: context,
      stamp: stamp,
      now: now()
    )
    let steps = inputs.map { name, feature, active in
      planner.step(for: name, feature, active: active, isReplacing: isReplacing)
    }
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
    state.withLock { $0.setSession(plan.sessionOverrides) }
    return plan
  }

  /// Returns a copy of the store in memory, which has the features and overrides of this moment and no
  /// observers; changes of one store do not affect the other.
  package func copy() -> FlagStore {
    let copy = FlagStore(
      storage: nil,
      isReadOnly: true,
      author: author,
      program: program,
      session: session,
      now: now,
      draw: draw
    )
    let state = state.withLock { $0.copy() }
    copy.state.withLock { $0 = state }
    return copy
  }

  /// The current time in whole seconds, as files store it, and the author of the store.
  private var stamp: LocalOverride.Stamp {
    LocalOverride.Stamp(date: now().inWholeSeconds, author: author)
  }
}
