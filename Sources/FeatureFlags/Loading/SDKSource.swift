package import Networking

/// A source that polls a server for the document of its SDKs, with conditional requests (ETag).
///
/// Status 401 or 403 means that the server denies the key of the SDK: SDKs then stop polling, and so does the
/// session.
package protocol SDKSource: EndpointSource {
  /// The headers of each request for which the caller has no other values.
  static var standardHeaders: HTTPHeaders { get }

  /// Returns the URL of the document; `nil` if the URL of the service lacks a part.
  static func endpoint(of url: String) -> String?

  /// Creates a source for a server, with a valid request for the document.
  init(_ server: SourceServer, _ request: HTTPRequest)
}

extension SDKSource {
  /// Accepts JSON by default.
  package static var standardHeaders: HTTPHeaders { ["Accept": "application/json"] }

  /// Creates a source; the first request is sent when the source is read.
  ///
  /// - Parameters:
  ///   - url: The URL of the service with the ``ServerSource/prefix``; a path that SDKs request may follow,
  ///     and a query.
  ///   - headers: The headers of each request, such as `Authorization` with the key of the SDK.
  ///   - deadline: The timeout of a complete response; `nil` for no limit.
  ///   - dependencies: The HTTP client, which several sources can share, and the clocks.
  /// - Throws: `unsupported` for a URL with a different scheme, `unusable` for an invalid URL or header, and
  ///   for a URL that lacks a part.
  package init(
    url: String,
    headers: HTTPHeaders = [:],
    deadline: Duration? = .seconds(30),
    dependencies: ServerDependencies = ServerDependencies()
  ) throws(SourceError) {
    let server = try SourceServer(
      url,
      of: Self.self,
      headers: headers,
      dependencies: dependencies,
      denying: [401, 403]
    )
    guard let endpoint = Self.endpoint(of: server.url) else {
      throw .unusable(server.address.display, .badURL(server.address.display))
    }
    var request = HTTPRequest(url: endpoint, headers: headers)
    for field in Self.standardHeaders.fields where request.headers[field.name] == nil {
      request.headers[field.name] = field.value
    }
    request.setTimeout(deadline)
    self.init(server, try server.validated(request))
  }
}
