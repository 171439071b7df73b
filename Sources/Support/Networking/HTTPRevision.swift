/// The validators of one version of a document, for a conditional request.
public struct HTTPRevision: Hashable, Sendable {
  /// The `ETag` with its quotation marks and `W/`, unchanged.
  public let etag: String?
  /// The `Last-Modified` date, unchanged.
  public let lastModified: String?

  /// The longest validator that is sent, in bytes: servers reject header lines above 8 KiB.
  static let longest = 4 << 10

  /// Creates a revision from the validators of a response.
  ///
  /// A validator that is empty, has a control character or is longer than 4 KiB is dropped: each
  /// request with such a header would fail. The result is `nil` when no validator is left.
  public init?(etag: String?, lastModified: String?) {
    self.etag = etag.flatMap(Self.sendable)
    self.lastModified = lastModified.flatMap(Self.sendable)
    guard self.etag != nil || self.lastModified != nil else { return nil }
  }

  private static func sendable(_ value: String) -> String? {
    let fits = (1...longest).contains(value.utf8.count)
    return fits && HTTPHeaders.isValue(value) ? value : nil
  }
}

extension HTTPResponse {
  /// The validators for the next conditional request; `nil` if the response has no valid validator.
  public var revision: HTTPRevision? {
    HTTPRevision(etag: headers["ETag"], lastModified: headers["Last-Modified"])
  }
}

extension HTTPRequest {
  /// Returns a conditional request, which revalidates a cached revision.
  ///
  /// If the document is unchanged, the server responds with status 304 and without a body.
  public func revalidating(_ revision: HTTPRevision) -> HTTPRequest {
    var request = self
    request.headers["If-None-Match"] = revision.etag
    request.headers["If-Modified-Since"] = revision.lastModified
    return request
  }
}
