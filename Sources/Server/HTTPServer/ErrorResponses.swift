import CMicrohttpd
import Networking

/// The responses with which the server itself rejects requests, or replaces responses that cannot be sent.
struct ErrorResponses: Sendable {
  /// For a request whose path is not UTF-8, or contains a control character: status 400.
  let badPath: ServerResponse
  /// For a request whose body is larger than the limit: status 413.
  let tooLarge: ServerResponse
  /// For a request whose body does not fit into memory because of the bodies of other requests: status
  /// 503.
  let noMemory: ServerResponse
  /// For a request whose handler has created a response that cannot be sent: status 500.
  let badResponse: ServerResponse
  /// For a request whose response does not fit into memory because clients do not read their responses:
  /// status 503.
  let congested: ServerResponse
  /// For a request that would open a stream above the limit of streams: status 503.
  let tooManyStreams: ServerResponse
  /// For a request whose client closed the connection before the handler responded: status 503.
  let abandoned: ServerResponse
  /// For a request whose head or body cannot be parsed: status 400.
  let malformed: ServerResponse
  /// For a request whose header `Host` is missing or malformed: status 400.
  let badHost: ServerResponse
  /// For a request with a malformed `Content-Length`: status 400.
  let badLength: ServerResponse
  /// For a request with an unsupported or ambiguous `Transfer-Encoding`: status 400.
  let badEncoding: ServerResponse
  /// For a request line above the limit: status 414.
  let largeTarget: ServerResponse
  /// For a head above the limit: status 431.
  let largeHead: ServerResponse
  /// For a body with a `Content-Encoding` other than gzip, or for any compressed body without zlib:
  /// status 415.
  let unsupportedEncoding: ServerResponse
  /// For a body that is not in the format of its `Content-Encoding`: status 400.
  let badCompression: ServerResponse
  /// For a compressed body that would become too large: status 413.
  let tooLargeInflated: ServerResponse

  /// Creates the responses with bodies in JSON: `{"errorDetails": "…"}`.
  init(limits: ServerLimits) {
    badPath = Self.response(400, "the path is not UTF-8, or contains a control character")
    tooLarge = Self.response(413, "the body is larger than \(limits.bodySize) bytes")
    noMemory = Self.busy("the server receives too many large bodies at the same time")
    badResponse = Self.response(500, "the response has an invalid header or a used stream")
    congested = Self.busy("too many clients do not read their responses")
    tooManyStreams = Self.busy("the server has too many open event streams")
    abandoned = Self.busy("the client has closed the connection")
    malformed = Self.closing("the request is malformed")
    badHost = Self.closing("expected one header Host with a host name and an optional port")
    badLength = Self.closing("expected one header Content-Length with a number")
    badEncoding = Self.closing(
      "expected the header Transfer-Encoding to be chunked, without Content-Length"
    )
    let head = "of more than \(limits.headerSize) bytes"
    largeTarget = Self.closing("found a request line \(head)", status: 414)
    largeHead = Self.closing("found a request line with headers \(head)", status: 431)
    var unsupported = Self.response(
      415,
      BodyEncoding.hasLibrary
        ? "found another Content-Encoding, expected gzip or none"
        : "found a Content-Encoding, expected none: the package zlib1g is not installed"
    )
    if BodyEncoding.hasLibrary { unsupported.headers.add("Accept-Encoding", "gzip") }
    unsupportedEncoding = unsupported
    badCompression = Self.response(400, "the body is not gzip, as its Content-Encoding says")
    let ratio = "\(ServerLimits.inflationRatio) times the compressed ones"
    tooLargeInflated = Self.response(
      413,
      "the inflated body is larger than \(limits.bodySize) bytes, or than \(ratio)"
    )
  }

  /// Returns the response to a request whose compressed body cannot be used.
  func fault(of failure: CompressedBody.Failure) -> ServerResponse {
    switch failure {
    case .malformed: badCompression
    case .tooLarge: tooLargeInflated
    case .noMemory: noMemory
    }
  }

  /// Returns the response that rejects a request with the given head; `nil` for a valid head.
  func fault(of head: cmhd_head) -> ServerResponse? {
    switch head {
    case cmhd_head_valid: nil
    case cmhd_head_bad_host: badHost
    case cmhd_head_bad_length: badLength
    case cmhd_head_large_length: tooLarge
    case cmhd_head_bad_encoding: badEncoding
    default: malformed
    }
  }

  private static func response(_ status: Int, _ details: String) -> ServerResponse {
    let body = "{\"errorCode\":\"GENERAL\",\"errorDetails\":\"\(details)\"}"
    return ServerResponse(
      status: status,
      headers: ["Content-Type": "application/json"],
      body: .bytes(Array(body.utf8))
    )
  }

  /// A response of an overloaded server, after which a client may retry in a second.
  private static func busy(_ details: String) -> ServerResponse {
    var response = response(503, details)
    response.headers.add("Retry-After", "1")
    return response
  }

  /// A response that closes the connection, because the server cannot find the end of the request.
  private static func closing(_ details: String, status: Int = 400) -> ServerResponse {
    var response = response(status, details)
    response.headers.add("Connection", "close")
    return response
  }
}
