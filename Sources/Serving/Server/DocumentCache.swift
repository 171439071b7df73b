import FeatureFlags
import Locking

/// Caches the generated documents of the current version of the store.
final class DocumentCache: Sendable {
  typealias Outcome = Result<ServedDocument, DocumentRequest.Failure>

  private struct State {
    var version = -1
    var documents: [DocumentRequest: Outcome] = [:]
  }

  /// The largest number of cached documents; further users make the cache start again.
  private static let limit = 32

  private let state = Locked(State())
  private let served: ServedStore

  init(_ served: ServedStore) {
    self.served = served
  }

  /// Returns the document of the current version; `nil` if it has not been generated yet.
  func cached(_ request: DocumentRequest) -> Outcome? {
    let version = served.version.number
    return state.withLock { $0.version == version ? $0.documents[request] : nil }
  }

  /// Generates a document, which can take long for many features, and stores it.
  func generate(_ request: DocumentRequest) -> Outcome {
    let version = served.version
    let outcome: Outcome
    do throws(DocumentRequest.Failure) {
      let bytes = try request.bytes(of: served)
      outcome = .success(
        ServedDocument(bytes: bytes, type: request.type, modified: version.modified)
      )
    } catch {
      outcome = .failure(error)
    }
    state.withLock { state in
      if state.version < version.number || state.documents.count >= Self.limit {
        state = State(version: version.number)
      }
      if state.version == version.number { state.documents[request] = outcome }
    }
    return outcome
  }
}
