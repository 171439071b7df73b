import Documents
import FeatureFlags
import Locking
import Networking

/// The content of a source's document, read again when it is asked to.
struct CachedDocument<Content: Sendable>: Sendable {
  private struct State {
    var content: Content
    var revision: HTTPRevision?
  }

  private let source: any Source
  private let read: @Sendable ([UInt8]) throws(DocumentError) -> Content
  private let state: Locked<State>

  init(
    of source: any Source,
    empty: Content,
    read: @escaping @Sendable ([UInt8]) throws(DocumentError) -> Content
  ) {
    self.source = source
    self.read = read
    state = Locked(State(content: empty))
  }

  /// What was read last.
  var content: Content { state.withLock { $0.content } }

  /// Reads the document, unless the source says that it is still the same.
  func fetch() async throws(SourceError) {
    let revision = state.withLock { $0.revision }
    let fetched = try await source.fetch(unlessStill: revision, progress: nil)
    guard let bytes = fetched.bytes else { return }
    let content: Content
    do throws(DocumentError) {
      content = try read(bytes)
    } catch {
      throw .invalid(source.name, .document(error))
    }
    state.withLock { $0 = State(content: content, revision: fetched.facts?.revision) }
  }
}
