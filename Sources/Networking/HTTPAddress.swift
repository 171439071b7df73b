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
  /// - Throws: `badURL` when the text is no absolute URL.
  public init(_ text: String) throws(HTTPError) {
    guard ccurl_is_ready() != 0 else { throw .unavailable("libcurl.so.4 cannot be loaded") }
    guard !text.utf8.contains(0), let handle = ccurl_url() else { throw .badURL(text) }
    defer { ccurl_url_cleanup(handle) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
    guard ccurl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: handle)
    else { throw .badURL(text) }
    self.scheme = scheme.lowercased()
    host = Self.part(CURLUPART_HOST, of: handle) ?? ""
    port = Self.part(CURLUPART_PORT, of: handle, flags: UInt32(CURLU_DEFAULT_PORT))
      .flatMap { Int($0) }
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
