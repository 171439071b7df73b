package import FeatureFlags
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

  private static let path = "/sdk/latest-all"

  package init(_ server: SourceServer, _ request: HTTPRequest) {
    (self.server, self.request) = (server, request)
  }

  package static func endpoint(of url: String) -> String? {
    ServiceURL(url, removing: [path, "/sdk"]).url(of: path)
  }
}
