import Networking

/// The responses to requests that do not reach the handler.
struct ServerFaults: Sendable {
  /// A request whose path is not UTF-8, or contains a control character: status 400.
  let badPath: ServerResponse
  /// A request whose body is larger than the limit: status 413.
  let tooLarge: ServerResponse
  /// A request whose body has no memory, because of the bodies of other requests: status 503.
  let noMemory: ServerResponse
  /// A request whose handler has created a response that cannot be sent: status 500.
  let badResponse: ServerResponse
  /// A request during the shutdown of the server: status 503.
  let stopping: ServerResponse

  /// Creates the responses with bodies in JSON: `{"errorDetails": "…"}`.
  init(limits: ServerLimits) {
    badPath = Self.response(400, "the path is not UTF-8, or contains a control character")
    tooLarge = Self.response(413, "the body is larger than \(limits.bodySize) bytes")
    noMemory = Self.response(503, "the server receives too many large bodies at the same time")
    badResponse = Self.response(500, "the response has an invalid header or a used stream")
    stopping = Self.response(503, "the server is shutting down")
  }

  private static func response(_ status: Int, _ details: String) -> ServerResponse {
    let body = "{\"errorCode\":\"GENERAL\",\"errorDetails\":\"\(details)\"}"
    return ServerResponse(
      status: status,
      headers: ["Content-Type": "application/json"],
      body: .bytes(Array(body.utf8))
    )
  }
}
