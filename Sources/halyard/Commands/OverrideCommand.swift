import Dashboard
import FeatureFlags

/// Makes decisions about features: turns them on and off, locks them, picks variations, resets.
enum OverrideCommand {
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let loaded = try await context.setup.open()
    for failure in loaded.failures { context.console.warn("\(failure)") }
    do throws(FlagStoreError) {
      try decide(arguments, context)
    } catch {
      throw .store(error)
    }
  }

  private static func decide(
    _ arguments: Arguments,
    _ context: CommandContext
  ) throws(FlagStoreError) {
    let store = context.setup.store
    var names = arguments.operands.map(FeatureName.init(rawValue:))
    switch arguments.command {
    case .enable: try store.decide(.enabled(true), for: names)
    case .disable: try store.decide(.enabled(false), for: names)
    case .unlock: try store.decide(.unlocked(true), for: names)
    case .lock: try store.decide(.unlocked(false), for: names)
    case .set:
      names = [names[0]]
      try set(names[0], arguments, store)
    case .reset where arguments.has(.variable):
      try store.decide(arguments.values(.variable).map { .variable($0, nil) }, for: names)
    case .cycle: try cycle(names, by: arguments.has(.back) ? -1 : 1, store)
    case .reset where arguments.has(.all):
      names = store.features.filter { $0.override != nil }.map(\.name)
      try store.resetAll()
    default: try store.reset(names)
    }
    for name in names { say(name, context) }
  }

  private static func set(
    _ name: Feature.Name,
    _ arguments: Arguments,
    _ store: FlagStore
  ) throws(FlagStoreError) {
    let feature = try store.requiredFeature(named: name)
    var decisions = arguments.operands.dropFirst().map { variation in
      Decision.variation(TestVariation(rawValue: variation))
    }
    do throws(DecisionError) {
      for (variable, text) in arguments.variables {
        decisions.append(.variable(variable, try feature.value(text, for: variable)))
      }
    } catch {
      throw .refused(name, error)
    }
    try store.decide(decisions, for: [name])
  }

  private static func cycle(
    _ names: [Feature.Name],
    by steps: Int,
    _ store: FlagStore
  ) throws(FlagStoreError) {
    for name in names {
      let feature = try store.requiredFeature(named: name)
      guard let decision = feature.cycled(by: steps) else {
        throw .refused(name, whyNothingToCycle(feature))
      }
      try store.decide(decision, for: [name])
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
