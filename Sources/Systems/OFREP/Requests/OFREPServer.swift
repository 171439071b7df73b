package import Documents
package import FeatureFlags
package import Networking

/// The URL of an OFREP server with its headers and timeout, from which requests are created.
package struct OFREPServer: Hashable, Sendable {
  /// The URL without the path of OFREP.
  private let service: ServiceURL
  /// The headers of each request, such as `Authorization`.
  private let headers: HTTPHeaders
  /// The timeout of each request, until the complete response; `nil` for no limit.
  private let timeout: Duration?

  /// The path of the bulk evaluation endpoint.
  private static let path = "/ofrep/v1/evaluate/flags"
  /// The endings that are removed from a URL, because they name an endpoint and not the server.
  private static let endpoints = [path, "/ofrep/v1/evaluate", "/ofrep/v1", "/ofrep"]

  /// Creates the server from its URL, which is validated when a request is sent.
  ///
  /// - Parameters:
  ///   - url: The `http` or `https` URL, with or without the path of OFREP.
  ///   - headers: The headers of each request.
  ///   - timeout: The timeout of each request, until the complete response; `nil` for no limit.
  package init(url: String, headers: HTTPHeaders = [:], timeout: Duration? = .seconds(30)) {
    service = ServiceURL(url, removing: Self.endpoints)
    self.headers = headers
    self.timeout = timeout
  }

  /// Returns the request for the evaluation of one flag.
  ///
  /// - Returns: The request; `nil` if the key cannot be a part of a URL. An empty key would request all
  ///   flags, and `.` and `..` would be removed from the path.
  func request(for key: String, in context: OFREPContext) -> HTTPRequest? {
    guard !key.isEmpty, key != ".", key != ".." else { return nil }
    return request("/" + PercentEncoding.encoded(key), [], context)
  }

  /// Returns the request for the evaluation of all flags.
  ///
  /// - Parameters:
  ///   - context: The evaluation context of the user.
  ///   - revision: The revision of the last response for the user, for a conditional request.
  ///   - change: The notification that triggers the request; `nil` if there is none.
  /// - Returns: The request.
  func bulkRequest(
    in context: OFREPContext,
    _ revision: HTTPRevision? = nil,
    after change: OFREPChange? = nil
  ) -> HTTPRequest {
    let parameters = [
      change?.etag.map { "flagConfigEtag=" + PercentEncoding.encoded($0) },
      change?.lastModified.map { "flagConfigLastModified=" + PercentEncoding.encoded($0) },
    ]
    let request = request("", parameters.compactMap(\.self), context)
    return revision.map(request.revalidating) ?? request
  }

  private func request(
    _ suffix: String,
    _ parameters: [String],
    _ context: OFREPContext
  ) -> HTTPRequest {
    var request = HTTPRequest(
      url: service.url(of: Self.path + suffix, parameters),
      method: "POST",
      headers: headers,
      body: context.requestBody
    )
    if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
    request.headers["Content-Type"] = "application/json"
    request.setTimeout(timeout)
    request.isHTTPSOnly = isSecure
    return request
  }

  /// The URL without query, and without the path of OFREP.
  private var base: String { service.base }

  private var isSecure: Bool { base.lowercased().hasPrefix("https://") }

  /// The scheme, host and port of the URL.
  private var origin: Substring {
    let start = base.firstRange(of: "://")?.upperBound ?? base.startIndex
    return base[..<(base[start...].firstIndex(of: "/") ?? base.endIndex)]
  }
}

extension OFREPServer {
  /// The maximum length of a line of an event stream, in bytes.
  static let longestLine = 1 << 20

  /// Returns the request for an event stream.
  ///
  /// The result is `nil` for an invalid URL, and for an `http` URL if the server uses `https`.
  ///
  /// The headers of the server are sent only to a stream of the same origin, because they can contain
  /// secrets.
  func request(for stream: OFREPEventStream) -> HTTPRequest? {
    let url: String
    switch stream.address {
    case .url(let text): url = text.hasPrefix("/") ? origin + text : text
    case .endpoint(let requestURI, let origin):
      let start = ServiceURL.withoutSlashes(origin.map { $0[...] } ?? self.origin)
      url = start + (requestURI.hasPrefix("/") ? "" : "/") + requestURI
    }
    var request = HTTPRequest(url: url)
    request.isHTTPSOnly = isSecure
    // Drops the error: if the event stream cannot be used, polling finds the changes.
    guard let target = try? request.validated(), let own = try? HTTPAddress(base) else {
      return nil
    }
    let isOwn = (target.scheme, target.host, target.port) == (own.scheme, own.host, own.port)
    request.headers = isOwn ? headers : [:]
    request.headers["Content-Type"] = nil
    request.acceptEvents(upTo: Self.longestLine)
    return request
  }
}

/// The evaluation context of a request as JSON text, so that a proxy passes it on unchanged.
package struct OFREPContext: Hashable, Sendable {
  /// The JSON object with `targetingKey` and the attributes.
  package let json: RawJSON

  /// Encodes a user; OFREP has no segments and no profile, so these are omitted.
  package init(_ context: EvaluationContext) {
    var members = context.attributes.sorted { $0.key < $1.key }
      .map { (key: $0.key, value: $0.value.json) }
    if let key = context.targetingKey {
      members.removeAll { $0.key == "targetingKey" }
      members.insert((key: "targetingKey", value: .string(key)), at: 0)
    }
    json = RawJSON(.object(members))
  }

  /// Takes the context from the body of a client's request, such as
  /// `{"context":{"targetingKey":"ana"}}`.
  ///
  /// An empty body and a body without a context mean an empty context: clients send both.
  ///
  /// - Throws: The error of a body that is not JSON, or whose context is not an object.
  package init(requestBody: [UInt8]) throws(DocumentError) {
    let (raw, node): (RawJSON, Node)
    do throws(DocumentError) { (raw, node) = try RawJSON.parse(requestBody) } catch .empty {
      json = .emptyObject
      return
    }
    guard node.members != nil else { throw node.mismatch(expected: "an object") }
    guard let context = raw.members(node).last(where: { $0.key == "context" }), !context.node.isNull
    else {
      json = .emptyObject
      return
    }
    guard context.node.members != nil else {
      throw context.node.mismatch(expected: "an object").inside("context")
    }
    json = context.raw
  }

  var requestBody: [UInt8] { RawJSON(members: [(key: "context", value: json)]).bytes }
}
