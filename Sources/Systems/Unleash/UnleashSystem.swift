package import FeatureFlags
package import FlagSystem
package import Networking
import Targeting

import struct FoundationEssentials.UUID

extension FlagSystem {
  package static let unleash = FlagSystem(
    name: "Unleash",
    page: "systems/unleash.md",
    facts: Facts(
      source: "a file of Edge, a bootstrap file, an export",
      evaluation: "strategies, variants, dependencies",
      trace: "each strategy with its constraints",
      forcing: "for everyone, a key, an attribute, one strategy",
      served: "SDKs of servers, browsers and phones, OpenFeature",
      counts: "metrics of SDKs"
    ),
    formats: [
      FlagSystemFormat(name: "unleash", meaning: "the client features of Unleash") { settings in
        .unleash(UnleashSettings(now: settings.now))
      }
    ],
    sources: [
      .server(
        of: UnleashSource.self,
        "unleash+https://HOST[/BASE]",
        "the flags of an Unleash server; its token comes from `--header-file`",
        format: "unleash"
      )
    ],
    options: [SystemOption.time.row],
    libraries: [.regularExpressions],
    sdks: SDKSignatures(
      userAgents: ["unleash": "Unleash"],
      calls: ["isEnabled", "getVariant", "useFlag"]
    ),
    document: .unleash,
    routes: UnleashRoutes.all
  )
}

/// Polls the client features of one environment from an Unleash server or from Unleash Edge.
///
/// The backend token in the header `Authorization` selects the environment. An example of a URL is
/// `unleash+https://unleash.example.test`. The path `/api` or `/api/client/features` may follow, and a
/// query such as `?project=shop`. Unlike an SDK, the source neither registers an app nor sends metrics.
package struct UnleashSource: SDKSource {
  package static let prefix = "unleash+"
  package let server: SourceServer
  package let request: HTTPRequest

  private static let path = "/api/client/features"
  /// The version of the client specification that requests declare; for versions before 4.2.0, servers
  /// include the constraints of segments in the strategies.
  private static let specification = "6.1.0"

  package init(_ server: SourceServer, _ request: HTTPRequest) {
    (self.server, self.request) = (server, request)
  }

  package static func endpoint(of url: String) -> String? {
    ServiceURL(url, removing: [path, "/api/client", "/api"]).url(of: path)
  }

  package static var standardHeaders: HTTPHeaders {
    [
      "Accept": "application/json", "Unleash-Client-Spec": specification,
      "unleash-appname": "halyard", "unleash-instanceid": "halyard", "unleash-sdk": "halyard",
      "unleash-connection-id": UUID().uuidString,
    ]
  }
}
