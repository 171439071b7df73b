import Dashboard
import FeatureFlags

/// Loads the configuration again, keeps it as the last good one, and says what changed.
enum RefreshCommand {
  /// - Throws: `source` if the source did not give what it has now, whatever stands in for it.
  static func run(_ context: CommandContext) async throws(Failure) {
    let setup = context.setup
    let former = await setup.standIn()?.configuration.features
    let loaded = try await setup.load(usesCache: true)
    if let reason = loaded.reason { throw .source(reason) }
    context.warn(of: loaded)
    let features = loaded.configuration.features
    let count = features.count == 1 ? "1 feature" : "\(features.count) features"
    guard let former else { return context.console.say("Loaded: \(count)") }
    let difference = FlagDifference(from: former, to: features)
    context.console.say("Refreshed: \(count), \(difference.words)")
    for group in difference.groups {
      for name in group.names { context.console.say("\(group.sign) \(name)") }
    }
  }
}
