public import Networking

/// Reads the document of a configuration: from a file, a server, or memory.
public protocol Source: Sendable {
  /// The name of the source for display, such as a path or a URL.
  var name: String { get }

  /// The key of the cached configurations that are a fallback for this source.
  ///
  /// The key has everything that the response depends on, such as the URL and the user. With `nil`,
  /// the default, any cached configuration of the workspace is a fallback.
  var address: String? { get }

  /// Reads the document of the source, without parsing it.
  ///
  /// - Throws: The reason, if it cannot be read.
  func read() async throws(SourceError) -> [UInt8]

  /// Reads the document, unless it equals the revision that the caller has.
  ///
  /// The default implementation always reads the document, and returns no facts.
  ///
  /// - Parameters:
  ///   - revision: The revision to revalidate; `nil` always reads the document.
  ///   - progress: Called while the document is received, on any thread; must be fast.
  /// - Returns: The document, if it changed, and the facts of the response.
  /// - Throws: The reason, if it cannot be read.
  func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched

  /// Returns the source for another user, if the server sends each user a different document.
  func source(for context: EvaluationContext) -> any Source
}

extension Source {
  /// The source itself: every user has the same document.
  public func source(for context: EvaluationContext) -> any Source { self }

  /// `nil`: any cached configuration of the workspace is a fallback.
  public var address: String? { nil }

  /// Reads the document.
  ///
  /// - Throws: The reason, if it cannot be read.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    Fetched(bytes: try await read())
  }
}
