import FeatureFlags
import Text

/// Loads and caches the configuration, and prints the differences from the previously cached one.
///
/// Fails if the source cannot be loaded, even if a cached configuration exists. Running programs that
/// poll the source load it at once, too, even if the server has denied their last poll.
struct RefreshCommand: Command {
  static let row = CommandRow(
    name: "refresh",
    summary: "Load the configuration again and list the changes.",
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program, usesCache: true)
    let setup = context.setup
    do throws(WorkspaceError) {
      try setup.workspace.requestRefresh()
    } catch {
      context.console.warn("\(error)")
    }
    let previous = await setup.session.loadWithoutSource()
    let loaded = try await setup.load(after: previous)
    if let reason = loaded.reason { throw .source(reason) }
    context.warn(of: loaded)
    let features = loaded.configuration.features
    let number = Number.count(features.count, "feature")
    guard let previous else {
      return context.console.say("Loaded: \(number), the first load of this source")
    }
    let difference = FlagDifference(from: previous.configuration.features, to: features)
    context.console.say("Refreshed: \(number), \(difference.text)")
    for group in difference.groups {
      for name in group.names { context.console.say("\(group.symbol) \(name)") }
    }
  }
}
