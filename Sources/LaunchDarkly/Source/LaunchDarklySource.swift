package import FeatureFlags
import Files
package import Networking

/// Polls the flags of one environment from LaunchDarkly, a Relay Proxy or another server of its SDKs.
///
/// The SDK key in the header `Authorization` selects the environment. The URL is one such as
/// `launchdarkly+https://sdk.launchdarkly.example`; the path `/sdk` or `/sdk/latest-all` may follow, and a
/// query such as `?filter=shop`.
package struct LaunchDarklySource: SDKSource {
  package static let prefix = "launchdarkly+"
  package let server: SourceServer
  package let request: HTTPRequest

  /// The URL with a digest of the SDK key, because a cached response is valid for one environment only.
  package var address: String? {
    guard let key = request.headers["Authorization"] else { return server.address.cacheKey }
    return "\(server.address.cacheKey) for sha256:\(SHA256.digest(of: Array(key.utf8)).prefix(16))"
  }

  private static let path = "/sdk/latest-all"

  package init(_ server: SourceServer, _ request: HTTPRequest) {
    (self.server, self.request) = (server, request)
  }

  package static func endpoint(of url: String) -> String? {
    ServiceURL(url, removing: [path, "/sdk"]).url(of: path)
  }
}
