import FeatureFlags
import LaunchDarkly

/// The source kind for a server of LaunchDarkly's SDKs, whose SDK key selects the environment.
enum LaunchDarklyKind: ServerKind {
  static let form = "launchdarkly+https://HOST[/BASE]"
  static let meaning =
    "the flags of LaunchDarkly or a Relay Proxy; the SDK key comes from `--header-file`"
  static let format: (any FileFormat.Type)? = LaunchDarklyFormat.self

  static func source(
    _ url: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> LaunchDarklySource {
    try mapError(
      LaunchDarklySource(
        url: url,
        headers: options.headers,
        deadline: options.timeout,
        client: program.makeClient()
      ),
      to: Failure.source
    )
  }
}
