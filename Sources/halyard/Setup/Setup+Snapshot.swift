import Dashboard
import FeatureFlags

extension Setup {
  /// The features and the state of the last load, for the screen.
  ///
  /// - Parameters:
  ///   - loaded: The active configuration.
  ///   - failures: The messages of the last load's failures; `nil` for the failures of `loaded`.
  ///   - difference: The difference from the previously loaded features.
  /// - Returns: The features with their problems, their origin, and the user for whom they were
  ///   evaluated.
  func snapshot(
    of loaded: ConfigurationLoader.Loaded,
    failures: [String]? = nil,
    difference: FlagDifference = FlagDifference()
  ) -> LoadedSource {
    let own = loaded.failures.filter { !$0.isPending }.map { "\($0)" }
    return LoadedSource(
      features: store.features,
      orphans: store.orphanedOverrides,
      problems: loaded.configuration.problems,
      omittedProblems: loaded.configuration.problemTally.omittedMistakeCount,
      failures: failures ?? own,
      // Names the cached document, because the line numbers of its problems can differ from those
      // of the file.
      document: loaded.origin == .cache ? "cached \(shortName)" : name(of: loaded),
      origin: loaded.origin,
      note: failures?.first ?? loaded.failures.first.map { "\($0)" },
      evaluator: loaded.configuration.evaluator,
      context: store.context,
      userFields: UserFields(store.context),
      difference: difference
    )
  }

  /// The first features of a document, while the rest is being parsed.
  var preview: LoadedSource {
    var source = LoadedSource(features: store.features, origin: origin, context: store.context)
    source.isPartial = true
    return source
  }

  /// The last component of the source's path or URL, such as `Features.json`.
  var shortName: String {
    source.name.split(separator: "/").last.map(String.init) ?? source.name
  }
}
