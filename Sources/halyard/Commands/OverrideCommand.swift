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

  /// Forces one variation, or the values of variables.
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
    try await change(arguments.operands, context) { names, store throws(FlagStoreError) in
      if arguments.has(.variable) {
        try store.decide(arguments.values(.variable).map { .variable($0, nil) }, for: names)
      } else {
        try store.reset(names)
      }
    }
  }

  private static func resetAll(_ context: CommandContext) async throws(Failure) {
    try await open(context)
    let store = context.setup.store
    let names = store.features.filter { $0.override != nil }.map(\.name)
    do throws(FlagStoreError) { try store.resetAll() } catch { throw .store(error) }
    for name in names { say(name, context) }
  }

  /// Loads the features, changes some of them, and prints the new state of each.
  private static func change(
    _ words: [String],
    _ context: CommandContext,
    _ body: ([Feature.Name], FlagStore) throws(FlagStoreError) -> Void
  ) async throws(Failure) {
    try await open(context)
    let names = words.map(FeatureName.init(rawValue:))
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
    var decisions = arguments.operands.dropFirst().map { variation in
      Decision.variation(TestVariation(rawValue: variation))
    }
    do throws(DecisionError) {
      for (variable, text) in arguments.variables {
        decisions.append(.variable(variable, try feature.value(text, for: variable)))
      }
    } catch {
      throw .refused(feature.name, error)
    }
    return decisions
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
