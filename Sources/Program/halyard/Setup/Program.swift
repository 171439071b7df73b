import FeatureFlags
import Files
import Networking
import Text

/// The dependencies of every command, such as the environment and the console.
struct Program: Sendable {
  let environment: Environment
  /// The name of the program with its command, such as `halyard enable`, for the history.
  let name: String
  var console: Console
  /// The themes for `--theme` and for the theme picker.
  let themes: ThemeLibrary
  /// Whether the user has disabled colours, by `--no-color` or `NO_COLOR`.
  let isMonochrome: Bool
  let version: String
  /// How requests to servers are sent.
  var connection = ConnectionOptions()
  /// The debug log; `nil` without `--log`.
  let log: DebugLog?

  /// Creates an HTTP client whose requests appear in the debug log.
  func makeClient() -> HTTPClient { HTTPClient(configuration: clientConfiguration) }

  /// The settings of an HTTP client whose requests appear in the debug log.
  var clientConfiguration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    connection.apply(to: &configuration)
    if let log {
      configuration.observer = { request, result in
        log.record(.request, Self.logText(request, result))
      }
    }
    return configuration
  }

  /// Logs a disk write to the debug log, if there is one.
  func recordWrite(_ path: String, _ byteCount: Int) {
    log?.record(.write, "\(path), \(Number.count(byteCount, "byte"))")
  }

  /// Warns if other users than its owner can read or write a file that contains a secret; ignores files
  /// that are not regular ones.
  func warn(ofSharedFile path: String) {
    guard let mode = FileSystem.sharedMode(of: path) else { return }
    let text = "0" + String(mode, radix: 8)
    console.warn(
      "\(path): found a secret in a file with mode \(text), which other users can access; "
        + "expected mode 0600"
    )
  }

  private static func logText(
    _ request: HTTPRequest,
    _ result: Result<HTTPResponse, HTTPError>
  ) -> String {
    let head = "\(request.method) \(URLRedaction.redacted(request.url))"
    switch result {
    case .success(let response):
      let milliseconds = Int(response.timings.total / .milliseconds(1))
      let bytes = Number.count(response.bytesReceived, "byte")
      return "\(head) \(response.status), \(bytes), \(milliseconds) ms"
    case .failure(let error): return "\(head) failed: \(error)"
    }
  }
}

extension Program {
  /// The settings file of the user.
  var settingsFile: SettingsFile { SettingsFile(environment, onWrite: recordWrite) }

  /// Reads the settings; uses the defaults if the file cannot be read.
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

  /// Reads the settings with every problem of their file, including a syntax error and a problem of the
  /// saved theme.
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
