package import FeatureFlags
package import Networking

package import struct FoundationEssentials.Date

/// Polls the features of one SDK connection from GrowthBook or its proxy.
///
/// The client key at the end of the URL selects the connection. Requests are conditional (ETag).
package struct GrowthBookSource: EndpointSource {
  package static let prefix = "growthbook+"
  package let server: SourceServer
  package let request: HTTPRequest

  private static let path = "/api/features"

  /// Creates a source; the first request is sent when the source is read.
  ///
  /// - Parameters:
  ///   - url: The URL with the client key, such as `growthbook+https://cdn.growthbook.example/sdk-abc123`.
  ///   - headers: The headers of each request, which a private proxy can require.
  ///   - deadline: The timeout of a complete response; `nil` for no limit.
  ///   - client: The HTTP client; several sources can share a client.
  ///   - now: Returns the wall clock time, to which a date in `Retry-After` is compared.
  /// - Throws: `unsupported` for a URL with a different scheme, `unusable` for an invalid URL or header, and
  ///   for a URL without a client key.
  package init(
    url: String,
    headers: HTTPHeaders = [:],
    deadline: Duration? = .seconds(30),
    client: HTTPClient = HTTPClient(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(SourceError) {
    server = try SourceServer(url, of: Self.self, client: client, now: now, denying: [401, 403])
    let whole = ServiceURL(server.url, removing: []).base
    let key = whole.split(separator: "/").last.map(String.init) ?? ""
    // A scheme and a host come before the key.
    guard whole.split(separator: "/").count > 2 else {
      throw .unusable(server.address.display, .badURL(server.address.display))
    }
    let service = ServiceURL(
      server.url,
      removing: ["\(Self.path)/\(key)", "/api/\(key)", "/\(key)"]
    )
    var request = HTTPRequest(url: service.url(of: "\(Self.path)/\(key)"), headers: headers)
    if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
    request.setTimeout(deadline)
    self.request = try server.validated(request)
  }
}
