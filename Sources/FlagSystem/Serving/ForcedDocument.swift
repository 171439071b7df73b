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
