import Locking

/// A document with the forced results, which is created once for each version of the store.
final class ForcedDocument<Document: Sendable>: Sendable {
  private typealias Outcome = Result<Document, ServedDocumentError>

  private let served: ServedStore
  private let create:
    @Sendable (ServedState, ServedStore.Version) throws(ServedDocumentError) -> Document
  /// The document of a version of the store, or the reason why there is none.
  private let current = Locked<(version: Int, outcome: Outcome)?>(nil)

  init(
    _ served: ServedStore,
    _ create:
      @escaping @Sendable (ServedState, ServedStore.Version) throws(ServedDocumentError) -> Document
  ) {
    (self.served, self.create) = (served, create)
  }

  /// Returns the document of the present version.
  ///
  /// - Throws: The reason why the source has no document of the system.
  func get() throws(ServedDocumentError) -> Document {
    // Read the version before the features, so that the document is never used for a later version.
    let version = served.version
    let outcome = current.withLock { current in
      if let current, current.version == version.number { return current.outcome }
      let outcome = Outcome { () throws(ServedDocumentError) in
        try create(served.state, version)
      }
      current = (version.number, outcome)
      return outcome
    }
    return try outcome.get()
  }
}
