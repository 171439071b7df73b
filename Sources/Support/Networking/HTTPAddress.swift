internal import CCurl

/// The origin of a URL: scheme, host and port.
public struct HTTPAddress: Hashable, Sendable {
  /// The scheme in lower case, such as `https`.
  public let scheme: String
  /// The host, in brackets if it is an IPv6 address; empty if the URL has none.
  public let host: String
  /// The port in the URL, or else the default port of the scheme; `nil` if the scheme has no default port
  /// either.
  public let port: Int?

  /// Parses an absolute URL.
  ///
  /// A text that only some parsers accept, such as `http:///host` or `http:/host`, is not a URL.
  ///
  /// - Throws: ``HTTPError/badURL(_:)`` if the text is not an absolute URL,
  ///   ``HTTPError/unavailable(_:)`` without libcurl.
  public init(_ text: String) throws(HTTPError) {
    try self.init(text, redirectedFrom: nil)
  }

  /// Parses the target of a redirect, which can be relative to the URL of the response.
  ///
  /// The parser is libcurl's own, so the result is the URL to which libcurl will redirect.
  ///
  /// - Throws: The errors of ``init(_:)``.
  init(_ text: String, redirectedFrom base: String?) throws(HTTPError) {
    guard ccurl_is_ready() != 0 else { throw .noLibrary }
    // `URLParts` is stricter than libcurl, and applies to `http` and `https` only: other schemes are not
    // requested.
    let isStrict = base != nil || !Self.claimsWeb(text) || URLParts(text) != nil
    guard !text.utf8.contains(0), isStrict, let handle = ccurl_url() else {
      throw .badURL(URLRedaction.redacted(text, isAddress: true))
    }
    defer { ccurl_url_cleanup(handle) }
    var flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
    if let base {
      guard ccurl_url_set(handle, CURLUPART_URL, base, flags) == CURLUE_OK else {
        throw .badURL(URLRedaction.redacted(base, isAddress: true))
      }
      flags |= UInt32(CURLU_URLENCODE)
    }
    guard ccurl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: handle)
    else { throw .badURL(URLRedaction.redacted(text, isAddress: true)) }
    self.scheme = scheme.lowercased()
    host = Self.part(CURLUPART_HOST, of: handle) ?? ""
    port = Self.part(CURLUPART_PORT, of: handle, flags: UInt32(CURLU_DEFAULT_PORT))
      .flatMap { Int($0) }
  }

  /// Whether a text begins with `http://` or `https://`, in any letter case.
  package static func isWeb(_ text: String) -> Bool {
    text.prefix(7).lowercased() == "http://" || isHTTPS(text)
  }

  /// Whether a text begins with `https://`, in any letter case.
  package static func isHTTPS(_ text: String) -> Bool {
    text.prefix(8).lowercased() == "https://"
  }

  /// Whether a text begins with `http:` or `https:`, so that it is either a URL or a mistyped one.
  package static func claimsWeb(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    return scheme.endIndex < text.utf8.endIndex
      && ["http", "https"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
  }

  /// Whether both URLs have the same scheme, host and port; a redirect to a different origin is
  /// sent without secret headers.
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
