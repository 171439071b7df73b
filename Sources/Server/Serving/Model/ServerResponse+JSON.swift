import Documents
import HTTPServer
import Networking

extension ServerResponse {
  /// A response with a JSON body.
  static func json(_ bytes: [UInt8], status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, headers: jsonHeaders, body: .bytes(bytes))
  }

  private static let jsonHeaders: HTTPHeaders = ["Content-Type": "application/json"]

  /// The response of an overloaded server: status 503, after which a client may retry in a second.
  static var overloaded: ServerResponse {
    var response = ServerResponse.error(503, "the server has too many requests for large documents")
    response.headers.add("Retry-After", "1")
    return response
  }

  /// The response to a request whose evaluations need too much work: status 413.
  static var tooMuchWork: ServerResponse {
    .error(
      413,
      "the evaluation takes too long: a text of the user is too large for the rules of the flags"
    )
  }

  /// A response with an error in the format of OFREP, which clients of other endpoints can read too.
  static func error(
    _ status: Int,
    _ details: String,
    code: String = "GENERAL",
    key: String? = nil
  ) -> ServerResponse {
    var members: [(key: String, value: JSONValue)] = []
    if let key { members.append(("key", .string(key))) }
    members += [("errorCode", .string(code)), ("errorDetails", .string(details))]
    return .json(Array(JSONValue.object(members).text().utf8), status: status)
  }
}
