package import Documents
package import FeatureFlags

/// The access of a flag system's routes to the features of a server.
package struct ServedSource: Sendable {
  /// Returns the current features with their overrides.
  package let state: @Sendable () -> ServedState
  /// Returns the version of the features and overrides; call it before ``state``, so that the version is
  /// never newer than the features.
  package let version: @Sendable () -> ServedVersion

  package init(
    state: @escaping @Sendable () -> ServedState,
    version: @escaping @Sendable () -> ServedVersion
  ) {
    (self.state, self.version) = (state, version)
  }
}

/// The version of the features and overrides of a server.
package struct ServedVersion: Hashable, Sendable {
  /// The number of changes since the start of the server.
  package var number = 0
  /// The time of the last change in seconds since 1970, for `Last-Modified`.
  ///
  /// The time increases with each change, even if two changes occur within one second: a client that
  /// compares times would otherwise miss the second change.
  package var modified: Int64

  package init(number: Int = 0, modified: Int64) {
    (self.number, self.modified) = (number, modified)
  }
}

/// The kind of document that the SDKs of a flag system read, with its name in error messages.
package struct DocumentKind: Sendable {
  /// The kind with its article, such as "a datafile".
  package let name: String
  /// Returns whether the document of the source is of this kind.
  package let matches: @Sendable (ServedState) -> Bool

  package init(_ name: String, matches: @escaping @Sendable (ServedState) -> Bool) {
    (self.name, self.matches) = (name, matches)
  }

  /// Creates the kind of the documents that an evaluator of the given type evaluates.
  package init<Evaluator: FlagEvaluator>(_ name: String, of type: Evaluator.Type) {
    self.init(name) { $0.evaluator(as: type) != nil }
  }

  /// Creates the kind of the documents that a format recognises.
  package init(_ name: String, in format: ConfigurationFormat) {
    self.init(name) { $0.document.map(format.recognises) ?? false }
  }
}

/// The reason why a source has no document for the SDKs of a flag system.
package enum ServedDocumentError: Error, Hashable, Sendable {
  /// The source has not loaded a document yet; only a fallback is active.
  case noDocument(expected: String)
  /// The document belongs to another flag system; `found` describes it, such as "a datafile".
  case otherSystem(expected: String, found: String)
  /// The document belongs to the flag system, but has the given error.
  case invalid(expected: String, error: String)
  /// The document has a value that JSON cannot express, such as infinity.
  case notJSON(String)
  /// `count` local holdouts would together need more than `limit` references to rules.
  case tooManyHoldouts(count: Int, limit: Int)
  /// The document has no flag with the name.
  case noFlag(String)
  /// The document cannot be generated.
  case notGenerated(DocumentError)
  /// The document has no segment with the name.
  case noSegment(String)
}

extension ServedDocumentError: CustomStringConvertible {
  /// The message, with the found and the expected document.
  package var description: String {
    switch self {
    case .noDocument(let expected): "the source is not loaded yet, expected \(expected)"
    case .otherSystem(let expected, let found): "the source is not \(expected), but \(found)"
    case .invalid(let expected, let error): "the source is not \(expected): \(error)"
    case .notGenerated(let error): "the document cannot be generated: \(error)"
    case .notJSON(let kind):
      "the source is \(kind) with a value that JSON cannot express, expected JSON"
    case .tooManyHoldouts(let count, let limit):
      "the datafile has \(count) running holdouts: serving it needs more than \(limit) references to rules"
    case .noFlag(let name): "the source has no flag \"\(name)\""
    case .noSegment(let name): "the source has no segment \"\(name)\""
    }
  }
}
