import FeatureFlags
import Locking

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
