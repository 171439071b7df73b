import Dashboard
import Documents
import FeatureFlags
import Text
import Workbench

import struct FoundationEssentials.Date

/// Applies a preset to the features of a source for a command, and prints each change.
struct PresetApplication {
  let context: CommandContext

  /// Loads the features, and applies the preset as one operation (one entry of the history).
  ///
  /// - Parameters:
  ///   - preset: The preset to apply.
  ///   - only: The users for whom the overrides of the preset apply, as they were typed; `nil` for those
  ///     of the preset.
  ///   - isReplacing: Whether overrides that the preset does not have are reset.
  ///   - isDryRun: Whether the changes are only printed.
  ///   - isJSON: Whether the changes are printed as JSON.
  /// - Throws: `source` or `store`; `negative` if a feature refuses its override of the preset, or if no
  ///   override of the preset can be applied.
  func apply(
    _ preset: Preset,
    only: String?,
    isReplacing: Bool,
    isDryRun: Bool,
    isJSON: Bool
  ) async throws(Failure) {
    try await context.openForChange()
    let store = context.setup.store
    let scope = try context.scope(only)
    let preset = scope.map(preset.only) ?? preset
    let plan = store.plan(preset, isReplacing: isReplacing, only: scope)
    if !isDryRun, !plan.changes.isEmpty {
      try mapError(
        store.applyAndWait(.assign(plan.changes, preset: preset.name)),
        to: Failure.store
      )
    }
    let clock = WallClock.system(at: Date())
    if isJSON {
      context.console.write(json: report(plan, isDryRun: isDryRun, clock).json)
    } else {
      for step in plan.steps {
        if step.outcome.isOmission {
          context.console.warn(step.text(clock))
        } else if step.outcome.isChange {
          context.console.say(step.text(clock))
        }
      }
      context.console.say((isDryRun ? "Dry run: " : "") + plan.summary)
    }
    if let note = plan.sessionNote(of: preset) { context.console.remark(note) }
    try context.reportConflicts()
    if plan.count(where: \.isRefusal) > 0 || plan.appliesNothing { throw .negative }
  }

  private func report(_ plan: PresetPlan, isDryRun: Bool, _ clock: WallClock) -> ChangeReport {
    var report = ChangeReport(context.setup.store)
    report.isDryRun = isDryRun
    report.changes = plan.changes.sorted { $0.key < $1.key }.map { key, override in
      let step = plan.steps.first { $0.key == key }
      return .init(key, from: step?.before?.override(of: key.scope), to: override)
    }
    report.refusals = plan.steps.filter(\.outcome.isOmission).map { ($0.key, $0.change(clock)) }
    return report
  }

  /// Applies a preset to the loaded features until the program exits, and warns of overrides without an
  /// effect.
  ///
  /// - Parameters:
  ///   - name: The name, the path or the URL of the preset; `nil` applies none.
  ///   - options: The options that select the source.
  /// - Throws: `preset` or `source`, if the preset cannot be read; `negative` if a feature refuses its
  ///   override of the preset.
  func applyUntilExit(_ name: String?, _ options: SourceOptions) async throws(Failure) {
    guard let name else { return }
    let preset = try await PresetReader(context, options).read(name, file: nil)
    let store = context.setup.store
    let plan = store.applyUntilExit(preset)
    for step in plan.steps where step.outcome == .storedWithoutFeature {
      let known = store.features.lazy.map(\.name.rawValue)
      let nearest = NameSuggestions.suggestions(for: step.name.rawValue, among: known)
      context.console.warn(
        "the preset has \"\(step.name)\", which the source does not have"
          + NameSuggestions.hint(nearest)
      )
    }
    let clock = WallClock.system(at: Date())
    for step in plan.steps where step.outcome.isOmission { context.console.warn(step.text(clock)) }
    if plan.count(where: \.isRefusal) > 0 { throw .negative }
  }
}
