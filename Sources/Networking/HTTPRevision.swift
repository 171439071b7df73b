/// What a server calls one version of a document: the validators of a conditional request.
public struct HTTPRevision: Hashable, Sendable {
  /// The `ETag`, verbatim, with its quotation marks and `W/`.
  public let etag: String?
  /// The `Last-Modified` date, as the server wrote it.
  public let lastModified: String?

  /// The longest validator that is sent back, in bytes: servers refuse header lines above 8 KiB.
  static let longest = 4 << 10

  /// Makes a revision out of the validators that can be sent back.
  ///
  /// A validator that is empty, has a control character or is longer than 4 KiB is dropped: a request
  /// with such a header would fail each time. The result is `nil` when no validator is left.
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
