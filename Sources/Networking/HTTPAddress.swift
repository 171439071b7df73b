internal import CCurl

/// The parts of an address that decide where a request goes.
public struct HTTPAddress: Hashable, Sendable {
  /// The scheme in lower case, such as `https`.
  public let scheme: String
  /// The host, in brackets when it is an IPv6 address; empty for schemes without one.
  public let host: String
  /// The port, as written or the scheme's usual one; `nil` for schemes without one.
  public let port: Int?

  /// Reads an address.
  ///
  /// - Throws: `badURL` when the text is no absolute URL, `unavailable` without libcurl.
  public init(_ text: String) throws(HTTPError) {
    try self.init(text, redirectedFrom: nil)
  }

  /// Reads the target of a redirect, which can be relative to the URL that redirects.
  ///
  /// libcurl resolves the target the same way when it follows the redirect.
  ///
  /// - Throws: As `init(_:)`.
  init(_ text: String, redirectedFrom base: String?) throws(HTTPError) {
    guard ccurl_is_ready() != 0 else { throw .noLibrary }
    guard !text.utf8.contains(0), let handle = ccurl_url() else { throw .badURL(text) }
    defer { ccurl_url_cleanup(handle) }
    var flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
    if let base {
      guard ccurl_url_set(handle, CURLUPART_URL, base, flags) == CURLUE_OK else {
        throw .badURL(base)
      }
      flags |= UInt32(CURLU_URLENCODE)
    }
    guard ccurl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: handle)
    else { throw .badURL(text) }
    self.scheme = scheme.lowercased()
    host = Self.part(CURLUPART_HOST, of: handle) ?? ""
    port = Self.part(CURLUPART_PORT, of: handle, flags: UInt32(CURLU_DEFAULT_PORT))
      .flatMap { Int($0) }
  }

  /// Whether scheme, host and port are the same, so that secrets of one are meant for the other.
  func hasSameOrigin(as other: HTTPAddress) -> Bool {
    scheme == other.scheme && host.lowercased() == other.host.lowercased() && port == other.port
  }

  private static func part(
    _ part: CURLUPart,
    of handle: OpaquePointer,
    flags: UInt32 = 0
  ) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard ccurl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { ccurl_free(text) }
    return String(cString: text)
  }
}
