/// A response with its whole body.
///
/// ```swift
/// let response = try await HTTPClient().send(HTTPRequest(url: "https://flags.example.test/"))
/// if response.status == 200 {
///   print(response.headers["Content-Type"] ?? "unknown", String(decoding: response.body, as: UTF8.self))
/// }
/// ```
public struct HTTPResponse: Hashable, Sendable {
  /// The status code, such as 200, 304 or 404.
  public let status: Int
  /// The URL of the response, after redirects.
  public let url: String
  /// The hosts of the redirects in order, without consecutive duplicates.
  public let redirectHosts: [String]
  /// The headers of the last response, without the headers of redirects.
  public let headers: HTTPHeaders
  /// The body after decompression.
  public let body: [UInt8]
  /// The durations of the phases of the exchange.
  public let timings: HTTPTimings
  /// The size of the body before decompression, in bytes.
  public let bytesReceived: Int

  /// Creates a response, for example in tests; omitted values are empty or zero.
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
  /// Returns the delay before the next request that the server demands with `Retry-After`; `nil` if
  /// the server demands no delay.
  ///
  /// Only a status of 400 or above, such as 429 or 503, can demand a delay: after a successful
  /// response, the header would only delay the next poll. The delay is at most one hour
  /// (``RetryAfter/longest``). A date is compared with the `Date` of the response; without it, with
  /// `now` in seconds since 1970.
  public func retryDelay(now: Int64) -> Duration? {
    guard status >= 400 else { return nil }
    let retryAfter = headers["Retry-After"].flatMap(RetryAfter.init)
    return retryAfter?.delay(at: headers["Date"].flatMap(HTTPDate.seconds) ?? now)
  }
}

/// The progress of receiving a body.
public struct HTTPProgress: Hashable, Sendable {
  /// The number of bytes received so far, after decompression.
  public let received: Int
  /// The size of the whole body, in bytes; `nil` if the server does not announce the size or the
  /// body is compressed.
  public let expected: Int?
}

/// The durations of the phases of an exchange.
public struct HTTPTimings: Hashable, Sendable {
  /// The duration of the name resolution.
  public var nameLookup: Duration = .zero
  /// The time to open the connection; near zero for a pooled connection.
  public var connect: Duration = .zero
  /// The duration of the TLS handshake; zero without TLS.
  public var tls: Duration = .zero
  /// The time from the end of the handshake to the first byte of the response.
  public var firstByte: Duration = .zero
  /// The duration of all redirects.
  ///
  /// Other phases include a part of this duration, because libcurl does not separate all phases of
  /// redirects.
  public var redirects: Duration = .zero
  /// The time from the start of the request to the last byte of the response.
  public var total: Duration = .zero

  /// Creates timings with a duration of zero for every phase.
  public init() {}
}
