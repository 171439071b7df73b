import Documents
import FeatureFlags
import Locking
import Networking

/// Caches the parsed document of a source until the next fetch.
struct CachedDocument<Content: Sendable>: Sendable {
  private struct State {
    var content: Content
    var revision: HTTPRevision?
  }

  private let source: any Source
  private let parse: @Sendable ([UInt8]) throws(DocumentError) -> Content
  private let state: Locked<State>

  /// Creates an empty cache for a source; the first ``fetch()`` reads the source.
  init(
    of source: any Source,
    empty: Content,
    parse: @escaping @Sendable ([UInt8]) throws(DocumentError) -> Content
  ) {
    self.source = source
    self.parse = parse
    state = Locked(State(content: empty))
  }

  /// The parsed content of the last fetch; the initial content before the first fetch.
  var content: Content { state.withLock { $0.content } }

  /// Fetches the document with a conditional request, and parses the document if it has changed.
  func fetch() async throws(SourceError) {
    let revision = state.withLock { $0.revision }
    let fetched = try await source.fetch(unlessStill: revision, progress: nil)
    guard let bytes = fetched.bytes else { return }
    let content = try mapError(parse(bytes)) { (error: DocumentError) in
      SourceError.invalid(source.name, .document(error))
    }
    state.withLock { $0 = State(content: content, revision: fetched.facts?.revision) }
  }
}
