public import Networking

/// A source of configurations, which reads their documents from a file, a server, or memory.
public protocol Source: Sendable {
  /// The name of the source for display, such as a path or a URL.
  var name: String { get }

  /// The key of the cached configurations that are fallbacks for this source.
  ///
  /// The key contains everything that the response depends on, such as the URL and the user. By
  /// default it is `nil`, and any cached configuration of the workspace is a fallback.
  var address: String? { get }

  /// Reads the document of the source, without parsing the document.
  ///
  /// - Throws: The error of reading the source.
  func read() async throws(SourceError) -> [UInt8]

  /// Reads the document, unless it still has the revision that the caller passes.
  ///
  /// The default implementation always reads the document, and returns no facts.
  ///
  /// - Parameters:
  ///   - revision: The revision of the document that the caller already has; `nil` always reads the document.
  ///   - progress: Called on any thread while the document is received; must be fast.
  /// - Returns: The document if it has changed, and the facts of the response.
  /// - Throws: The error of reading the source.
  func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched

  /// Returns the source for a different user, if the server sends each user a different document.
  func source(for context: EvaluationContext) -> any Source

  /// Returns the notifications of the server that the given document has changed.
  ///
  /// - Parameter document: The last document of the source, which may announce its event streams.
  /// - Returns: The notifications; `nil`, the default, if the source can only be polled.
  func changeFeed(of document: [UInt8]) -> ChangeFeed?
}

extension Source {
  /// Returns the source itself by default, for a source with the same document for every user.
  public func source(for context: EvaluationContext) -> any Source { self }

  /// Returns `nil` by default, for a source that can only be polled.
  public func changeFeed(of document: [UInt8]) -> ChangeFeed? { nil }

  /// The key of the cached configurations; `nil` by default, so that any configuration in the cache
  /// of the workspace is a fallback.
  public var address: String? { nil }

  /// Reads the document without revalidation, and returns no facts.
  ///
  /// - Throws: The error of reading the source.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    Fetched(bytes: try await read())
  }
}

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
