import Dashboard
import FeatureFlags

/// Changes the overrides of features: state, lock, variation, variables.
enum OverrideCommand {
  /// Enables, disables, unlocks or locks features.
  static func decide(
    _ decision: Decision,
    _ arguments: Arguments,
    _ context: CommandContext
  ) async throws(Failure) {
    try await change(arguments.operands, context) { names, store throws(FlagStoreError) in
      try store.decide(decision, for: names)
    }
  }

  /// Selects the next or the previous variation of tests.
  static func cycle(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let steps = arguments.has(.back) ? -1 : 1
    try await change(arguments.operands, context) { names, store throws(FlagStoreError) in
      for name in names {
        let feature = try store.requiredFeature(named: name)
        guard let decision = feature.cycled(by: steps) else {
          throw .refused(name, whyNothingToCycle(feature))
        }
        try store.decide(decision, for: [name])
      }
    }
  }

  /// Forces one variation, the value of a feature that is one, or the values of variables.
  static func set(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let words = arguments.operands
    try await change([words[0]], context) { names, store throws(FlagStoreError) in
      for name in names {
        let feature = try store.requiredFeature(named: name)
        try store.decide(try decisions(of: arguments, about: feature), for: [name])
      }
    }
  }

  /// Clears the overrides of features, of all features, or of variables.
  static func reset(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    guard !arguments.has(.all) else { return try await resetAll(context) }
    let words = arguments.operands
    let clearing = arguments.values(.variable).map { Decision.variable($0, nil) }
    try await change(words, context, includesRemoved: clearing.isEmpty) {
      names,
      store throws(FlagStoreError) in
      if clearing.isEmpty {
        try store.reset(names)
      } else {
        try store.decide(clearing, for: names)
      }
    }
  }

  private static func resetAll(_ context: CommandContext) async throws(Failure) {
    try await open(context)
    let store = context.setup.store
    let orphans = store.orphanedOverrides.keys.sorted { $0.rawValue < $1.rawValue }
    let names = store.features.filter { $0.override != nil }.map(\.name) + orphans
    do throws(FlagStoreError) { try store.resetAll() } catch { throw .store(error) }
    for name in names { say(name, context) }
  }

  /// The names of all overrides in the workspace, also of features that the source no longer has.
  private static func overriddenNames(
    _ context: CommandContext
  ) throws(Failure) -> [Feature.Name] {
    do throws(WorkspaceError) {
      return Array(try context.setup.workspace.overrides().keys)
    } catch {
      throw .store(.notRead(error))
    }
  }

  /// Loads the features, changes some of them, and prints the new state of each.
  ///
  /// - Parameters:
  ///   - words: The names on the command line.
  ///   - context: The context of the command.
  ///   - includesRemoved: Whether a word can name an override of a feature that is not in the source.
  ///   - body: The change.
  /// - Throws: `source`, `store` or `lookUp`.
  private static func change(
    _ words: [String],
    _ context: CommandContext,
    includesRemoved: Bool = false,
    _ body: ([Feature.Name], FlagStore) throws(FlagStoreError) -> Void
  ) async throws(Failure) {
    try await open(context)
    let others = includesRemoved ? try overriddenNames(context) : []
    var names: [Feature.Name] = []
    for word in words { names.append(try context.name(selectedBy: word, besides: others)) }
    do throws(FlagStoreError) {
      try body(names, context.setup.store)
    } catch {
      throw .store(error)
    }
    for name in names { say(name, context) }
  }

  private static func open(_ context: CommandContext) async throws(Failure) {
    let loaded = try await context.setup.open()
    for failure in loaded.failures { context.console.warn("\(failure)") }
  }

  private static func decisions(
    of arguments: Arguments,
    about feature: Feature
  ) throws(FlagStoreError) -> [Decision] {
    var decisions: [Decision] = []
    do throws(DecisionError) {
      for word in arguments.operands.dropFirst() {
        if feature.isValue, feature.declaredVariables.count == 1 {
          let variable = feature.declaredVariables[0].name
          decisions.append(.variable(variable, try feature.value(word, for: variable)))
        } else {
          decisions.append(.variation(variation(named: word, of: feature)))
        }
      }
      for (variable, text) in arguments.variables {
        decisions.append(.variable(variable, try feature.value(text, for: variable)))
      }
    } catch {
      throw .refused(feature.name, error)
    }
    return decisions
  }

  /// The variation that a word names exactly or as the program prints it; the word itself if it
  /// names none, or several.
  private static func variation(named word: String, of feature: Feature) -> TestVariation {
    switch NameMatch(of: word, among: feature.testVariations.map(\.rawValue)) {
    case .found(let name): TestVariation(name: name)
    case .ambiguous, .none: TestVariation(name: word)
    }
  }

  private static func whyNothingToCycle(_ feature: Feature) -> DecisionError {
    if feature.type == .deprecated { return .deprecated }
    return feature.isValue ? .noState : .noVariations
  }

  private static func say(_ name: Feature.Name, _ context: CommandContext) {
    guard let feature = context.setup.store.feature(named: name) else {
      return context.console.say("\(name): reset")
    }
    let mark = feature.isOverridden ? ", overridden" : ""
    let variables = feature.isValue ? [] : feature.override?.variableWords ?? []
    let values = variables.map { ", " + $0 }.joined()
    context.console.say("\(name): \(feature.stateWords)\(values)\(mark)")
  }
}
