import Documents
import Files
import HTTPServer
import Networking

/// A generated document with the validators (ETag and time) by which clients revalidate their copies of it.
struct ServedDocument: Sendable {
  let bytes: [UInt8]
  /// The media type, such as `application/json`.
  let type: String
  /// The entity tag: the hash of the bytes in quotes.
  let entityTag: String
  /// The time of the last change in seconds since 1970; `nil` if the document also depends on the
  /// body of the request, so that a time does not identify it.
  let modified: Int64?

  init(bytes: [UInt8], type: String = "application/json", modified: Int64?) {
    self.bytes = bytes
    self.type = type
    self.modified = modified
    entityTag = "\"\(SHA256.digest(of: bytes).prefix(32))\""
  }

  /// Returns the response to a request: status 304 without a body if the client has this document already.
  func response(to validators: Validators) -> ServerResponse {
    var headers: HTTPHeaders = ["ETag": entityTag, "Cache-Control": "no-cache"]
    if let modified { headers.add("Last-Modified", HTTPDate.text(modified)) }
    guard !validators.match(self) else { return ServerResponse(status: 304, headers: headers) }
    headers.add("Content-Type", type)
    return ServerResponse(headers: headers, body: .bytes(bytes))
  }
}

/// The conditional headers of a request, by which a client revalidates its copy of a document.
struct Validators: Hashable, Sendable {
  /// The value of `If-None-Match`; `nil` without the header.
  let entityTags: String?
  /// The value of `If-Modified-Since`; `nil` without the header.
  let modifiedSince: String?

  init(_ request: borrowing ServerRequest) {
    entityTags = request.header("If-None-Match")
    modifiedSince = request.header("If-Modified-Since")
  }

  /// Whether the copy of the client is the given document; `If-None-Match` has precedence.
  func match(_ document: ServedDocument) -> Bool {
    if let entityTags { return Self.matches(entityTags, document.entityTag) }
    guard let modified = document.modified, let modifiedSince else { return false }
    // Requires the exact time: after a restart of the server, an earlier document can have a later time.
    return HTTPDate.seconds(modifiedSince) == modified
  }

  /// Whether a list of entity tags contains the given tag; a weak tag matches the strong tag with the same
  /// text.
  private static func matches(_ list: String, _ tag: String) -> Bool {
    list.split(separator: ",").contains { element in
      let trimmed = element.drop { $0 == " " || $0 == "\t" }
      let known = trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed
      return known.prefix { $0 != " " && $0 != "\t" } == tag || trimmed.first == "*"
    }
  }
}

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
