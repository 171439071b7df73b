public import Networking

/// Where a configuration comes from.
public protocol Source: Sendable {
  /// The name of the source, for people: a path, an address.
  var name: String { get }

  /// The address whose cached configuration may stand in for this source, with all that the answer
  /// depends on, such as the user.
  ///
  /// `nil`, which is the default, takes any configuration that the workspace keeps.
  var address: String? { get }

  /// Reads the document of the source, without looking into it.
  ///
  /// - Throws: The reason, if it cannot be read.
  func read() async throws(SourceError) -> [UInt8]

  /// Reads the document, unless it is still the one that the caller has.
  ///
  /// The default reads it in any case, and knows nothing about the answer.
  ///
  /// - Parameters:
  ///   - revision: The revision that the caller has; `nil` reads in any case.
  ///   - progress: Called as the document comes in, on any thread; must be quick.
  /// - Returns: The document, if it is another one, and what is known of the answer.
  /// - Throws: The reason, if it cannot be read.
  func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched

  /// The same source for another user, where the server sends each user a document of their own.
  func source(for context: EvaluationContext) -> any Source
}

extension Source {
  /// The source itself: the document is the same for every user.
  public func source(for context: EvaluationContext) -> any Source { self }

  /// No address: any configuration that the workspace keeps may stand in.
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
