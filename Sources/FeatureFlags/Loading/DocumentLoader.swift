import Locking
package import Networking

/// Fetches, parses and caches the document of one source: the steps of a ``DocumentSearch``.
package protocol DocumentLoader: Sendable {
  associatedtype Document: Sendable
  associatedtype Failure: Error

  /// The origin of a document that the source has sent.
  var origin: Origin { get }

  /// Fetches the document, with a conditional request if the revision of `known` allows one.
  func fetch(
    after known: Document?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(Failure) -> Fetched

  /// Parses and validates a document of the source, before it replaces the known one.
  func parse(
    _ bytes: [UInt8],
    _ facts: FetchFacts?,
    replacing known: Document?
  ) throws(Failure) -> Document

  /// Reads the cached document; `nil` if there is none for this source.
  func readCache() throws(Failure) -> Document?

  /// Caches a valid document of the source; may block for an advisory lock and fsync.
  func writeCache(_ document: Document) throws(Failure)
}

/// Searches a document in its source, then in the cache, then in local fallbacks.
///
/// The first valid document is found. The result of each location says why a fallback is used.
package struct DocumentSearch<Loader: DocumentLoader>: Sendable {
  package typealias Document = Loader.Document
  package typealias Failure = Loader.Failure
  /// The document of a location; `nil` if it has none, or no newer one than the known document.
  package typealias Outcome = Result<Document?, Failure>

  /// The steps of the search.
  package let loader: Loader
  /// The last document of the source, or the cached one: revalidated, and the first fallback.
  package private(set) var known: Document?
  /// The searched locations, in order.
  package private(set) var attempts: [(origin: Origin, outcome: Outcome)] = []
  /// The result of the source; `nil` if it was not searched.
  package private(set) var source: Outcome?
  /// The facts of a successful response; `nil` for a source that is not a server.
  package private(set) var facts: FetchFacts?
  /// Why the document of the source could not be cached.
  package private(set) var writeFailure: Failure?
  /// Why the cache could not be read before the source.
  private var readFailure: Failure?

  /// Creates a search; `known` is the last document of the same source.
  package init(_ loader: Loader, after known: Document? = nil) {
    self.loader = loader
    self.known = known
  }

  /// The first valid document, with its origin.
  package var found: (document: Document, origin: Origin)? {
    for case (let origin, .success(let document?)) in attempts { return (document, origin) }
    return nil
  }

  /// The document that the source has sent; `nil` if it is unchanged or unusable.
  package var new: Document? {
    if case .success(let document) = source { document } else { nil }
  }

  /// The failures in order of the search, and then those of reading and writing the cache.
  package var failures: [Failure] {
    var failures: [Failure] = []
    for case (_, .failure(let error)) in attempts { failures.append(error) }
    return failures + [readFailure, writeFailure].compactMap(\.self)
  }
}

extension DocumentSearch {
  /// Reads the cached document, for its revision.
  package mutating func readCache() {
    do throws(Failure) { known = try loader.readCache() } catch { readFailure = error }
  }

  /// Fetches the document of the source, and caches a new one.
  package mutating func fetch(progress: (@Sendable (HTTPProgress) -> Void)? = nil) async {
    do throws(Failure) {
      accept(.success(try await loader.fetch(after: known, progress: progress)))
    } catch {
      accept(.failure(error))
    }
    guard new != nil else { return }
    // fsync must not block a thread of the cooperative pool.
    writeFailure = await cacheThread.run { [self] in writeNew() }
  }

  /// Parses and validates the document of the source.
  package mutating func accept(_ response: Result<Fetched, Failure>) {
    if case .success(let fetched) = response { facts = fetched.facts }
    source = add(loader.origin) { [loader, known] () throws(Failure) in
      let fetched = try response.get()
      guard let bytes = fetched.bytes else { return nil }
      return try loader.parse(bytes, fetched.facts, replacing: known)
    }
  }

  /// Caches the document that the source has sent, if any; may block for fsync.
  package mutating func writeCache() {
    writeFailure = writeNew()
  }

  private func writeNew() -> Failure? {
    do throws(Failure) { try new.map(loader.writeCache) } catch { return error }
    return nil
  }

  /// Uses the known document if the source has sent none, or else reads the cache once more.
  ///
  /// Another process may have written a missing cache during the request.
  package mutating func useCache() {
    guard found == nil else { return }
    readFailure = nil
    add(.cache) { [loader, known] () throws(Failure) in
      if let known { known } else { try loader.readCache() }
    }
  }

  /// Adds a location, whose document is used if no location before it has one.
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

private let cacheThread = ThreadExecutor(label: "halyard.cache")
