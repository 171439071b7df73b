import FeatureFlags
import Frame

/// A change of overrides by a command, which prints the new state of each feature.
struct OverrideChange {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Loads the features, changes some of them, and prints the new state of each.
  ///
  /// - Parameters:
  ///   - words: The names on the command line.
  ///   - includesRemoved: Whether a word can name an override of a feature that is not in the source.
  ///   - body: The change.
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

  /// Loads the features, clears all overrides, and prints the new state of each.
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

  /// The names of all overrides in the workspace, also of features that the source no longer has.
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
