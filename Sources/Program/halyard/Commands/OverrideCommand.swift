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
  /// The users for whom overrides are changed, as they were typed; `nil` for everyone, or for all resets.
  private let only: String?
  /// Whether the change is only printed.
  private let isDryRun: Bool
  private let isJSON: Bool

  private var console: Console { context.console }
  private var store: FlagStore { context.setup.store }

  init(_ context: CommandContext, _ options: OverrideOptions, isDryRun: Bool, isJSON: Bool) {
    (self.context, self.options) = (context, options)
    (self.isDryRun, self.isJSON) = (isDryRun, isJSON)
    only = options.only
  }

  /// Creates a command that resets overrides, of the users `only` or, with `nil`, of all.
  init(_ context: CommandContext, only: String?, isDryRun: Bool, isJSON: Bool) {
    (self.context, self.only) = (context, only)
    (self.isDryRun, self.isJSON) = (isDryRun, isJSON)
    options = nil
  }

  /// Loads the features, changes the overrides of the selected ones, and prints the new state of each.
  ///
  /// - Parameters:
  ///   - selection: The operands and options that select features.
  ///   - choices: Returns the changes that set the override of a feature.
  /// - Throws: `source`, `store` or `lookUp`; `negative` if one of several features refused the
  ///   change.
  func set(
    _ selection: FeatureSelection,
    _ choices: (Feature) throws(FlagStoreError) -> [OverrideChoice]
  ) async throws(Failure) {
    try await open()
    let scope = try context.scope(only) ?? .everyone
    let features = try selection.features(in: store).compactMap {
      store.view(of: $0.name, for: scope)
    }
    var changes: [PlannedOverride] = []
    var refusals: [(feature: Feature.Name, error: FlagStoreError)] = []
    for feature in features {
      do throws(FlagStoreError) {
        changes.append(try PlannedOverride(feature, scope, try choices(feature), options))
      } catch {
        guard features.count > 1 else { throw .store(error) }
        refusals.append((feature.name, error))
      }
    }
    let (all, isPattern) = (changes.count, selection.isPattern(for: features))
    // A glob can select very many features, so that unchanged features are counted instead of printed.
    if isPattern { changes.removeAll(where: \.isUnchanged) }
    var report = ChangeReport(store)
    report.refusals = refusals.map { (OverrideKey($0.feature, for: scope), $0.error.reason) }
    try perform(changes.map(\.text), changes.map(\.change), request(changes), report)
    for refusal in refusals { Console.fail("\(refusal.error)") }
    summarise(changes.count, of: all, refused: refusals.count, isPattern: isPattern)
    if !refusals.isEmpty { throw .negative }
  }

  /// Loads the features, resets overrides of the selected ones, and prints the new state of each.
  ///
  /// - Parameters:
  ///   - selection: The operands and options that select features; `nil` for all features.
  ///   - filter: The options that select overrides.
  /// - Throws: `source`, `store` or `lookUp`.
  func reset(_ selection: FeatureSelection?, _ filter: OverrideFilter) async throws(Failure) {
    try await open()
    let scope = try context.scope(only)
    let others = store.orphans
    let features = try selection?.features(in: store, besides: others) ?? store.features + others
    var resets = features.map { PlannedReset($0, scope, where: filter.includes) }
    if selection == nil || !filter.isEmpty { resets.removeAll(where: \.keys.isEmpty) }
    let all = resets.count
    let isPattern = selection?.isPattern(for: features) ?? true
    if isPattern { resets.removeAll(where: \.keys.isEmpty) }
    let keys = resets.flatMap(\.keys)
    let request = OverrideRequest.assign(
      Dictionary(uniqueKeysWithValues: keys.map { ($0, Override?.none) })
    )
    let changes = resets.flatMap { reset in
      reset.keys.map { key in
        OverrideOperation.Change(key, from: reset.feature.override(of: key.scope), to: nil)
      }
    }
    try perform(
      resets.map(\.text),
      isJSON
        ? changes
        : resets.map {
          .init(OverrideKey($0.feature.name, for: scope ?? .everyone), from: nil, to: nil)
        },
      request,
      ChangeReport(store)
    )
    let scoped = Set(keys.map(\.scope)).subtracting(scope.map { [$0] } ?? [.everyone])
    if !scoped.isEmpty { console.remark("\(Number.count(keys.count, "override")) reset") }
    if all == 0 { return console.remark("There is no override to reset.") }
    if selection != nil || !filter.isEmpty {
      summarise(resets.count, of: all, refused: 0, isPattern: isPattern)
    }
  }

  private func summarise(_ changed: Int, of all: Int, refused: Int, isPattern: Bool) {
    let unchanged = all - changed
    guard unchanged > 0 || all + refused > 1 && (isPattern || refused > 0) else { return }
    let parts =
      ["\(changed) \(isDryRun ? "would change" : "changed")"]
      + (unchanged > 0 ? ["\(unchanged) unchanged"] : [])
      + (refused > 0 ? ["\(refused) refused"] : [])
    console.remark(parts.joined(separator: ", "))
  }

  private func open() async throws(Failure) {
    context.warnOfBisection()
    try await context.openForChange()
  }

  /// Applies a change and prints the new states; with `--dry-run` only prints the texts.
  private func perform(
    _ texts: [String],
    _ changes: [OverrideOperation.Change],
    _ request: OverrideRequest,
    _ report: ChangeReport
  ) throws(Failure) {
    if !isDryRun { try mapError(store.applyAndWait(request), to: Failure.store) }
    if isJSON {
      var report = report
      report.isDryRun = isDryRun
      report.changes = isDryRun ? changes : changes.map(stored)
      console.write(json: report.json)
    } else if isDryRun {
      for text in texts { console.say(text) }
    }
    guard !isDryRun else { return }
    for change in changes {
      if isJSON {
        context.warnOfCaveats(of: change.key)
      } else {
        context.printState(of: change.key)
      }
    }
    try context.reportConflicts()
  }

  /// Returns a change with the override that the store has now, with its author and its time.
  private func stored(_ change: OverrideOperation.Change) -> OverrideOperation.Change {
    let feature = store.feature(named: change.feature)
    return .init(change.key, from: change.from, to: feature?.override(of: change.key.scope))
  }

  /// The changes as one request, which is one entry of the history and is undone in one step.
  private func request(_ changes: [PlannedOverride]) -> OverrideRequest {
    if let first = changes.first, changes.allSatisfy({ $0.choices == first.choices }) {
      return .set(
        first.choices,
        for: changes.map(\.key.feature),
        only: first.key.scope,
        lifetime: options?.lifetime,
        note: options?.note
      )
    }
    let now = Date()
    var overrides: [OverrideKey: Override?] = [:]
    for change in changes {
      var override = change.after.override
      override?.date = now.inWholeSeconds
      override?.author = context.program.environment.author
      if let lifetime = options?.lifetime {
        override?.lifetime = lifetime.starting(at: now)
        override?.session = lifetime == .session ? .sessionLeader : nil
      }
      overrides.updateValue(override, forKey: change.key)
    }
    return .assign(overrides)
  }
}

