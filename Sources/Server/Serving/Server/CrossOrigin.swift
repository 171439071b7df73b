import HTTPServer
import Networking

/// The rules by which web pages of other origins may use the server (CORS).
struct CrossOrigin: Sendable {
  /// The allowed origins, such as `https://shop.example.test`; `*` allows all.
  let allowed: [String]

  /// Returns the headers for a response to a request with the given `Origin`.
  ///
  /// Pages that this machine serves, such as `http://localhost:3000`, are always allowed.
  ///
  /// - Parameters:
  ///   - origin: The origin.
  ///   - requested: The headers that a preflight request asks to send; `nil` for any other request.
  /// - Returns: The headers; none for an origin that is not allowed.
  func headers(for origin: String?, preflightFor requested: String? = nil) -> [HTTPHeaders.Field] {
    // Ignores an origin with white space, control or non-ASCII characters: a valid origin has none, and
    // they must not be copied to a header.
    guard let origin, !origin.isEmpty, origin.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      isAllowed(origin)
    else { return [] }
    var fields = [
      HTTPHeaders.Field(name: "Access-Control-Allow-Origin", value: origin),
      HTTPHeaders.Field(
        name: "Vary",
        value: requested == nil ? "Origin" : "Origin, Access-Control-Request-Headers"
      ),
    ]
    if let requested {
      fields += [
        HTTPHeaders.Field(
          name: "Access-Control-Allow-Methods",
          value: "GET, POST, REPORT, OPTIONS"
        ),
        HTTPHeaders.Field(name: "Access-Control-Max-Age", value: "600"),
      ]
      // A page may add headers of its own, such as those of a tracing library, to the requests of an SDK.
      if Self.isListOfHeaders(requested) {
        fields.append(HTTPHeaders.Field(name: "Access-Control-Allow-Headers", value: requested))
      }
    } else {
      // Without `Access-Control-Expose-Headers`, a script cannot read the ETag that it has to send back.
      let exposed = "Date, ETag, Retry-After, X-SSE-Support"
      fields.append(HTTPHeaders.Field(name: "Access-Control-Expose-Headers", value: exposed))
    }
    return fields
  }

  /// Whether a text is a list of header names, separated by commas, with at least one name.
  private static func isListOfHeaders(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { "!#$%&'*+-.^_`|~, \t".utf8.contains($0) || $0.isAlphanumeric }
  }

  private func isAllowed(_ origin: String) -> Bool {
    allowed.contains("*") || allowed.contains(origin) || Self.isLocal(origin)
  }

  private static func isLocal(_ origin: String) -> Bool {
    for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
      let host = RequestHosts.host(of: String(origin.dropFirst(scheme.count)))
      return host.map(["localhost", "127.0.0.1", "::1"].contains) ?? false
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
