package import FeatureFlags
package import Networking

import struct FoundationEssentials.UUID

/// Polls the client features of one environment from an Unleash server or from Unleash Edge.
///
/// The backend token in the header `Authorization` selects the environment. The URL is one such as
/// `unleash+https://unleash.example.test`; the path `/api` or `/api/client/features` may follow, and a query
/// such as `?project=shop`. Unlike an SDK, the source neither registers an app nor sends metrics.
package struct UnleashSource: SDKSource {
  package static let prefix = "unleash+"
  package let server: SourceServer
  package let request: HTTPRequest

  private static let path = "/api/client/features"
  /// The version of the client specification; before 4.2.0, servers send segments inside of constraints.
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
