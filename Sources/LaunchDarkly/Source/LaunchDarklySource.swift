package import FeatureFlags
import Files
package import Networking

package import struct FoundationEssentials.Date

/// Polls the flags of one environment from LaunchDarkly, a Relay Proxy or another server of its SDKs.
///
/// The SDK key in the header `Authorization` selects the environment. Requests are conditional (ETag). Status
/// 401 or 403 means that the server denies the key: SDKs then stop polling, and so does the session.
package struct LaunchDarklySource: EndpointSource {
  package static let prefix = "launchdarkly+"
  package let server: SourceServer
  package let request: HTTPRequest

  /// The URL with a digest of the SDK key, because a cached response is valid for one environment only.
  package var address: String? {
    guard let key = request.headers["Authorization"] else { return server.address.cacheKey }
    return "\(server.address.cacheKey) for sha256:\(SHA256.digest(of: Array(key.utf8)).prefix(16))"
  }

  private static let path = "/sdk/latest-all"

  /// Creates a source; the first request is sent when the source is read.
  ///
  /// - Parameters:
  ///   - url: The URL, such as `launchdarkly+https://sdk.launchdarkly.example`; the path `/sdk` or
  ///     `/sdk/latest-all` may follow, and a query such as `?filter=shop`.
  ///   - headers: The headers of each request, such as `Authorization` with the SDK key.
  ///   - deadline: The timeout of a complete response; `nil` for no limit.
  ///   - client: The HTTP client; several sources can share a client.
  ///   - now: Returns the wall clock time, to which a date in `Retry-After` is compared.
  /// - Throws: `unsupported` for a URL with a different scheme, `unusable` for an invalid URL or header.
  package init(
    url: String,
    headers: HTTPHeaders = [:],
    deadline: Duration? = .seconds(30),
    client: HTTPClient = HTTPClient(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(SourceError) {
    server = try SourceServer(url, of: Self.self, client: client, now: now, denying: [401, 403])
    let service = ServiceURL(server.url, removing: [Self.path, "/sdk"])
    var request = HTTPRequest(url: service.url(of: Self.path), headers: headers)
    if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
    request.setTimeout(deadline)
    self.request = try server.validated(request)
  }
}
