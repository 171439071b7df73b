internal import Glibc

/// The proxy through which a request was sent, and the environment variable that names it.
public struct HTTPProxy: Hashable, Sendable {
  /// The host of the proxy, in brackets if it is an IPv6 address.
  public let host: String
  /// The port of the proxy.
  public let port: Int
  /// The environment variable with the URL of the proxy, such as `https_proxy`; `nil` if the app has set the
  /// proxy.
  public let variable: String?

  /// The schemes of the URLs of proxies that libcurl supports.
  package static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// The scheme of the URL of a proxy in lower case; `nil` for a URL without a scheme, which is `http`.
  package static func scheme(of url: String) -> String? {
    url.firstRange(of: "://").map { url[..<$0.lowerBound].lowercased() }
  }

  /// Parses the URL of a proxy, which may lack its scheme and its port.
  ///
  /// The user name and the password of the URL are dropped.
  init(_ url: String, variable: String?) {
    let scheme = Self.scheme(of: url) ?? "http"
    var rest = url[...]
    if let separator = rest.firstRange(of: "://") { rest = rest[separator.upperBound...] }
    rest = rest.prefix { !"/?#".contains($0) }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    // A colon before the bracket is a part of an IPv6 address.
    let colon = rest.lastIndex(of: ":").flatMap { rest[$0...].contains("]") ? nil : $0 }
    // 1080 is the default of libcurl for each scheme except HTTPS.
    let number = colon.flatMap { Int(rest[rest.index(after: $0)...]) }
    port = number ?? (scheme == "https" ? 443 : 1080)
    host = String(rest[..<(colon ?? rest.endIndex)])
    self.variable = variable
  }

  /// Selects the proxy of a URL as libcurl does; `nil` for a direct connection.
  ///
  /// - Parameters:
  ///   - address: The URL of the request.
  ///   - environment: Returns the value of an environment variable.
  init?(of address: HTTPAddress, in environment: (String) -> String? = Self.variable) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let scheme = address.scheme
    // Does not use HTTP_PROXY: a CGI program receives the request header Proxy in this variable.
    let names =
      ["\(scheme)_proxy"] + (scheme == "http" ? [] : ["\(scheme.uppercased())_PROXY"])
      + ["all_proxy", "ALL_PROXY"]
    guard let name = names.first(where: { value($0) != nil }), let url = value(name) else {
      return nil
    }
    let exceptions = value("no_proxy") ?? value("NO_PROXY") ?? ""
    guard !ProxyExceptions(exceptions).contains(address.host) else { return nil }
    self.init(url, variable: name)
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

extension HTTPProxy: CustomStringConvertible {
  /// The host and the port, and the variable in parentheses.
  public var description: String {
    "the proxy \(host):\(port)" + (variable.map { " (\($0))" } ?? "")
  }
}

/// The hosts of the environment variable `no_proxy`, to which libcurl connects directly.
struct ProxyExceptions {
  private let entries: [String]

  /// Parses a list of names and IP networks, separated by commas or spaces.
  init(_ text: String) {
    entries = text.split { ", \t".contains($0) }.map { $0.lowercased() }
  }

  /// Whether a host is an exception: the list has its name, one of its parent domains, its IP address or
  /// a network that contains this address.
  func contains(_ host: String) -> Bool {
    let name = host.lowercased().filter { !"[]".contains($0) }
    let bytes = Self.bytes(of: name)
    return entries.contains { entry in
      if entry == "*" { return true }
      if let bytes { return Self.matches(bytes, entry) }
      let domain = entry.drop { $0 == "." }
      let plain = name.hasSuffix(".") ? String(name.dropLast()) : name
      return plain == domain || plain.hasSuffix("." + domain)
    }
  }

  /// Whether an IP address is equal to an entry, or in its network, such as `10.0.0.0/8`.
  private static func matches(_ address: [UInt8], _ entry: String) -> Bool {
    let parts = entry.filter { !"[]".contains($0) }.split(separator: "/", maxSplits: 1)
    guard let text = parts.first, let network = bytes(of: String(text)),
      network.count == address.count
    else { return false }
    let whole = network.count * 8
    guard let length = parts.count == 2 ? Int(parts[1]) : whole, (0...whole).contains(length) else {
      return false
    }
    return (0..<length).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      return address[bit / 8] & mask == network[bit / 8] & mask
    }
  }

  /// The bytes of an IP address; `nil` for a name.
  private static func bytes(of text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
