import Locking
package import Networking

/// The steps of ``DocumentFallback``: fetching, parsing and caching the document of one source.
package protocol DocumentLoader: Sendable {
  associatedtype Document: Sendable
  associatedtype Failure: Error

  /// The origin that a document from the source has.
  var origin: Origin { get }

  /// Fetches the document of the source; the request is conditional if `known` has a revision.
  func fetch(
    after known: Document?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(Failure) -> Fetched

  /// Parses and validates a document of the source, before the document replaces `known`.
  func parse(
    _ bytes: [UInt8],
    _ facts: FetchFacts?,
    replacing known: Document?
  ) throws(Failure) -> Document

  /// Reads the cached document; returns `nil` if the cache has none for the source.
  func readCache() throws(Failure) -> Document?

  /// Whether ``writeCache(_:)`` blocks for an advisory lock and fsync; `false` without a cache.
  var blocksForCache: Bool { get }

  /// Caches a valid document of the source; may block on an advisory lock and fsync.
  func writeCache(_ document: Document) throws(Failure)
}

/// Searches for a document in its source, then in the cache, then in local fallbacks.
///
/// The search ends at the first valid document. It records the result of each step, so that the
/// caller can report why a fallback is used.
package struct DocumentFallback<Loader: DocumentLoader>: Sendable {
  package typealias Document = Loader.Document
  package typealias Failure = Loader.Failure
  /// The result of one step; the document is `nil` if the step found none, or none newer than the known
  /// document.
  package typealias Outcome = Result<Document?, Failure>

  /// The loader that implements the steps of the search.
  package let loader: Loader
  /// The last document of the source, or the cached one; it is revalidated, and is the first
  /// fallback.
  package private(set) var known: Document?
  /// The completed steps of the search, in order.
  package private(set) var attempts: [(origin: Origin, outcome: Outcome)] = []
  /// The result of reading the source; `nil` if the source was not read.
  package private(set) var source: Outcome?
  /// The status, timings and validators of a successful response; `nil` for a source that is not a
  /// server.
  package private(set) var facts: FetchFacts?
  /// The error of caching the document; `nil` for none.
  package private(set) var writeFailure: Failure?
  /// The error of reading the cache before the source; `nil` for none.
  private var readFailure: Failure?

  /// Creates a search that has not started; `known` is the last document of the same source, if any.
  package init(_ loader: Loader, after known: Document? = nil) {
    self.loader = loader
    self.known = known
  }

  /// The first valid document with its origin; `nil` if the search has found none.
  package var found: (document: Document, origin: Origin)? {
    for case (let origin, .success(let document?)) in attempts { return (document, origin) }
    return nil
  }

  /// The new document of the source; `nil` if the document is unchanged or invalid.
  package var new: Document? {
    if case .success(let document) = source { document } else { nil }
  }

  /// The failures in the order of the search, followed by those of reading and writing the cache.
  package var failures: [Failure] {
    var failures: [Failure] = []
    for case (_, .failure(let error)) in attempts { failures.append(error) }
    return failures + [readFailure, writeFailure].compactMap(\.self)
  }
}

extension DocumentFallback {
  /// Reads the cached document, whose revision is used for a conditional request.
  package mutating func readCache() {
    do throws(Failure) { known = try loader.readCache() } catch { readFailure = error }
  }

  /// Fetches the document of the source, and caches the document if it is new.
  package mutating func fetch(progress: (@Sendable (HTTPProgress) -> Void)? = nil) async {
    accept(await Result(awaiting: try await loader.fetch(after: known, progress: progress)))
    guard new != nil else { return }
    guard loader.blocksForCache else { return writeCache() }
    // Writes on a separate thread: fsync must not block a thread of the cooperative pool.
    writeFailure = await cacheThread.run { [self] in writeNew() }
  }

  /// Parses and validates the response of the source.
  package mutating func accept(_ response: Result<Fetched, Failure>) {
    if case .success(let fetched) = response { facts = fetched.facts }
    source = add(loader.origin) { [loader, known] () throws(Failure) in
      let fetched = try response.get()
      guard let bytes = fetched.bytes else { return nil }
      return try loader.parse(bytes, fetched.facts, replacing: known)
    }
  }

  /// Caches the new document of the source, if any; may block on fsync.
  package mutating func writeCache() {
    writeFailure = writeNew()
  }

  private func writeNew() -> Failure? {
    Result { () throws(Failure) in try new.map(loader.writeCache) }.failure
  }

  /// Uses the known document if the source has no valid document; without a known document, reads the
  /// cache again.
  ///
  /// Another process may have created the cache during the request.
  package mutating func useCache() {
    guard found == nil else { return }
    readFailure = nil
    add(.cache) { [loader, known] () throws(Failure) in
      if let known { known } else { try loader.readCache() }
    }
  }

  /// Adds a fallback, which is used if no earlier step has found a document.
  @discardableResult
  package mutating func add(
    _ origin: Origin,
    _ read: () throws(Failure) -> Document?
  ) -> Outcome {
    let outcome = Result(catching: read)
    attempts.append((origin, outcome))
    return outcome
  }
}

/// The thread of all cache writes, which block for an advisory lock and fsync.
private let cacheThread = ThreadExecutor(label: "halyard.cache")
