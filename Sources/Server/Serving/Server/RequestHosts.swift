import Glibc
import HTTPServer

/// The host names under which clients may reach a server.
///
/// A web page can make its own host name resolve to 127.0.0.1 (DNS rebinding). The browser then takes the
/// server for the origin of the page, so that the page could read all responses; only the header `Host`
/// shows the name of the page.
struct RequestHosts: Sendable {
  /// The accepted names in lower case; `nil` accepts every host.
  private let names: Set<String>?

  /// Creates the rule for a server.
  ///
  /// Every `Host` is accepted if clients need a token, which web pages do not have. Every `Host` is also
  /// accepted if the server listens on an address that other machines can reach, because their names for
  /// this machine are not known.
  init(_ settings: ServingSettings) {
    guard settings.token == nil, settings.address.isLoopback else {
      names = nil
      return
    }
    let names = settings.hostNames + [settings.address.host, "localhost"]
    self.names = Set(names.map { $0.lowercased() })
  }

  /// Whether a request with the given header `Host` is accepted; `nil` for a missing header.
  func accept(_ header: String?) -> Bool {
    guard let names, let header else { return true }
    guard let host = Self.host(of: header) else { return false }
    return Self.isAddress(host) || names.contains(host.lowercased())
  }

  /// Returns the host of `HOST` or `HOST:PORT`; `nil` for any other text.
  static func host(of text: String) -> String? {
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let host = text[text.index(after: text.startIndex)..<end]
      return isPort(text[text.index(after: end)...]) && isSix(String(host)) ? String(host) : nil
    }
    let end = text.firstIndex(of: ":") ?? text.endIndex
    return end > text.startIndex && isPort(text[end...]) ? String(text[..<end]) : nil
  }

  /// Whether a text is empty, or a colon with the digits of a port.
  private static func isPort(_ text: Substring) -> Bool {
    guard let first = text.utf8.first else { return true }
    let digits = text.utf8.dropFirst()
    return first == UInt8(ascii: ":") && (1...5).contains(digits.count)
      && digits.allSatisfy { (48...57).contains($0) }
  }

  /// Whether a host is an IP address: DNS rebinding needs a name, so that an address is always accepted.
  private static func isAddress(_ host: String) -> Bool {
    var four = in_addr()
    return inet_pton(AF_INET, host, &four) == 1 || isSix(host)
  }

  private static func isSix(_ host: String) -> Bool {
    var six = in6_addr()
    return inet_pton(AF_INET6, host, &six) == 1
  }
}
