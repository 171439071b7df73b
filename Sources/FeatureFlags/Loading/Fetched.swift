public import Networking

/// The result of reading a source: a document, or that it is unchanged.
public struct Fetched: Hashable, Sendable {
  /// The document; `nil` if the revision of the caller is still valid.
  public let bytes: [UInt8]?
  /// The facts of the response; `nil` for a source that is not a server.
  public let facts: FetchFacts?

  /// Creates a result.
  public init(bytes: [UInt8]?, facts: FetchFacts? = nil) {
    self.bytes = bytes
    self.facts = facts
  }
}

/// The facts of a server's response, without its document.
public struct FetchFacts: Hashable, Sendable {
  /// The status code, such as 200 or 304.
  public let status: Int
  /// The URL of the response, after redirects, without secrets.
  public let address: String
  /// The bytes of the body on the wire, before decompression.
  public let bytesReceived: Int
  /// The duration of each phase of the request.
  public let timings: HTTPTimings
  /// The validators of the document (ETag, Last-Modified); `nil` without usable ones.
  public let revision: HTTPRevision?
  /// The delay of `Retry-After` in a failed response, at most one hour; `nil` for none.
  public let retryDelay: Duration?

  /// Creates the facts of a response.
  public init(
    status: Int,
    address: String,
    bytesReceived: Int = 0,
    timings: HTTPTimings = HTTPTimings(),
    revision: HTTPRevision? = nil,
    retryDelay: Duration? = nil
  ) {
    self.status = status
    self.address = address
    self.bytesReceived = bytesReceived
    self.timings = timings
    self.revision = revision
    self.retryDelay = retryDelay
  }
}
