import FeatureFlags
import LaunchDarkly

/// The source kind for a server of LaunchDarkly's SDKs, whose SDK key selects the environment.
enum LaunchDarklyKind: ServerKind {
  typealias Server = LaunchDarklySource

  static let form = "launchdarkly+https://HOST[/BASE]"
  static let meaning =
    "the flags of LaunchDarkly or a Relay Proxy; the SDK key comes from `--header-file`"
  static let format: (any FileFormat.Type)? = LaunchDarklyFormat.self
}
