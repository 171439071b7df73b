/// An HTTP request with its timeouts and size limits.
///
/// ```swift
/// var request = HTTPRequest(url: "https://flags.example.test/features.json")
/// request.headers["Accept"] = "application/json"
/// request.deadline = .seconds(10)
/// request.maximumBodySize = 1 << 20
/// ```
public struct HTTPRequest: Hashable, Sendable {
  /// The absolute URL, with the scheme `http` or `https`.
  public var url: String
  /// The method, `GET` by default.
  public var method: String
  /// The headers, sent in order.
  ///
  /// After a redirect to another origin (scheme, host or port), only headers without secrets are sent:
  /// `Accept`, `Accept-Language`, `Cache-Control`, `Content-Type`, `If-Modified-Since`,
  /// `If-None-Match` and `User-Agent`.
  public var headers: HTTPHeaders
  /// The body; `nil`, the default, sends no body.
  public var body: [UInt8]?
  /// The timeout from the call to the last byte, including queueing and redirects.
  ///
  /// The default is 30 seconds; `nil` means no timeout.
  public var deadline: Duration? = .seconds(30)
  /// The timeout for name resolution, connection and TLS together, for each host; 10 seconds by
  /// default.
  public var connectLimit: Duration = .seconds(10)
  /// The longest time without a received byte, 15 seconds by default; `nil` means no timeout.
  public var idleLimit: Duration? = .seconds(15)
  /// The largest body, in bytes after decompression; 32 MiB by default.
  ///
  /// For a stream, this is the size of the longest line.
  public var maximumBodySize: Int = 32 << 20
  /// The largest compression ratio of a body, after its first 4 MiB; 200 by default.
  ///
  /// The limit stops decompression bombs. JSON of many similar features has a ratio from 17
  /// (compact) to 140 (deeply indented), zero bytes have 1,000. A body above the limit fails with
  /// ``HTTPError/compressedTooMuch(limit:found:)``. Streams have no such limit.
  public var maximumCompressionRatio: Int = 200
  /// The largest number of redirects that are followed, 5 by default; 0 returns a redirect as the
  /// response.
  public var redirectLimit: Int = 5
  /// Whether only `https` is allowed, for the URL and for each redirect; `false` by default.
  public var isHTTPSOnly: Bool = false
  /// Whether the DNS cache and the connection pool are bypassed; `false` by default.
  ///
  /// A connectivity check needs a fresh connection to detect the current state of the network.
  public var isFresh: Bool = false

  /// Creates a request with the default timeouts and size limits.
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
  /// Sets the timeout of the complete response.
  ///
  /// If it is longer than 30 s, it also becomes the timeout between two bytes, which would otherwise end a
  /// slow response earlier.
  package mutating func setTimeout(_ timeout: Duration?) {
    deadline = timeout
    if let timeout, timeout > .seconds(30) { idleLimit = timeout }
  }

  /// Prepares the request for a stream of server-sent events, which has no deadline.
  ///
  /// - Parameter longestLine: The longest accepted line in bytes.
  package mutating func acceptEvents(upTo longestLine: Int) {
    headers["Accept"] = "text/event-stream"
    headers["Cache-Control"] = "no-store"
    deadline = nil
    // The idle timeout detects a dead connection to a server that sends no heartbeats.
    idleLimit = .seconds(300)
    maximumBodySize = longestLine
  }

  /// Validates the method, the headers and the URL before the request is sent.
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
