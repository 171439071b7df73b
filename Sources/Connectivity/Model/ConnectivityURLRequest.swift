public import FoundationEssentials
public import Networking

/// The request of a probe: a URL with headers, method, body and timeout.
///
/// It is used instead of `URLRequest`, which would link FoundationNetworking.
public struct ConnectivityURLRequest: Hashable, Sendable {
  /// The URL.
  public var url: URL
  /// The headers.
  public var headers: HTTPHeaders
  /// The method, `GET` by default.
  public var method: String
  /// The body; `nil`, the default, sends none.
  public var body: [UInt8]?
  /// The timeout from this request to the last byte of its response.
  ///
  /// `nil`, the default, applies ``ConnectivitySettings/timeout``.
  public var timeout: Duration?

  /// Creates a request.
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

  /// Sets a header, or removes it if the value is `nil`.
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    headers[field] = value
  }

  /// The value of a header; the name is compared case-insensitively.
  public func value(forHTTPHeaderField field: String) -> String? {
    headers[field]
  }

  /// Whether the scheme of the URL is `https`.
  var isHTTPS: Bool { url.scheme?.lowercased() == "https" }
}

extension ConnectivityURLRequest {
  /// The URLs of all public detection pages, for HTTPS and for HTTP.
  private static let publicAddresses = Set(
    (defaults(https: true) + defaults(https: false)).map(\.url.absoluteString)
  )

  /// Whether a URL is that of a public detection page.
  ///
  /// The content of such a page never changes: different content comes from a captive portal.
  static func isPublicPage(_ address: String) -> Bool { publicAddresses.contains(address) }

  /// The requests of the public detection pages of the original: two for HTTPS, eight for HTTP.
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
