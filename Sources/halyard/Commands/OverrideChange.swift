import FeatureFlags
import Frame

/// Applies a change of overrides for a command, and prints the new state of each feature.
struct OverrideChange {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Loads the features, changes the selected ones, and prints the new state of each.
  ///
  /// - Parameters:
  ///   - words: The operands that select features.
  ///   - includesRemoved: Whether an operand can also select an override of a feature that is not
  ///     in the source.
  ///   - body: Applies the change to the store.
  /// - Throws: `source`, `store` or `lookUp`.
  func apply(
    to words: [String],
    includesRemoved: Bool = false,
    _ body: ([Feature.Name], FlagStore) throws(FlagStoreError) -> Void
  ) async throws(Failure) {
    try await open()
    let others = includesRemoved ? try overriddenNames() : []
    var names: [Feature.Name] = []
    for word in words { names.append(try context.name(selectedBy: word, besides: others)) }
    do throws(FlagStoreError) {
      try body(names, context.setup.store)
    } catch {
      throw .store(error)
    }
    for name in names { printState(of: name) }
  }

  /// Loads the features, clears all overrides, and prints the new state of each feature.
  ///
  /// - Throws: `source` or `store`.
  func resetAll() async throws(Failure) {
    try await open()
    let store = context.setup.store
    let orphans = store.orphanedOverrides.keys.sorted { $0.rawValue < $1.rawValue }
    let names = store.features.filter { $0.override != nil }.map(\.name) + orphans
    do throws(FlagStoreError) { try store.resetAll() } catch { throw .store(error) }
    for name in names { printState(of: name) }
  }

  private func open() async throws(Failure) {
    let loaded = try await context.setup.open()
    for failure in loaded.failures { context.console.warn("\(failure)") }
  }

  /// The names of all overridden features, including features that the source no longer has.
  private func overriddenNames() throws(Failure) -> [Feature.Name] {
    do throws(WorkspaceError) {
      return Array(try context.setup.workspace.overrides().keys)
    } catch {
      throw .store(.notRead(error))
    }
  }

  private func printState(of name: Feature.Name) {
    guard let feature = context.setup.store.feature(named: name) else {
      return context.console.say("\(name): reset")
    }
    let mark = feature.isOverridden ? ", overridden" : ""
    let variables =
      feature.type == .value ? [] : feature.override?.variableTexts { $0.shortened(to: 40) } ?? []
    let values = variables.map { ", " + $0 }.joined()
    context.console.say("\(name): \(feature.stateText)\(values)\(mark)")
  }
}
