import FeatureFlags
import Text

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

  /// Reads the settings with every problem of their file, also a syntax error and that of the saved theme.
  ///
  /// - Returns: The settings, and whether there is a file.
  /// - Throws: The error of a file that cannot be read.
  func checkedSettings() throws(WorkspaceError) -> (settings: Settings, hasFile: Bool) {
    var settings = Settings()
    do throws(WorkspaceError) {
      guard let stored = try settingsFile.stored() else { return (settings, false) }
      settings = stored
    } catch .malformed(_, let error) {
      settings.problems = [
        SettingsProblem(severity: .error, line: error.line, setting: nil, text: "\(error)")
      ]
    }
    if let problem = themes.savedTheme(settings).problem {
      settings.problems.append(problem)
      settings.lines[.theme] = nil
    }
    settings.problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    return (settings, true)
  }

  /// The polling interval of `--poll`, or that of the settings, for a command without a screen; warns of an
  /// interval below the minimum.
  func pollInterval(_ option: Duration?) -> Duration {
    let interval = option ?? pollInterval()
    if let warning = Self.warning(ofPoll: interval, isOption: option != nil) {
      console.warn(warning)
    }
    return interval
  }

  /// The warning for a polling interval below the minimum, which is raised; `nil` for any other.
  static func warning(ofPoll interval: Duration, isOption: Bool) -> String? {
    let settings = PollSettings(interval: interval)
    guard settings.effectiveInterval > interval else { return nil }
    let name = isOption ? "--poll" : "the setting \"\(Setting.poll.rawValue)\""
    return
      "\(name): found \(interval.elapsedText), expected at least \(settings.minimum.text), which is used"
  }

  /// The polling interval of the settings, for a command without a screen; warns of mistakes in the
  /// settings file.
  private func pollInterval() -> Duration {
    let (settings, warning) = settings()
    if let warning { console.warn(warning) }
    return settings.poll ?? Defaults.pollInterval
  }
}
