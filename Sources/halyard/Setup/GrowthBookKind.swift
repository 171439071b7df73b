import FeatureFlags
import GrowthBook

/// The source kind for a server of GrowthBook, whose client key is the end of the URL.
enum GrowthBookKind: ServerKind {
  typealias Server = GrowthBookSource

  static let form = "growthbook+https://HOST[/BASE]/KEY"
  static let meaning = "the features of GrowthBook or its proxy for a client key"
  static let format: (any FileFormat.Type)? = GrowthBookFormat.self
}
