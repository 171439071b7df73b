import HTTPServer
import Networking

/// The rules by which web pages of other origins may use the server (CORS).
struct CrossOrigin: Sendable {
  /// The allowed origins, such as `https://shop.example.test`; `*` allows all.
  let allowed: [String]

  /// Returns the headers for a response to a request with the given `Origin`.
  ///
  /// Pages that this machine serves, such as `http://localhost:3000`, are always allowed.
  func headers(for origin: String?, isPreflight: Bool) -> [HTTPHeaders.Field] {
    // Ignore an origin with other characters, which neither an origin nor the value of a header can
    // contain.
    guard let origin, !origin.isEmpty, origin.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      isAllowed(origin)
    else { return [] }
    var fields = [
      HTTPHeaders.Field(name: "Access-Control-Allow-Origin", value: origin),
      HTTPHeaders.Field(name: "Vary", value: "Origin"),
    ]
    if isPreflight {
      fields += [
        HTTPHeaders.Field(
          name: "Access-Control-Allow-Methods",
          value: "GET, POST, REPORT, OPTIONS"
        ),
        HTTPHeaders.Field(name: "Access-Control-Allow-Headers", value: Self.requestHeaders),
        HTTPHeaders.Field(name: "Access-Control-Max-Age", value: "600"),
      ]
    } else {
      // Without `Access-Control-Expose-Headers`, a script cannot read the ETag that it has to send back.
      let exposed = "Date, ETag, Retry-After, X-SSE-Support"
      fields.append(HTTPHeaders.Field(name: "Access-Control-Expose-Headers", value: exposed))
    }
    return fields
  }

  private static let requestHeaders =
    "content-type, authorization, cache-control, x-api-key, if-none-match, if-modified-since, last-event-id, "
    + "halyard-overrides, x-launchdarkly-event-schema, x-launchdarkly-payload-id, x-launchdarkly-tags, "
    + "x-launchdarkly-user-agent, x-launchdarkly-wrapper, "
    + "unleash-appname, unleash-client-spec, unleash-connection-id, unleash-instanceid, "
    + "unleash-interval, unleash-sdk, x-unleash-appname, x-unleash-connection-id, x-unleash-sdk"

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
