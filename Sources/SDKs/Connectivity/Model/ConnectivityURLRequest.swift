public import FoundationEssentials
public import Networking

/// The HTTP request of a probe: URL, headers, method, body and timeout.
///
/// It replaces `URLRequest`, which would link FoundationNetworking.
public struct ConnectivityURLRequest: Hashable, Sendable {
  /// The URL that the probe requests.
  public var url: URL
  /// The headers of the request; empty by default.
  public var headers: HTTPHeaders
  /// The HTTP method, `GET` by default.
  public var method: String
  /// The body of the request; `nil` by default.
  public var body: [UInt8]?
  /// The timeout from the request to the last byte of the response.
  ///
  /// With `nil`, the default, ``ConnectivitySettings/timeout`` applies.
  public var timeout: Duration?

  /// Creates a request; the defaults are those of a `GET` request without headers.
  public init(
    url: URL,
    headers: HTTPHeaders = [:],
    method: String = "GET",
    body: [UInt8]? = nil,
    timeout: Duration? = nil
  ) {
    self.url = url
    self.headers = headers
    self.method = method
    self.body = body
    self.timeout = timeout
  }

  /// Sets the value of a header field; `nil` removes the field.
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    headers[field] = value
  }

  /// The value of a header field, whose name is compared case-insensitively; `nil` if it is not
  /// set.
  public func value(forHTTPHeaderField field: String) -> String? {
    headers[field]
  }

  /// Whether the scheme of the URL is `https`.
  var isHTTPS: Bool { url.scheme?.lowercased() == "https" }
}

extension ConnectivityURLRequest {
  /// The URLs of all public captive portal detection pages, over HTTPS and over HTTP.
  private static let publicURLs = Set(
    (defaults(https: true) + defaults(https: false)).map(\.url.absoluteString)
  )

  /// Whether a URL is that of a public captive portal detection page.
  ///
  /// The content of these pages never changes: different content comes from a captive portal.
  static func isPublicPage(_ url: String) -> Bool { publicURLs.contains(url) }

  /// The requests of the original framework's detection pages: two over HTTPS, eight over HTTP.
  static func defaults(https: Bool) -> [ConnectivityURLRequest] {
    let page = "/library/test/success.html"
    let addresses =
      https
      ? ["https://www.apple.com\(page)", "https://captive.apple.com/hotspot-detect.html"]
      : [
        "www.apple.com", "apple.com", "www.appleiphonecell.com", "www.itools.info",
        "www.ibook.info", "www.airport.us", "www.thinkdifferent.us",
      ].map { "http://\($0)\(page)" } + ["http://captive.apple.com/hotspot-detect.html"]
    return addresses.compactMap { URL(string: $0) }.map { ConnectivityURLRequest(url: $0) }
  }
}
