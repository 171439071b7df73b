package import Networking

/// A source that fetches its document from an HTTP server.
///
/// A conforming type provides the two parts that differ between services: the prefix of its URLs, and the
/// function that sends the request for the document.
package protocol ServerSource: Source {
  /// The prefix of a URL that selects the service, such as `ofrep+`; empty for a plain URL.
  static var prefix: String { get }
  /// The server, to which all requests of the source are sent.
  var server: SourceServer { get }
}

extension ServerSource {
  /// The URL for display, without user name, password, and the values of secret query parameters.
  public var name: String { server.address.display }
  /// The URL that identifies the workspace of the source; never displayed.
  package var location: String { server.address.location }

  /// The key of the cached configuration that is a fallback for this source.
  ///
  /// The key begins with ``name``. A digest distinguishes requests that differ in the secrets of their URL or
  /// in their headers.
  public var address: String? { server.cacheKey }

  /// Returns whether a text is an `http` or `https` URL after the prefix of the service.
  package static func hasAddress(_ text: String) -> Bool {
    text.lowercased().hasPrefix(prefix) && HTTPAddress.isWeb(String(text.dropFirst(prefix.count)))
  }

  /// Fetches the document without a conditional request.
  ///
  /// - Throws: The error of the request.
  public func read() async throws(SourceError) -> [UInt8] {
    try await fetch(unlessStill: nil, progress: nil).bytes ?? []
  }
}

/// A source whose document is the response to one request, which is conditional after the first response.
package protocol EndpointSource: ServerSource {
  /// The request for the document, which ``SourceServer/validated(_:)`` has accepted.
  var request: HTTPRequest { get }
}

extension EndpointSource {
  /// Fetches the document; with a known revision, the request is conditional.
  ///
  /// - Throws: `unreachable`, `denied` or `status`.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    try await server.fetch(
      revision.map(request.revalidating) ?? request,
      isConditional: revision != nil,
      progress: progress
    )
  }
}

/// A source that polls a server for the document of its SDKs, with conditional requests (ETag).
///
/// Status 401 or 403 means that the server denies the key of the SDK: SDKs then stop polling. A session
/// pauses polling, and only retries with a back-off.
package protocol SDKSource: EndpointSource {
  /// The default headers of each request; headers of the caller with the same names replace them.
  static var standardHeaders: HTTPHeaders { get }

  /// Returns the URL of the document; `nil` if the URL of the service lacks a required part.
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
  ///   - url: The URL of the service with the ``ServerSource/prefix``; it may end with a path that SDKs
  ///     request, and with a query.
  ///   - headers: The headers of each request, such as `Authorization` with the key of the SDK.
  ///   - deadline: The timeout of a complete response; `nil` for no limit.
  ///   - dependencies: The HTTP client, which several sources can share, and the clocks.
  /// - Throws: `unsupported` for a URL with a different scheme, `unusable` for an invalid URL or header,
  ///   and for a URL that lacks a required part.
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
