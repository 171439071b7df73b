public import FoundationEssentials
public import Networking

/// An address to check, with the headers to send.
///
/// It stands for Foundation's `URLRequest`, which would bring all of its networking along.
public struct ConnectivityURLRequest: Hashable, Sendable {
  /// The address.
  public var url: URL
  /// The headers.
  public var headers: HTTPHeaders

  /// Makes a request.
  public init(url: URL, headers: HTTPHeaders = [:]) {
    self.url = url
    self.headers = headers
  }

  /// Sets a header, or takes it away.
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    headers[field] = value
  }

  /// The value of a header, in any letter case.
  public func value(forHTTPHeaderField field: String) -> String? {
    headers[field]
  }

  /// Whether the address is `https`.
  var isHTTPS: Bool { url.scheme?.lowercased() == "https" }
}

extension ConnectivityURLRequest {
  /// The addresses of the original: two for HTTPS, eight for HTTP.
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
