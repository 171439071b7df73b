import Dashboard
import FeatureFlags
import Files
import Text

import struct FoundationEssentials.Date

/// Applies a change of overrides for a command, and prints the new state of each feature.
///
/// If the command selects several features, those that refuse the change are listed, and the others
/// are changed.
struct OverrideCommand {
  private let context: CommandContext
  /// The lifetime and the note of the overrides; `nil` for a reset.
  private let options: OverrideOptions?
  /// Whether the change is only printed.
  private let isDryRun: Bool

  private var console: Console { context.console }
  private var store: FlagStore { context.setup.store }

  init(_ context: CommandContext, _ options: OverrideOptions? = nil, isDryRun: Bool) {
    self.context = context
    self.options = options
    self.isDryRun = isDryRun
  }

  /// What a command does to the override of one feature.
  enum Step: Hashable {
    case set([OverrideChoice])
    case reset
  }

  /// Loads the features, changes the selected ones, and prints the new state of each.
  ///
  /// - Parameters:
  ///   - selection: The operands and options that select features; `nil` for all features.
  ///   - includesRemoved: Whether an override of a feature that is not in the source can also be
  ///     selected.
  ///   - isIncluded: Whether a selected feature is changed; by default all are.
  ///   - step: Returns the step for a feature.
  /// - Throws: `source`, `store` or `lookUp`; `negative` if one of several features refused the
  ///   change.
  func apply(
    to selection: FeatureSelection?,
    includesRemoved: Bool = false,
    where isIncluded: (Feature) -> Bool = { _ in true },
    _ step: (Feature) throws(FlagStoreError) -> Step
  ) async throws(Failure) {
    try await open()
    let others = includesRemoved ? store.orphans : []
    let selected = try selection?.features(in: store, besides: others) ?? store.features + others
    let features = selected.filter(isIncluded)
    var changes: [PlannedOverride] = []
    var refusals: [FlagStoreError] = []
    for feature in features {
      do throws(FlagStoreError) {
        changes.append(try PlannedOverride(feature, try step(feature), options))
      } catch {
        guard features.count > 1 else { throw .store(error) }
        refusals.append(error)
      }
    }
    let (all, isPattern) = (changes.count, selection?.isPattern(for: features) ?? true)
    // A glob can select very many features, so that unchanged features are counted instead of printed.
    if isPattern { changes.removeAll(where: \.isUnchanged) }
    try perform(changes)
    for refusal in refusals { Console.fail("\(refusal)") }
    let unchanged = all - changes.count
    if unchanged > 0 || features.count > 1 && (isPattern || !refusals.isEmpty) {
      let parts =
        ["\(changes.count) \(isDryRun ? "would change" : "changed")"]
        + (unchanged > 0 ? ["\(unchanged) unchanged"] : [])
        + (refusals.isEmpty ? [] : ["\(refusals.count) refused"])
      console.remark(parts.joined(separator: ", "))
    }
    if all == 0, includesRemoved, refusals.isEmpty { console.remark(Self.nothingToReset) }
    if !refusals.isEmpty { throw .negative }
  }

  private static let nothingToReset = "There is no override to reset."

  /// Loads the features, clears all overrides, and prints the new state of each feature.
  ///
  /// - Throws: `source` or `store`.
  func resetAll() async throws(Failure) {
    try await open()
    var changes: [PlannedOverride] = []
    for feature in store.features.filter({ $0.override != nil }) + store.orphans {
      changes.append(try mapError(PlannedOverride(feature, .reset), to: Failure.store))
    }
    if changes.isEmpty { console.remark(Self.nothingToReset) }
    guard !isDryRun else { return try perform(changes) }
    try mapError(store.resetAll(), to: Failure.store)
    for change in changes { context.printState(of: change.feature.name) }
    try context.reportConflicts()
  }

  private func open() async throws(Failure) {
    context.warnOfBisection()
    try await context.openForChange()
  }

  /// Applies the changes and prints the new states; with `--dry-run` only prints the changes.
  private func perform(_ changes: [PlannedOverride]) throws(Failure) {
    guard !isDryRun else {
      for change in changes { console.say(change.text) }
      return
    }
    try mapError(store.applyAndWait(update(changes)), to: Failure.store)
    for change in changes { context.printState(of: change.feature.name) }
    try context.reportConflicts()
  }

