package import Networking

/// The address of a server that serves the overrides of a workspace, with its token.
package struct OverrideServerAddress: Hashable, Sendable {
  /// The URL as it was written, which may contain a password; never displayed.
  package let url: String
  /// The secret that is sent in `Authorization: Bearer`; `nil` for none.
  package let token: String?

  /// The path of the document of overrides; a URL may end with it.
  private static let documentPath = "/overrides.json"
  /// The path of the stream that announces each change.
  private static let eventsPath = "/ofrep/v1/events"

  /// Creates an address; the URL is validated when a request is sent.
  ///
  /// - Parameters:
  ///   - url: The base URL of the server, or the URL of its `overrides.json`.
  ///   - token: The token of the server; surrounding white space is removed, and an empty token counts
  ///     as `nil`.
  package init(url: String, token: String? = nil) {
    self.url = url
    let text = token?.utf8.drop { $0 <= 0x20 }
    let end = text?.lastIndex { $0 > 0x20 }
    self.token = end.flatMap { end in text.map { String($0[...end]) ?? "" } }
  }

  /// The URL of the document of overrides without user name, password and other secrets.
  package var display: String { URLRedaction.redacted(endpoint(Self.documentPath)) }

  package var documentRequest: HTTPRequest { request(Self.documentPath) }

  /// The request for the event stream.
  ///
  /// - Parameter silence: The longest time without a received byte.
  /// - Returns: A request without a deadline.
  package func eventsRequest(silence: Duration) -> HTTPRequest {
    var request = request(Self.eventsPath)
    request.headers["Accept"] = "text/event-stream"
    request.deadline = nil
    request.idleLimit = silence
    request.maximumBodySize = 64 << 10
    return request
  }

  /// Whether the server is on this machine, so that no HTTP proxy can reach it.
  package var isLoopback: Bool {
    // An invalid URL has no host; the error is reported when a request is sent.
    guard let host = try? HTTPAddress(url).host.lowercased() else { return false }
    return host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
  }

  private func request(_ path: String) -> HTTPRequest {
    var request = HTTPRequest(url: endpoint(path))
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
    request.headers["User-Agent"] = "Halyard FeatureFlags"
    // A redirect must not send the overrides without encryption.
    request.isHTTPSOnly = HTTPAddress.isHTTPS(url)
    request.deadline = .seconds(10)
    request.connectLimit = .seconds(5)
    return request
  }

  /// Returns the URL of a path on the server, with the query of `url`.
  private func endpoint(_ path: String) -> String {
    let whole = url.prefix { $0 != "#" }
    let mark = whole.firstIndex(of: "?") ?? whole.endIndex
    let start = whole[..<mark].firstRange(of: "://")?.upperBound ?? whole.startIndex
    var rest = whole[start..<mark]
    if rest.hasSuffix(Self.documentPath) { rest = rest.dropLast(Self.documentPath.count) }
    while rest.hasSuffix("/") { rest = rest.dropLast() }
    // Without a host, the first part of the path would become the host.
    guard !rest.isEmpty else { return url }
    return whole[..<start] + rest + path + whole[mark...]
  }
}

extension OverrideServerAddress: CustomStringConvertible, CustomReflectable {
  /// The URL without its secrets.
  package var description: String { URLRedaction.redacted(url) }

  /// A mirror without children, so that `dump` prints neither the password nor the token.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
