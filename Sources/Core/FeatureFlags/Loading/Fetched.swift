public import Networking

/// The result of reading a source: the document, unless it is unchanged, and facts about the
/// response of a server.
public struct Fetched: Hashable, Sendable {
  /// The bytes of the document; `nil` if the document still has the revision that the caller passed.
  public let bytes: [UInt8]?
  /// The status, timings and validators of the response; `nil` for a source that is not a server.
  public let facts: FetchFacts?

  /// Creates a result; a source that is not a server has no facts.
  public init(bytes: [UInt8]?, facts: FetchFacts? = nil) {
    self.bytes = bytes
    self.facts = facts
  }
}

/// Facts about the response of a server, without its body.
public struct FetchFacts: Hashable, Sendable {
  /// The HTTP status code, such as 200 or 304.
  public let status: Int
  /// The URL of the response after redirects, without secrets.
  public let address: String
  /// The number of bytes of the body on the wire, before decompression.
  public let bytesReceived: Int
  /// The duration of each phase of the HTTP exchange.
  public let timings: HTTPTimings
  /// The validators of the document (ETag, Last-Modified); `nil` if the server sent none that are
  /// usable.
  public let revision: HTTPRevision?
  /// The delay of `Retry-After` in a failed response, at most one hour; `nil` for none.
  public let retryDelay: Duration?

  /// Creates facts about a response, such as for a test.
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
