import Documents
import FeatureFlags
package import FlagSystem
import Networking
import Targeting

extension DocumentKind {
  static let growthBook = DocumentKind("a document of GrowthBook", of: GrowthBookEvaluator.self)
}

/// The routes that SDKs of GrowthBook call.
enum GrowthBookRoutes {
  private static let endpoint = "growthbook"

  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let forced = ForcedDocument(source) { state, version throws(ServedDocumentError) in
      try ServedGrowthBook(state, modified: version.modified)
    }
    let document = SystemDocument(endpoint, headers: ["X-SSE-Support": "enabled"]) {
      _,
      _ throws(ServedDocumentError) in
      try forced.get().document
    }
    return [
      SystemRoute(endpoint, .all(.get, below: "/api/features/"), .document(document)),
      SystemRoute(endpoint, .all(.get, below: "/sub/"), stream(source, forced)),
      SystemRoute(endpoint, .all(.post, below: "/api/eval/"), evaluation(forced)),
      SystemRoute(
        "health",
        .all(.get, "/healthcheck"),
        token: .none,
        .fixed(status: 200, body: #"{"status":"ready"}"#)
      ),
    ]
  }

  /// A stream that sends all features to an SDK when it connects, and after each change.
  ///
  /// The event on connection covers changes that happened after the SDK loaded the features.
  private static func stream(
    _ source: ServedSource,
    _ forced: ForcedDocument<ServedGrowthBook>
  ) -> SystemRoute.Handler {
    // All streams share the event, so that it is generated once for each version of the features.
    let event = ForcedDocument(source) { _, version throws(ServedDocumentError) in
      ServerSentEvent.lines("features", try forced.get().document, id: version.modified)
    }
    // Drops the error: if there is no document, the client keeps the features that it has.
    let current: @Sendable () -> [UInt8]? = { try? event.get() }
    return .stream(failure: "") { _ throws(RouteError) in
      ServedEventStream(EventStreamTopic(endpoint), content: { _, _ in current() }, first: current)
    }
  }

  /// Evaluates all features for the user of a request, for an SDK that does not evaluate features
  /// itself.
  private static func evaluation(
    _ forced: ForcedDocument<ServedGrowthBook>
  ) -> SystemRoute.Handler {
    .results(failure: "the body has no attributes of a user", isReported: false) {
      request throws(DocumentError) in
      let user = try RemoteEvaluationRequest(bytes: request.body)
      return UserResults(for: user.context) { () throws(ServedDocumentError) in
        let served = try forced.get()
        let bytes = served.evaluator.remoteFeatures(for: user, updated: served.updated)
        return (served.evaluator.document.features.count, bytes)
      }
    }
  }
}

/// Generates the document with which SDKs of GrowthBook apply the overrides of a tester.
///
/// The overrides for a key have a condition on the attribute `id`.
package struct ServedGrowthBook: Sendable {
  /// The document with forced values, in which encrypted parts are decrypted.
  package let document: [UInt8]
  /// The time of the last change, which SDKs for JavaScript compare with that of their own document.
  let updated: String
  /// The evaluator of the edited document, so that a forced feature affects other features as it does in
  /// an SDK.
  let evaluator: GrowthBookEvaluator

  /// Generates the document for a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document that was received from the source.
  ///   - modified: The time of the last change in seconds since 1970.
  /// - Throws: An error if the source has no document of GrowthBook.
  package init(
    _ state: ServedState,
    modified: Int64
  ) throws(ServedDocumentError) {
    _ = try state.document(of: .growthBook)
    guard let evaluator = state.evaluator(as: GrowthBookEvaluator.self) else {
      throw .noDocument(expected: DocumentKind.growthBook.name)
    }
    let plain = try ServedState.json(evaluator.document.payload.bytes, of: .growthBook)
    // Drops the error: the document was parsed before, and its encrypted parts were decrypted then.
    guard let payload = try? GrowthBookPayload(plain, key: nil) else {
      throw .noDocument(expected: DocumentKind.growthBook.name)
    }
    updated = Timestamp(seconds: Double(modified)).text
    document = GrowthBookEditor.document(
      payload,
      for: state.scopedFeatures,
      evaluator: evaluator,
      updated: updated
    )
    // Drops the error: editing keeps a valid document valid.
    guard let parsed = try? GrowthBookDocument(bytes: document) else {
      throw .noDocument(expected: DocumentKind.growthBook.name)
    }
    self.evaluator = GrowthBookEvaluator(parsed)
  }
}
