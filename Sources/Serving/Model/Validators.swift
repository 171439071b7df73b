import HTTPServer
import Networking

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
