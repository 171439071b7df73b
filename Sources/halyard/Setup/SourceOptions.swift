import AscendExperiments
import FeatureFlags
import Networking

/// The options that select a configuration, the user it is evaluated for, and the workspace.
struct SourceOptions: Sendable {
  /// The path or URL of the source; `nil` for a `Features.json` in the working folder or the example.
  var name: String?
  /// The path of the fallback configuration; `nil` if there is none.
  var fallback: String?
  /// The name of the workspace; `nil` names the workspace after the source.
  var workspace: String?
  /// The format of the source; `nil` if the name or the content of the source determines it.
  var format: (any FileFormat.Type)?
  /// The experiments to request from an Ascend server; `nil` if none were named.
  var experiments: Experiments?
  /// Whether false takes precedence over unknown in an `and` condition, whatever the operand order.
  var isCanonical = false
  /// The template of the URL of a datafile, with `%@` for the SDK key; `nil` for the service's own.
  var datafileURL: String?
  /// The headers of each request.
  var headers: HTTPHeaders = [:]
  /// The timeout of a request.
  var timeout = Defaults.requestTimeout
  /// The evaluation context; assignments of a user without a key are drawn at random.
  var user = EvaluationContext()
  /// Whether the attributes of the user were given; if so, no attributes of the machine are added.
  var hasAttributes = false
  /// The server that receives impressions; `nil` if none are sent.
  var events: SinkOption?
  /// Whether the workspace is read but never written.
  var isReadOnly = false

  /// The file of `--experiments` and its content.
  struct Experiments: Sendable {
    let path: String
    let file: ExperimentsFile
  }
}
