package import FeatureFlags
package import Networking

package import struct FoundationEssentials.Date
package import struct FoundationEssentials.UUID

/// Fetches the client features of one environment from an Unleash server or from Unleash Edge.
///
/// The backend token in the header `Authorization` selects the environment. Requests are conditional
/// (ETag). Status 401 or 403 means that the server denies the token: SDKs then stop polling, and so does the
/// session. Unlike an SDK, the source neither registers an app nor sends metrics.
package struct UnleashSource: EndpointSource {
  package static let prefix = "unleash+"
  package let server: SourceServer
  package let request: HTTPRequest

  /// The URL with the projects and the environment of the token, because a cached response is valid for one
  /// environment only.
  package var address: String? {
    let token = request.headers["Authorization"] ?? ""
    guard token.contains(":"), let dot = token.firstIndex(of: ".") else {
      return server.address.cacheKey
    }
    return "\(server.address.cacheKey) for \(token[..<dot])"
  }

  private static let path = "/api/client/features"
  /// The version of the client specification; before 4.2.0, servers send segments inside of constraints.
  private static let specification = "5.2.0"

  /// Creates a source; the first request is sent when the source is read.
  ///
  /// - Parameters:
  ///   - url: The URL, such as `unleash+https://unleash.example.test`; the path `/api` or
  ///     `/api/client/features` may follow, and a query such as `?project=shop`.
  ///   - headers: The headers of each request, such as `Authorization` with the token.
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
    let service = ServiceURL(server.url, removing: [Self.path, "/api/client", "/api"])
    var request = HTTPRequest(url: service.url(of: Self.path), headers: headers)
    let own: KeyValuePairs = [
      "Accept": "application/json", "Unleash-Client-Spec": Self.specification,
      "unleash-appname": "halyard", "unleash-instanceid": "halyard", "unleash-sdk": "halyard",
      "unleash-connection-id": UUID().uuidString,
    ]
    for (name, value) in own where request.headers[name] == nil { request.headers[name] = value }
    request.setTimeout(deadline)
    self.request = try server.validated(request)
  }
}
