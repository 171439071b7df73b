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

  /// Warns of everything that was got around while the configuration was loaded.
  func warn(of loaded: ConfigurationLoader.Loaded) {
    for failure in loaded.failures { console.warn("\(failure)") }
    let problems = loaded.configuration.problems.count { $0.severity == .error }
    if problems > 0 {
      let count = problems == 1 ? "1 error" : "\(problems) errors"
      let name = setup.name(of: loaded)
      let hint = name == setup.source.name ? "'halyard check'" : "'halyard check \(name)'"
      console.warn("\(name) has \(count), see \(hint)")
    }
  }
}
