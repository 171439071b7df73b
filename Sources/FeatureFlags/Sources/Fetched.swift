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
  /// The address that answered, after redirects.
  public let address: String
  /// The bytes of the body on the wire, before decompression.
  public let bytesReceived: Int
  /// How long each step took.
  public let timings: HTTPTimings
  /// What the server calls the document, word for word; `nil` when it does not say.
  public let revision: HTTPRevision?
  /// How long the server asks to be left alone; `nil` when it does not.
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
