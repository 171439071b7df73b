import AscendEngine
import FeatureFlags
import Flagd
import LaunchDarkly
import Networking
import Targeting

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
  var format: (any FileFormat.Type)?
  /// The experiments to request from an Ascend server; `nil` if none were named.
  var experiments: Experiments?
  /// Whether false takes precedence over unknown in an `and` condition, in any order of the operands.
  var isCanonical = false
  /// The algorithm of the operator `fractional` of flagd.
  var fractional = FractionalGeneration.v2
  /// The time of each evaluation in flagd and Unleash; `nil` for the current time.
  var time: Timestamp?
  /// The decryption key of a GrowthBook connection, in base64; `nil` for none.
  var growthBookKey: String?
  /// The template of the URL of a datafile, with `%@` for the SDK key; `nil` for the service's own.
  var datafileURL: String?
  /// The headers of each request to the source; they can contain secrets.
  var headers: HTTPHeaders = [:]
  /// The timeout of a request, from `--timeout`.
  var timeout = Defaults.requestTimeout
  /// The evaluation context; assignments of a user without a key are drawn at random.
  var user = EvaluationContext()
  /// Whether the attributes of the user were given; if so, no attributes of the machine are added.
  var hasAttributes = false
  /// The server that receives impressions; `nil` if none are sent.
  var events: SinkOption?
  /// Whether the workspace is read but never written.
  var isReadOnly = false
  /// Whether overrides, assignments and the last configuration are in memory only, instead of in a workspace.
  var isIsolated = false

  /// The file of `--experiments` and its content.
  struct Experiments: Sendable {
    let path: String
    let file: ExperimentsFile
  }
}

extension SourceOptions {
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
  func commandOptions(for location: SourceLocation, _ environment: Environment) -> [String] {
    var options: [String] = []
    let (files, file) = (location.source as? LaunchDarklyFiles, location.source as? FileSource)
    switch (file, files.map { _ in location.fullName } ?? name) {
    case (let file?, _):
      if file.name == file.path { options += ["--source", environment.absolute(file.path)] }
    case (nil, let name?) where name != "-" && URLRedaction.redacted(name) == name:
      options += ["--source", name]
    case (nil, _): break
    }
    if let format { options += ["--format", format.name] }
    if let experiments {
      options += ["--experiments", environment.absolute(experiments.path)]
    }
    if let workspace { options += ["--workspace", workspace] }
    if let team { options += ["--team", team] }
    return options
  }
}
