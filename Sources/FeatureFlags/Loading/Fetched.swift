public import Networking

/// What a source gave.
public struct Fetched: Hashable, Sendable {
  /// The document; `nil` when it is still the one that the caller has.
  public let bytes: [UInt8]?
  /// What is known of the answer; `nil` for a source that is no server.
  public let facts: FetchFacts?

  /// Makes what a source gave.
  public init(bytes: [UInt8]?, facts: FetchFacts? = nil) {
    self.bytes = bytes
    self.facts = facts
  }
}

/// What is known of a server's answer, beside its document.
public struct FetchFacts: Hashable, Sendable {
  /// The status code, such as 200 or 304.
  public let status: Int
  /// The URL of the response, after redirects, without secrets.
  public let address: String
  /// The bytes of the body on the wire, before decompression.
  public let bytesReceived: Int
  /// How long each step took.
  public let timings: HTTPTimings
  /// The validators of the document, verbatim; `nil` when the server sent none that can be sent back.
  public let revision: HTTPRevision?
  /// The wait that a failed response demands, at most one hour; `nil` for none.
  public let retryDelay: Duration?

  /// Makes the facts of an answer.
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
