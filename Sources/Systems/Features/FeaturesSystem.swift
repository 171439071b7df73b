import FeatureFlags
package import FlagSystem
import Networking

extension FlagSystem {
  package static let features = FlagSystem(
    name: "FeatureFlags",
    page: "systems/featureflags.md",
    facts: Facts(
      source: "a file, a URL",
      evaluation: "biases, with one assignment for each user",
      trace: "the biases on a ruler",
      forcing: "for everyone; over OFREP also a key, an attribute",
      served: "apps of the framework, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      FlagSystemFormat(name: "features", meaning: "features in JSON, JSON5 or a property list") {
        _ in
        .features
      }
    ],
    sdks: SDKSignatures(calls: ["Feature.named", "Feature.Name"]),
    document: DocumentKind("a configuration of features", in: .features),
    routes: FeaturesRoutes.all
  )
}

/// The routes that apps with the FeatureFlags framework call.
enum FeaturesRoutes {
  private static let endpoint = "features"

  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let json = SystemDocument("features.json", isForUser: true) { state, user in
      ServedFeatures(state, user: user).json()
    }
    let propertyList = SystemDocument(
      "features.plist",
      type: "application/x-plist",
      isForUser: true
    ) { state, user in
      ServedFeatures(state, user: user).propertyList()
    }
    return [
      SystemRoute(endpoint, .all(.get, "/features.json"), .document(json)),
      SystemRoute(endpoint, .all(.get, "/features.plist"), .document(propertyList)),
    ]
  }
}
