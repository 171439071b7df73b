import FeatureFlags
import Locking

/// A document with the forced results, which is created once for each version of the store.
package final class ForcedDocument<Document: Sendable>: Sendable {
  private typealias Outcome = Result<Document, ServedDocumentError>

  private let source: ServedSource
  private let create: @Sendable (ServedState, ServedVersion) throws(ServedDocumentError) -> Document
  /// The document of a version of the store, or the reason why there is none.
  private let current = Locked<(version: Int, outcome: Outcome)?>(nil)

  package init(
    _ source: ServedSource,
    _ create:
      @escaping @Sendable (ServedState, ServedVersion) throws(ServedDocumentError) -> Document
  ) {
    (self.source, self.create) = (source, create)
  }

  /// Returns the document of the present version.
  ///
  /// - Throws: The reason why the source has no document of the system.
  package func get() throws(ServedDocumentError) -> Document {
    // Read the version before the features, so that the document is never used for a later version.
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
  /// Returns a handler that responds with a document of each version.
  ///
  /// - Parameters:
  ///   - name: The name by which the document is cached.
  ///   - bytes: Returns the document.
  /// - Returns: The handler.
  package func document(
    _ name: String,
    _ bytes: @escaping @Sendable (Document) -> [UInt8]
  ) -> SystemRoute.Handler {
    .document(
      SystemDocument(name) { _, _ throws(ServedDocumentError) in bytes(try self.get()) }
    )
  }

  /// Returns a handler of event streams, on which a client first gets the present version, and then what has
  /// changed.
  ///
  /// - Parameters:
  ///   - topic: The name of the topic.
  ///   - first: Creates the first event of a client.
  ///   - change: Creates the events with which a client of a former version gets the present one; `nil` for
  ///     none.
  /// - Returns: The handler; status 404 without a document.
  package func stream(
    _ topic: String,
    first: @escaping @Sendable (Document) -> [UInt8],
    change: @escaping @Sendable (_ new: Document, _ former: Document) -> [UInt8]?
  ) -> SystemRoute.Handler {
    .stream(failure: "") { _ throws(RouteError) in
      let last = Locked(try mapError(self.get(), to: RouteError.missing))
      // Drops the error: without a document, the client keeps the flags that it has.
      let current: @Sendable () -> Document? = { try? self.get() }
      return RouteStream(StreamTopic(topic)) { _, _ in
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
