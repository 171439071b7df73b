import Files
import HTTPServer
import Networking

/// A document with the validators by which clients revalidate their copy.
struct ServedDocument: Sendable {
  let bytes: [UInt8]
  let type: String
  /// The hash of the bytes in quotes.
  let entityTag: String
  /// The time of the last change in seconds since 1970; `nil` for a document without one.
  let modified: Int64?

  init(bytes: [UInt8], type: String, modified: Int64?) {
    self.bytes = bytes
    self.type = type
    self.modified = modified
    entityTag = "\"\(SHA256.digest(of: bytes).prefix(32))\""
  }

  /// Returns the response to a request: status 304 without a body if the client has this document.
  func response(to request: borrowing ServerRequest) -> ServerResponse {
    var headers: HTTPHeaders = ["ETag": entityTag, "Cache-Control": "no-cache"]
    if let modified { headers.add("Last-Modified", HTTPDate.text(modified)) }
    guard !isCurrent(request) else { return ServerResponse(status: 304, headers: headers) }
    headers.add("Content-Type", type)
    return ServerResponse(headers: headers, body: .bytes(bytes))
  }

  /// Whether the validators of a conditional request match; `If-None-Match` has precedence.
  private func isCurrent(_ request: borrowing ServerRequest) -> Bool {
    if let tags = request.header("If-None-Match") { return Self.matches(tags, entityTag) }
    guard let modified, let text = request.header("If-Modified-Since") else { return false }
    // Only the exact time matches: after a restart, an earlier document can have a later time.
    return HTTPDate.seconds(text) == modified
  }

  /// Whether a list of entity tags contains the given one; a weak tag matches its strong form.
  static func matches(_ list: String, _ tag: String) -> Bool {
    list.split(separator: ",").contains { element in
      let trimmed = element.drop { $0 == " " || $0 == "\t" }
      let known = trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed
      return known.prefix { $0 != " " && $0 != "\t" } == tag || trimmed.first == "*"
    }
  }
}
