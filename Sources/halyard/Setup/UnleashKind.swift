import FeatureFlags
import Unleash

/// The source kind for an Unleash server, whose token selects the environment.
enum UnleashKind: ServerKind {
  typealias Server = UnleashSource

  static let form = "unleash+https://HOST[/BASE]"
  static let meaning = "the flags of an Unleash server; its token comes from `--header-file`"
  static let format: (any FileFormat.Type)? = UnleashFormat.self
}
