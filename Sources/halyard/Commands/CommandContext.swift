import FeatureFlags

/// What a command works with.
struct CommandContext {
  let setup: Setup
  let console: Console
  let environment: Environment

  /// Warns of everything that was got around while the configuration was loaded.
  func warn(of loaded: ConfigurationLoader.Loaded) {
    for failure in loaded.failures { console.warn("\(failure)") }
    let problems = loaded.configuration.problems.count { $0.severity == .error }
    if problems > 0 {
      let count = problems == 1 ? "1 error" : "\(problems) errors"
      console.warn("\(setup.source.name) has \(count), see 'halyard check'")
    }
  }
}
