import FlagSystem
import Networking

/// The routes that apps with the FeatureFlags framework call.
enum FeaturesRoutes {
  private static let endpoint = "features"

  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let json = SystemDocument("features.json", hasUserOfSettings: false) { state, user in
      ServedFeatures(state, user: user).json()
    }
    let propertyList = SystemDocument(
      "features.plist",
      type: "application/x-plist",
      hasUserOfSettings: false
    ) { state, user in
      ServedFeatures(state, user: user).propertyList()
    }
    return [
      SystemRoute(endpoint, .all(.get, "/features.json"), .document(json)),
      SystemRoute(endpoint, .all(.get, "/features.plist"), .document(propertyList)),
    ]
  }
}
