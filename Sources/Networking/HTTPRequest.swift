/// One question to a server, and how long and how much the answer may take.
public struct HTTPRequest: Hashable, Sendable {
  /// Where the question goes: an `http` or `https` address.
  public var url: String
  /// What is asked, such as `GET`.
  public var method: String
  /// The headers, sent in order.
  ///
  /// A redirect to another origin (scheme, host or port) gets only those that carry no secret:
  /// `Accept`, `Accept-Language`, `Cache-Control`, `Content-Type`, `If-Modified-Since`,
  /// `If-None-Match` and `User-Agent`.
  public var headers: HTTPHeaders
  /// The bytes that are sent along; `nil` sends none.
  public var body: [UInt8]?
  /// The longest time from asking to the last byte, with waiting for a free place and redirects;
  /// `nil` is without end.
  public var deadline: Duration? = .seconds(30)
  /// The longest time for name look-up, connection and TLS together, for each host.
  public var connectLimit: Duration = .seconds(10)
  /// The longest time without a byte received, from the start on; `nil` is without end.
  public var idleLimit: Duration? = .seconds(15)
  /// The largest body, in bytes, counted after decompression.
  ///
  /// Of a stream: the longest line.
  public var maximumBodySize: Int = 32 << 20
  /// The most bytes of the body for each byte received, after the first 4 MiB of the body.
  ///
  /// This limits the memory that a few kilobytes of gzip can take. The default is 200: JSON of many
  /// similar features reaches 17 (compact) to 140 (deeply indented), zeros reach 1,000. A body that
  /// exceeds it ends with ``HTTPError/compressedTooMuch(limit:found:)``. Streams have no such limit.
  public var maximumCompressionRatio: Int = 200
  /// The most redirects followed; 0 takes a redirect itself as the answer.
  public var redirectLimit: Int = 5
  /// Whether plain `http` is refused, for the address and for every redirect.
  public var isHTTPSOnly: Bool = false
  /// Whether the name is looked up and the connection made anew, to learn how the network is now.
  public var isFresh: Bool = false

  /// Makes a request; its limits can be set afterwards.
  public init(
    url: String,
    method: String = "GET",
    headers: HTTPHeaders = [:],
    body: [UInt8]? = nil
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

extension HTTPRequest {
  /// The same request, answered with 304 by a server that still has this revision.
  public func unlessStill(_ revision: HTTPRevision) -> HTTPRequest {
    var request = self
    request.headers["If-None-Match"] = revision.etag
    request.headers["If-Modified-Since"] = revision.lastModified
    return request
  }

  /// Finds what could never be sent.
  @discardableResult
  package func validated() throws(HTTPError) -> HTTPAddress {
    guard HTTPHeaders.isToken(method) else { throw .badMethod(method) }
    for field in headers.fields
    where !HTTPHeaders.canSend(name: field.name, value: field.value) {
      throw .badHeader(name: field.name)
    }
    let address = try HTTPAddress(url)
    guard address.scheme == "https" || (address.scheme == "http" && !isHTTPSOnly) else {
      throw .schemeNotAllowed(address.scheme, host: address.host)
    }
    return address
  }
}
