import Glibc

/// The address on which a server listens: a host name or IP address, and a port.
public struct ListenAddress: Hashable, Sendable {
  /// The host name or IP address, without the brackets of an IPv6 address.
  public let host: String
  /// The port, from 0 to 65535; 0 for any free port.
  public let port: UInt16

  /// Creates an address from its parts.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST:PORT`, `[IPv6]:PORT` or a port alone, which means the host `127.0.0.1`.
  ///
  /// - Throws: `badAddress` for other text.
  public init(_ text: String) throws(HTTPServerError) {
    let parts = Self.split(text)
    guard let parts, !parts.host.isEmpty, parts.port.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = UInt16(parts.port)
    else { throw .badAddress(text) }
    self.init(host: parts.host, port: port)
  }

  private static func split(_ text: String) -> (host: String, port: String)? {
    guard let colon = text.lastIndex(of: ":") else { return ("127.0.0.1", text) }
    let host = text[..<colon]
    let port = String(text[text.index(after: colon)...])
    if host.hasPrefix("["), host.hasSuffix("]") {
      return (String(host.dropFirst().dropLast()), port)
    }
    // A colon in the host means an IPv6 address without brackets, whose port is ambiguous.
    return host.contains(":") ? nil : (String(host), port)
  }

  /// Whether only programs of this machine can connect: `localhost`, 127.0.0.0/8 or ::1.
  ///
  /// Host names other than `localhost` are not resolved, and count as reachable from other machines.
  public var isLoopback: Bool {
    var four = in_addr()
    if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    if inet_pton(AF_INET6, host, &six) == 1 {
      let bytes = withUnsafeBytes(of: six) { Array($0) }
      return bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
    }
    return host.lowercased() == "localhost"
  }
}

extension ListenAddress {
  /// Tests whether a server can listen on the address: listens, and stops at once.
  ///
  /// - Throws: `unknownHost` or `notBound`.
  package func probe() throws(HTTPServerError) {
    close(try ListenSocket(self).handle)
  }
}

extension ListenAddress: CustomStringConvertible {
  /// The address as `HOST:PORT`, with brackets around an IPv6 address.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
