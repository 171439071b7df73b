import FeatureFlags
import Locking

/// A document in which the overrides are applied, created once for each version of the store.
package final class ForcedDocument<Document: Sendable>: Sendable {
  private typealias Outcome = Result<Document, ServedDocumentError>

  private let source: ServedSource
  private let create: @Sendable (ServedState, ServedVersion) throws(ServedDocumentError) -> Document
  /// The document of the last requested version, or the reason why there is none; `nil` before the first
  /// request.
  private let current = Locked<(version: Int, outcome: Outcome)?>(nil)

  package init(
    _ source: ServedSource,
    _ create:
      @escaping @Sendable (ServedState, ServedVersion) throws(ServedDocumentError) -> Document
  ) {
    (self.source, self.create) = (source, create)
  }

  /// Returns the document of the current version.
  ///
  /// - Throws: The reason why the source has no document of the flag system.
  package func get() throws(ServedDocumentError) -> Document {
    // Reads the version before the features, so that the document is never used for a later version.
    let version = source.version()
    let outcome = current.withLock { current in
      if let current, current.version == version.number { return current.outcome }
      let outcome = Outcome { () throws(ServedDocumentError) in
        try create(source.state(), version)
      }
      current = (version.number, outcome)
      return outcome
    }
    return try outcome.get()
  }
}

extension ForcedDocument {
  /// Returns a handler that responds with the document of the current version.
  ///
  /// - Parameters:
  ///   - name: The name by which the document is cached.
  ///   - bytes: Encodes the document.
  /// - Returns: The handler.
  package func document(
    _ name: String,
    _ bytes: @escaping @Sendable (Document) -> [UInt8]
  ) -> SystemRoute.Handler {
    .document(
      SystemDocument(name) { _, _ throws(ServedDocumentError) in bytes(try self.get()) }
    )
  }

  /// Returns a handler of event streams that send a new client the current document, and then each
  /// change.
  ///
  /// - Parameters:
  ///   - topic: The name of the topic.
  ///   - first: Creates the first event for a client.
  ///   - change: Creates the events that update a client from the former to the new document; `nil` to
  ///     send no event.
  /// - Returns: The handler, which responds with status 404 if there is no document.
  package func stream(
    _ topic: String,
    first: @escaping @Sendable (Document) -> [UInt8],
    change: @escaping @Sendable (_ new: Document, _ former: Document) -> [UInt8]?
  ) -> SystemRoute.Handler {
    .stream(failure: "") { _ throws(RouteError) in
      let last = Locked(try mapError(self.get(), to: RouteError.missing))
      // Drops the error: without a document, no event is sent, and the client keeps its flags.
      let current: @Sendable () -> Document? = { try? self.get() }
      return ServedEventStream(EventStreamTopic(topic)) { _, _ in
        guard let new = current() else { return nil }
        let former = last.withLock { last in
          defer { last = new }
          return last
        }
        return change(new, former)
      } first: {
        current().map(first)
      }
    }
  }
}

/// Bytes that are created on first use, and shared by all users.
package final class OnceBytes: Sendable {
  private let bytes = Locked<[UInt8]?>(nil)

  package init() {}

  /// Returns the bytes; other threads wait while they are created.
  package func value(create: () -> [UInt8]) -> [UInt8] {
    bytes.withLock { bytes in
      let value = bytes ?? create()
      bytes = value
      return value
    }
  }
}
