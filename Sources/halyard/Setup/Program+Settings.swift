import FeatureFlags
import Frame

extension Program {
  /// The settings file of the user.
  var settingsFile: SettingsFile { SettingsFile(environment, onWrite: recordWrite) }

  /// Reads the settings; the defaults if the file cannot be read.
  ///
  /// - Returns: The settings, and a warning for a file with mistakes.
  func settings() -> (settings: Settings, warning: String?) {
    let file = settingsFile
    do throws(WorkspaceError) {
      let settings = try file.settings()
      let first = settings.problems.first { $0.severity == .error } ?? settings.problems.first
      guard let first else { return (settings, nil) }
      let rest = settings.problems.count - 1
      let hint = rest > 0 ? " ('halyard check --config' shows \(rest) more)" : ""
      return (settings, first.description(in: file.path) + hint)
    } catch {
      return (Settings(), "\(error); the default settings are used")
    }
  }

  /// The polling interval of the settings, for a command without a screen; warns of mistakes in the
  /// settings file.
  func pollInterval() -> Duration {
    let (settings, warning) = settings()
    if let warning { console.warn(warning) }
    return settings.poll ?? Defaults.pollInterval
  }
}
