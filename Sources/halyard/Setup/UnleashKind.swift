import FeatureFlags
import Unleash

/// The source kind for an Unleash server, whose token selects the environment.
enum UnleashKind: ServerKind {
  static let form = "unleash+https://HOST[/BASE]"
  static let meaning = "the flags of an Unleash server; its token comes from `--header-file`"
  static let format: (any FileFormat.Type)? = UnleashFormat.self

  static func source(
    _ url: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> UnleashSource {
    try mapError(
      UnleashSource(
        url: url,
        headers: options.headers,
        deadline: options.timeout,
        client: program.makeClient()
      ),
      to: Failure.source
    )
  }
}
