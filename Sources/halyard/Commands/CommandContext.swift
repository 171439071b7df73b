import FeatureFlags

/// What a command works with.
struct CommandContext {
  let setup: Setup
  let console: Console
  let environment: Environment

  /// Loads the configuration for a command that only looks; a workspace that cannot be used is no
  /// reason not to.
  ///
  /// - Throws: `source`, if there is nothing to load.
  func open() async throws(Failure) -> ConfigurationLoader.Loaded {
    let loaded = try await setup.load()
    do throws(FlagStoreError) {
      try setup.store.load(loaded.configuration)
    } catch {
      console.warn("\(error)")
    }
    return loaded
  }

  /// The feature that a word on the command line selects.
  ///
  /// - Parameters:
  ///   - word: The name, as `list` prints it, or in another letter case.
  ///   - others: Names that the word can select besides those of the features.
  /// - Returns: The name of the feature; the word itself if it selects none, so that the store
  ///   reports it.
  /// - Throws: `lookUp`, if the word selects several names.
  func name(
    selectedBy word: String,
    besides others: some Sequence<Feature.Name> = []
  ) throws(Failure) -> Feature.Name {
    let exact = FeatureName(rawValue: word)
    guard setup.store.feature(named: exact) == nil else { return exact }
    let names = Set(setup.store.features.map(\.name)).union(others)
    switch NameMatch(of: word, among: names.lazy.map(\.rawValue)) {
    case .found(let name): return FeatureName(rawValue: name)
    case .ambiguous(let names): throw .ambiguous(word, names)
    case .none: return exact
    }
  }

  /// Warns of everything that was got around while the configuration was loaded.
  func warn(of loaded: ConfigurationLoader.Loaded) {
    for failure in loaded.failures { console.warn("\(failure)") }
    let problems = loaded.configuration.problemTally.errorCount
    if problems > 0 {
      let count = problems == 1 ? "1 error" : "\(problems) errors"
      let name = setup.name(of: loaded)
      let hint = name == setup.source.name ? "'halyard check'" : "'halyard check \(name)'"
      console.warn("\(name) has \(count), see \(hint)")
    }
  }
}
