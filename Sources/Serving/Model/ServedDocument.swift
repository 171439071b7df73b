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
