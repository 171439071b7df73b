import FeatureFlags
import FlagSystem
import HTTPServer
import Networking
import Text

/// The options that select a configuration, the user it is evaluated for, and the workspace.
struct SourceOptions: Sendable {
  /// The path or URL of the source; `nil` for a `Features.json` in the working folder or the example.
  var name: String?
  /// Whether the built-in example is the source even if the working folder has a `Features.json`.
  var isExample = false
  /// The path of the fallback configuration; `nil` if there is none.
  var fallback: String?
  /// The name of the workspace; `nil` names the workspace after the source.
  var workspace: String?
  /// The address of the team in etcd, or "none"; `nil` without the option.
  var team: String?
  /// Whether `--force` was given, so that conflicting changes and locks of colleagues are overwritten.
  var isForcing = false
  /// The format of the source; `nil` if the name or the content of the source determines it.
  var format: FlagSystemFormat?
  /// The values of the options of flag systems.
  var settings = SystemSettings()
  /// The headers of each request to the source; they can contain secrets.
  var headers: HTTPHeaders = [:]
  /// The timeout of a request, from `--timeout`.
  var timeout = Defaults.requestTimeout
  /// The evaluation context; a user without a key gets random assignments.
  var user = EvaluationContext()
  /// Whether the attributes of the user were given; if so, no attributes of the machine are added.
  var hasAttributes = false
  /// The server that receives impressions; `nil` if none are sent.
  var events: EventServerOption?
  /// Whether the workspace is read but never written.
  var isReadOnly = false
  /// Whether overrides, assignments and the last configuration are in memory only, instead of in a workspace.
  var isIsolated = false
}

extension SourceOptions {
  /// The parameters with which a source is created, besides its name.
  func request(_ program: Program) -> SourceRequest {
    SourceRequest(
      headers: headers,
      timeout: timeout,
      user: user,
      hasAttributes: hasAttributes,
      settings: settings,
      author: program.environment.author,
      folder: program.environment.workingFolder,
      makeClient: program.makeClient
    )
  }

  /// The options that select the same source and workspace; a source with secrets is left out.
  var selection: [String] {
    var options: [String] = []
    if let name, URLRedaction.redacted(name) == name { options += ["--source", name] }
    if let workspace { options += ["--workspace", workspace] }
    if let team { options += ["--team", team] }
    return options
  }

  /// The options that select the same source and workspace on a command line in any working folder.
  ///
  /// Paths are absolute; a source with secrets or without a name is left out.
  func commandOptions(for location: LocatedSource, _ environment: Environment) -> [String] {
    var options: [String] = []
    let isLocal = location.source is any LocalSource
    switch (location.source as? FileSource, isLocal ? location.fullName : name) {
    case (let file?, _):
      if file.name == file.path { options += ["--source", environment.absolute(file.path)] }
    case (nil, let name?) where name != "-" && URLRedaction.redacted(name) == name:
      options += ["--source", name]
    case (nil, _): break
    }
    if let format { options += ["--format", format.name] }
    for option in FlagSystems.options {
      guard let path = settings.paths[option.name] else { continue }
      options += ["--" + option.name, environment.absolute(path)]
    }
    if let workspace { options += ["--workspace", workspace] }
    if let team { options += ["--team", team] }
    return options
  }
}

/// The default values of options, which the help texts and the code share.
enum Defaults {
  /// The time between two polls of a server: 60 s.
  static let pollInterval = PollSettings().interval
  /// The time between two reads of a source that is neither a server nor a watched file.
  static let localPollInterval = Duration.seconds(2)
  /// The timeout of a request for a configuration.
  static let requestTimeout = Duration.seconds(30)
  /// The timeout of a request that sends events.
  static let eventTimeout = Duration.seconds(10)
  /// The address of the server of `serve` and `--serve`.
  static let listenAddress = ListenAddress(host: "127.0.0.1", port: 8016)
  /// The size of a snapshot in cells.
  static let screenSize = (columns: 120, rows: 32)
  /// The number of users that `simulate` evaluates.
  static let simulatedUsers = 100_000
}

extension Duration {
  /// The duration in the syntax of option values, such as `1m`.
  var optionText: String { text }
}
