import Documents
import FeatureFlags
import FlagSystem
import Networking

extension DocumentKind {
  static let growthBook = DocumentKind("a document of GrowthBook", of: GrowthBookEvaluator.self)
}

/// The routes that SDKs of GrowthBook call.
enum GrowthBookRoutes {
  private static let endpoint = "growthbook"

  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let forced = ForcedDocument(source) { state, version throws(ServedDocumentError) in
      try ServedGrowthBook(state, user: source.user, modified: version.modified)
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

  /// A stream, on which SDKs get all features at once and after each change.
  ///
  /// The first event has the changes between the last load of the SDK and its connection.
  private static func stream(
    _ source: ServedSource,
    _ forced: ForcedDocument<ServedGrowthBook>
  ) -> SystemRoute.Handler {
    // All streams share the event.
    let event = ForcedDocument(source) { _, version throws(ServedDocumentError) in
      ServerSentEvent.lines("features", try forced.get().document, id: version.modified)
    }
    // Drops the error: without a document, the client keeps the features that it has.
    let current: @Sendable () -> [UInt8]? = { try? event.get() }
    return .stream(failure: "") { _ throws(RouteError) in
      RouteStream(StreamTopic(endpoint), content: { _, _ in current() }, first: current)
    }
  }

  /// The values of a user, for an SDK that does not evaluate features itself.
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
