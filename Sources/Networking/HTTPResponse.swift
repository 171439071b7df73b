/// A server's whole answer.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code, such as 200 or 304.
  ///
  /// Every status is an answer, not an error.
  public let status: Int
  /// The address that answered, after redirects.
  public let url: String
  /// The hosts that were asked after the first one, in order, without repeating one directly.
  public let redirectHosts: [String]
  /// The headers of the last answer.
  public let headers: HTTPHeaders
  /// The body, decompressed.
  public let body: [UInt8]
  /// How long each step took.
  public let timings: HTTPTimings
  /// The bytes of the body on the wire, before decompression.
  public let bytesReceived: Int

  /// Makes an answer.
  public init(
    status: Int,
    url: String,
    redirectHosts: [String] = [],
    headers: HTTPHeaders = [:],
    body: [UInt8] = [],
    timings: HTTPTimings = HTTPTimings(),
    bytesReceived: Int = 0
  ) {
    self.status = status
    self.url = url
    self.redirectHosts = redirectHosts
    self.headers = headers
    self.body = body
    self.timings = timings
    self.bytesReceived = bytesReceived
  }
}

extension HTTPResponse {
  /// What to ask by next time; `nil` when the server named no revision.
  public var revision: HTTPRevision? {
    HTTPRevision(etag: headers["ETag"], lastModified: headers["Last-Modified"])
  }

  /// How long the server asks to be left alone; `nil` when it does not, or not readably.
  ///
  /// It goes by the answer's own date; without one, by `now` in seconds since 1970.
  public func retryDelay(now: Int64) -> Duration? {
    let asked = headers["Retry-After"].flatMap(RetryAfter.init)
    return asked?.delay(at: headers["Date"].flatMap(HTTPDate.seconds) ?? now)
  }
}
