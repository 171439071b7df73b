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
  /// The validators for the next conditional request; `nil` when there are none that can be sent.
  public var revision: HTTPRevision? {
    HTTPRevision(etag: headers["ETag"], lastModified: headers["Last-Modified"])
  }

  /// The wait before the next request that the server demands with `Retry-After`; `nil` for none.
  ///
  /// Only a failure, a status of 400 or above such as 429 or 503, can demand a wait: the header of a
  /// response that is of use would only delay the next poll. The wait is at most one hour
  /// (``RetryAfter/longest``). A date is compared with the response's own `Date`; without one, with
  /// `now` in seconds since 1970.
  public func retryDelay(now: Int64) -> Duration? {
    guard status >= 400 else { return nil }
    let asked = headers["Retry-After"].flatMap(RetryAfter.init)
    return asked?.delay(at: headers["Date"].flatMap(HTTPDate.seconds) ?? now)
  }
}
