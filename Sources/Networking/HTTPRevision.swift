/// What a server calls one version of a document, kept verbatim to ask whether it changed.
public struct HTTPRevision: Hashable, Sendable {
  /// The `ETag`, with its quotation marks and `W/`.
  public let etag: String?
  /// The `Last-Modified` date, as the server wrote it.
  public let lastModified: String?

  /// Makes a revision; `nil` when there is nothing to ask by.
  public init?(etag: String?, lastModified: String?) {
    guard etag != nil || lastModified != nil else { return nil }
    self.etag = etag
    self.lastModified = lastModified
  }
}