/// The overrides of one feature that a command resets.
struct PlannedReset {
  let feature: Feature
  let keys: [OverrideKey]

  /// Selects the overrides of a feature.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - scope: The scope of the override to reset; `nil` for all scopes.
  ///   - isIncluded: Whether an override is reset.
  init(_ feature: Feature, _ scope: OverrideScope?, where isIncluded: (Override) -> Bool) {
    self.feature = feature
    keys = feature.overrides
      .filter { (scope == nil || $0.scope == scope) && isIncluded($0.override) }
      .map { OverrideKey(feature.name, for: $0.scope) }
      .sorted()
  }

  /// A description of the change, such as `New Cart: Disabled → Enabled`.
  var text: String {
    let scoped = keys.filter { $0.scope != .everyone }
    let list = scoped.isEmpty ? "" : " (\(keys.map(\.scope.description).joined(separator: ", ")))"
    guard !feature.isRemoved else { return "\(feature.name): override → reset\(list)" }
    var after = feature
    if keys.count == feature.overrides.count { after = feature.configured }
    let (old, new) = (feature.stateAndVariables, after.stateAndVariables)
    if old == new, !keys.isEmpty {
      return "\(feature.name): \(feature.commandText) → \(after.commandText)\(list)"
    }
    return "\(feature.name): " + (old == new ? "\(old), unchanged" : "\(old) → \(new)\(list)")
  }
}

/// A validated change of one override by a command.
struct PlannedOverride {
  let key: OverrideKey
  let choices: [OverrideChoice]
  /// The feature before the change, as the users of the scope get it.
  private let feature: Feature
  /// The feature after the change; its override still has the author and the time of the former
  /// override.
  let after: Feature

  /// Computes the feature after the change.
  ///
  /// - Parameters:
  ///   - feature: The feature as the users of the scope get it.
  ///   - scope: The scope of the override.
  ///   - choices: The changes of the override.
  ///   - options: The lifetime and the note of the override.
  /// - Throws: `refused` with the reason if the feature does not support the change.
  init(
    _ feature: Feature,
    _ scope: OverrideScope,
    _ choices: [OverrideChoice],
    _ options: OverrideOptions?
  ) throws(FlagStoreError) {
    (self.feature, self.choices) = (feature, choices)
    key = OverrideKey(feature.name, for: scope)
    var after = feature
    var override = feature.override(of: scope)
    do throws(OverrideError) {
      for choice in choices {
        override = try after.override(after: choice, from: override)
        after.override = override
      }
    } catch {
      throw .refused(feature.name, error)
    }
    if let lifetime = options?.lifetime { override?.lifetime = lifetime }
    if let note = options?.note { override?.setNote(note) }
    after.override = override
    self.after = after
  }

  /// The override before and after the change.
  var change: OverrideOperation.Change {
    .init(key, from: feature.override(of: key.scope), to: after.override)
  }

  /// Whether the feature already has this override, regardless of its author and time.
  var isUnchanged: Bool { feature.override(of: key.scope).parts == after.override.parts }

  /// A description of the change, such as `New Cart: Disabled → Enabled`.
  var text: String {
    var (old, new) = (feature.stateAndVariables, after.stateAndVariables)
    if old == new, !isUnchanged { (old, new) = (feature.commandText, after.commandText) }
    return "\(key): " + (old == new ? "\(old), unchanged" : "\(old) → \(new)")
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
  /// Prints the state of a feature for the users of a scope, and whether it is overridden for them; if the
  /// source no longer has the feature, prints that its override was reset.
  func printState(of key: OverrideKey) {
    guard let feature = setup.store.view(of: key.feature, for: key.scope) else {
      return console.say("\(key): reset")
    }
    console.say("\(key): \(feature.commandText)")
    warnOfCaveats(of: feature)
  }

  /// Warns if apps may not get the result that an override forces.
  func warnOfCaveats(of key: OverrideKey) {
    setup.store.view(of: key.feature, for: key.scope).map(warnOfCaveats)
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

  /// The state with overridden variables.
  var stateAndVariables: String {
    let isValue = type == .value || hasValues
    let variables = isValue ? [] : override?.variableTexts { $0.shortened(to: 40) } ?? []
    return ([stateText] + variables).joined(separator: ", ")
  }
}
