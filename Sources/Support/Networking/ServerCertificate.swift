internal import CCurl

/// The certificate of a server, read without verifying it, to explain why it is not trusted.
package struct ServerCertificate: Hashable, Sendable {
  /// The issuer, such as `CN = Example Authority`.
  package let issuer: String
  /// The start of the validity in seconds since 1970.
  package let start: Int64
  /// The end of the validity in seconds since 1970.
  package let end: Int64

  /// Connects to the server of a URL and reads its certificate; sends no request.
  ///
  /// Blocks the calling thread. The result is `nil` without libcurl, without a connection, and for a
  /// scheme other than `https`.
  ///
  /// - Parameters:
  ///   - url: The URL, whose scheme must be `https`.
  ///   - proxy: The proxy of the connection.
  ///   - limit: The longest time for the connection and the TLS handshake.
  package init?(
    of url: String,
    through proxy: HTTPClient.Configuration.Proxy = .environment,
    within limit: Duration
  ) {
    guard url.lowercased().hasPrefix("https://"), ccurl_is_ready() != 0 else { return nil }
    let address: String? =
      switch proxy {
      case .environment: nil
      case .none: ""
      case .address(let address): address
      }
    var lines: [String] = []
    withUnsafeMutablePointer(to: &lines) { lines in
      let milliseconds = Int(limit / .milliseconds(1))
      ccurl_read_certificate(
        url,
        address,
        milliseconds,
        { line, context in
          guard let line, let lines = context?.assumingMemoryBound(to: [String].self) else {
            return
          }
          lines.pointee.append(String(cString: line))
        },
        lines
      )
    }
    self.init(properties: lines)
  }

  /// Parses the properties that libcurl lists; `nil` if the dates are missing.
  init?(properties: [String]) {
    func value(_ name: String) -> String? {
      let line = properties.first { $0.hasPrefix(name + ":") }
      return line.map { String($0.dropFirst(name.count + 1)) }
    }
    guard let start = value("Start date").flatMap(Self.seconds),
      let end = value("Expire date").flatMap(Self.seconds)
    else { return nil }
    issuer = value("Issuer") ?? ""
    (self.start, self.end) = (start, end)
  }

  /// Parses a date such as `Nov 27 11:00:00 2026 GMT`.
  private static func seconds(_ text: String) -> Int64? {
    guard text.hasSuffix(" GMT") else { return nil }
    // Adds a placeholder for the day of the week, with which a date in the format of asctime begins.
    return HTTPDate.seconds("- " + text.dropLast(" GMT".count))
  }
}

extension HTTPClient {
  /// The versions of libcurl and its TLS library, such as `libcurl/8.5.0 OpenSSL/3.0.13`; `nil` if libcurl
  /// cannot be loaded.
  package static var libraryVersion: String? {
    guard ccurl_is_ready() != 0, let version = ccurl_version() else { return nil }
    return String(cString: version).split(separator: " ").prefix(2).joined(separator: " ")
  }
}
