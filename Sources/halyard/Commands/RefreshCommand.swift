import Dashboard
import FeatureFlags

/// Loads the configuration again, caches it as the last known good one, and prints what changed.
enum RefreshCommand {
  /// - Throws: `source` if the source cannot be loaded, also where a cached configuration could be
  ///   used.
  static func run(_ context: CommandContext) async throws(Failure) {
    let setup = context.setup
    let former = await setup.standIn()
    let loaded = try await setup.load(usesCache: true, after: former)
    if let reason = loaded.reason { throw .source(reason) }
    context.warn(of: loaded)
    let features = loaded.configuration.features
    let count = features.count == 1 ? "1 feature" : "\(features.count) features"
    guard let former else {
      return context.console.say("Loaded: \(count), the first load of this source")
    }
    let difference = FlagDifference(from: former.configuration.features, to: features)
    context.console.say("Refreshed: \(count), \(difference.words)")
    for group in difference.groups {
      for name in group.names { context.console.say("\(group.sign) \(name)") }
    }
  }
}
