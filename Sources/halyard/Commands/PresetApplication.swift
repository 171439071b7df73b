import Dashboard
import FeatureFlags
import Frame

/// Applies a preset to the features of a source for a command, and prints each change.
struct PresetApplication {
  let context: CommandContext

  /// Loads the features, and applies the preset as one act (one entry of the history).
  ///
  /// - Parameters:
  ///   - preset: The preset to apply.
  ///   - isReplacing: Whether overrides of features that the preset does not have are reset.
  ///   - isDryRun: Whether the changes are only printed.
  /// - Throws: `source` or `store`; `negative` if a feature does not allow its part of the preset.
  func apply(_ preset: Preset, isReplacing: Bool, isDryRun: Bool) async throws(Failure) {
    try await context.openForChange()
    let store = context.setup.store
    let plan = store.plan(preset, isReplacing: isReplacing)
    if !isDryRun, !plan.changes.isEmpty {
      try mapError(store.applyAndWait(.assign(plan.changes)), to: Failure.store)
    }
    for step in plan.steps {
      if step.outcome.isOmission {
        context.console.warn(step.text)
      } else if step.outcome.isChange {
        context.console.say(step.text)
      }
    }
    context.console.say((isDryRun ? "Dry run: " : "") + plan.summary)
    if let note = plan.sessionNote(of: preset) { context.console.remark(note) }
    try context.reportConflicts()
    if plan.count(where: \.isRefusal) > 0 { throw .negative }
  }
}