  /// The changes as one update, which is one entry of the history and is undone in one step.
  private func update(_ changes: [PlannedOverride]) -> OverrideRequest {
    let names = changes.map(\.feature.name)
    let step = changes.first?.step
    if let step, changes.allSatisfy({ $0.step == step }) {
      return switch step {
      case .set(let choices):
        .set(choices, for: names, lifetime: options?.lifetime, note: options?.note)
      case .reset: .reset(names)
      }
    }
    let now = Date()
    var overrides: [Feature.Name: Override?] = [:]
    for change in changes {
      var override = change.after.override
      override?.date = now.inWholeSeconds
      override?.author = context.program.environment.author
      if let lifetime = options?.lifetime {
        override?.lifetime = lifetime.starting(at: now)
        override?.session = lifetime == .session ? .sessionLeader : nil
      }
      overrides.updateValue(override, forKey: change.feature.name)
    }
    return .assign(overrides)
  }
}

/// A validated change of one feature by a command.
struct PlannedOverride {
  /// The feature before the change.
  let feature: Feature
  let step: OverrideCommand.Step
  /// The feature after the change; its override still has the author and the time of the former
  /// override.
  let after: Feature

  /// Computes the feature after the change.
  ///
  /// - Throws: `refused` with the reason if the feature does not support the change.
  init(
    _ feature: Feature,
    _ step: OverrideCommand.Step,
    _ options: OverrideOptions? = nil
  ) throws(FlagStoreError) {
    self.feature = feature
    self.step = step
    var after = feature
    switch step {
    case .set(let choices):
      do throws(OverrideError) {
        for choice in choices {
          after = after.overridden(by: try after.override(after: choice))
        }
        if let options, var override = after.override {
          if let lifetime = options.lifetime { override.lifetime = lifetime }
          if let note = options.note { override.setNote(note) }
          after = after.overridden(by: override)
        }
      } catch {
        throw .refused(feature.name, error)
      }
    case .reset: after = feature.overridden(by: nil)
    }
    self.after = after
  }

  /// Whether the feature already has this override, regardless of its author and time.
  var isUnchanged: Bool { feature.override.parts == after.override.parts }

  /// A description of the change, such as `New Cart: Disabled → Enabled`.
  var text: String {
    guard !feature.isRemoved else { return "\(feature.name): override → reset" }
    var (old, new) = (feature.stateAndVariables, after.stateAndVariables)
    if old == new, !isUnchanged { (old, new) = (feature.commandText, after.commandText) }
    return "\(feature.name): " + (old == new ? "\(old), unchanged" : "\(old) → \(new)")
  }
}

extension Override? {
  /// The override without its time and its author; `nil` for an override without effect.
  fileprivate var parts: Override? {
    guard var override = self, !override.isEmpty else { return nil }
    (override.date, override.author) = (nil, nil)
    return override
  }
}

extension CommandContext {
  /// Prints the state of a feature and whether it is overridden; if the source no longer has the
  /// feature, prints that its override was reset.
  func printState(of name: Feature.Name) {
    guard let feature = setup.store.feature(named: name) else {
      return console.say("\(name): reset")
    }
    console.say("\(name): \(feature.commandText)")
    warnOfCaveats(of: feature)
  }

  /// Warns if apps may not get the result that the override of a feature forces.
  func warnOfCaveats(of feature: Feature) {
    for caveat in setup.store.caveats(of: feature) { console.warn("\(feature.name): \(caveat)") }
  }
}

extension Feature {
  /// The state with overridden variables, and the mark and the note of an override, as a command
  /// prints it.
  fileprivate var commandText: String {
    guard isOverridden, let override else { return stateAndVariables }
    let now = Date()
    let note = override.note.map { " (\($0.shortened(to: 40)))" } ?? ""
    return stateAndVariables + ", " + override.mark(.system(at: now), now: now) + note
  }

  fileprivate var stateAndVariables: String {
    let isValue = type == .value || hasValues
    let variables = isValue ? [] : override?.variableTexts { $0.shortened(to: 40) } ?? []
    return ([stateText] + variables).joined(separator: ", ")
  }
}
