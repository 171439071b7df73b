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
    for (sign, names) in difference.signed {
      for name in names { context.console.say("\(sign) \(name)") }
    }
  }
}

extension FlagDifference {
  /// How many features differ, in words.
  var words: String {
    let counts = [(changed.count, "changed"), (added.count, "added"), (removed.count, "removed")]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
  }

  /// The names of the features that differ, with the signs of a change, an addition, a removal.
  fileprivate var signed: [(sign: String, names: [Feature.Name])] {
    [("~", changed), ("+", added), ("-", removed)]
  }
}
