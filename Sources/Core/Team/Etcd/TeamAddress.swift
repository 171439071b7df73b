internal import Networking

/// The address of a team's shared overrides: the members of an etcd cluster and a namespace in it.
///
/// ```swift
/// let address = try TeamAddress("etcd://build-1:2379,build-2:2379/staging")
/// print(address.endpoints.count, address.namespace)  // 2 staging
/// ```
package struct TeamAddress: Hashable, Sendable {
  /// The URLs of the members, such as `http://build-1:2379`; at least one, in the order of the text.
  package let endpoints: [String]
  /// The name of the namespace, which separates the overrides of several teams in one cluster.
  package let namespace: String

  /// The reason why a text is not an address.
  package enum Defect: Error, Hashable, Sendable {
    /// The text does not begin with `etcd://` or `etcds://`.
    case scheme
    /// The text contains a user name or a password, which other users of the machine could read.
    case credentials
    /// An entry of the list of members is not a host with an optional port.
    case host(String)
    /// The name of the namespace is empty, too long, or has other characters than letters, digits, `-`,
    /// `_` and `.`.
    case namespace(String)
  }

  /// The port of a member whose address contains no port.
  private static let defaultPort = 2379
  /// The maximum length of the name of a namespace in characters.
  private static let nameLimit = 64

  /// Parses `etcd://host:port,…/NAMESPACE`, or `etcds://…` for TLS.
  ///
  /// - Throws: The first defect of the text.
  package init(_ text: String) throws(Defect) {
    guard let start = text.firstRange(of: "://")?.upperBound else { throw .scheme }
    let scheme: String
    switch text[..<start].lowercased() {
    case "etcd://": scheme = "http"
    case "etcds://": scheme = "https"
    default: throw .scheme
    }
    let rest = text[start...]
    guard !rest.contains("@") else { throw .credentials }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var endpoints: [String] = []
    for host in rest[..<slash].split(separator: ",", omittingEmptySubsequences: false) {
      endpoints.append("\(scheme)://\(try Self.authority(host))")
    }
    self.endpoints = endpoints
    let namespace = rest[slash...].dropFirst()
    let isValid = namespace.utf8.allSatisfy {
      $0.isLetter || $0.isDigit || "-_.".utf8.contains($0)
    }
    guard isValid, (1...Self.nameLimit).contains(namespace.count) else {
      throw .namespace(String(namespace))
    }
    self.namespace = String(namespace)
  }

  /// Returns the host with its port, or with the default port of etcd.
  private static func authority(_ text: Substring) throws(Defect) -> String {
    // Searches the colon of the port only after the closing bracket of an IPv6 address, which contains
    // colons itself.
    let bracket = text.lastIndex(of: "]") ?? text.startIndex
    let colon = text[bracket...].lastIndex(of: ":")
    let host = text[..<(colon ?? text.endIndex)]
    let isHost = host.utf8.allSatisfy { byte in
      // Rejects `%`: a password before an encoded `@` would be displayed as a part of the host.
      (0x21..<0x7F).contains(byte) && !"/?#\"'<>\\;=%".utf8.contains(byte)
    }
    guard !host.isEmpty, isHost, host.hasPrefix("[") == host.hasSuffix("]"),
      host.hasPrefix("[") || !host.contains(":")
    else { throw .host(String(text)) }
    guard let colon else { return "\(host):\(defaultPort)" }
    guard let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
      throw .host(String(text))
    }
    return "\(host):\(port)"
  }
}

extension TeamAddress {
  /// Whether all members are on this machine, so that an HTTP proxy cannot reach them.
  var isLoopback: Bool {
    endpoints.allSatisfy { endpoint in
      let host = endpoint.drop { $0 != "/" }.dropFirst(2).lowercased()
      return host.hasPrefix("127.") || host.hasPrefix("localhost:") || host.hasPrefix("[::1]:")
    }
  }
}

extension TeamAddress: CustomStringConvertible {
  /// The address in the form that ``init(_:)`` parses, with the port of each member.
  package var description: String {
    let isTLS = endpoints.first?.hasPrefix("https:") ?? false
    let hosts = endpoints.map { $0.drop { $0 != "/" }.dropFirst(2) }.joined(separator: ",")
    return "\(isTLS ? "etcds" : "etcd")://\(hosts)/\(namespace)"
  }
}

extension TeamAddress.Defect {
  /// Returns the error message about the given text: what was found, and what was expected.
  package func message(for text: String) -> String {
    let form = "etcd://HOST:PORT,…/NAMESPACE or etcds://…"
    let shown = { (text: String) in URLRedaction.redacted(text, isAddress: true) }
    switch self {
    case .scheme: return "found \"\(shown(text))\", expected \(form)"
    case .credentials:
      return "found a user name or a password in the address, expected \(form) without one"
    case .host(let host):
      return "found the host \"\(shown(host))\", expected HOST or HOST:PORT"
    case .namespace(let namespace):
      return
        "found the namespace \"\(shown(namespace))\", expected 1 to 64 letters, digits, '-', '_' and '.'"
    }
  }
}
