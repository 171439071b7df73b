import Documents
import FeatureFlags
import GrowthBook
import HTTPServer
import Networking

extension ServingApp {
  /// Responds with the features, and announces the stream of their changes.
  func growthBookFeatures(_ request: borrowing ServerRequest) -> ServerReply {
    let announced: @Sendable (ServerResponse) -> ServerResponse = { response in
      var response = response
      response.headers.add("X-SSE-Support", "enabled")
      return response
    }
    switch document(.growthBook, .growthbook, request) {
    case .response(let response): return .response(announced(response))
    case .later(let begin): return .later { send in begin(send.map(announced)) }
    }
  }

  /// Opens a stream, on which SDKs get all features at once and after each change.
  ///
  /// The first event has the changes between the last load of the SDK and its connection.
  func growthBookStream(_ request: borrowing ServerRequest) -> ServerReply {
    // Drops the error: without a document, the client keeps the features that it has.
    let event: @Sendable () -> [UInt8]? = { [growthBookEvent] in try? growthBookEvent.get() }
    let request = stream(request, .growthbook)
    // The document is generated on the pool.
    return pool.reply {
      .response(self.openStream(request, .growthBook, content: { _, _ in event() }, first: event))
    }
  }

  /// Responds with the values of a user, for an SDK that does not evaluate features itself.
  func growthBookEvaluation(_ request: borrowing ServerRequest) -> ServerReply {
    let body = request.body
    let client = client(request)
    let failure = "the body has no attributes of a user"
    return reply(.growthbook, to: client, size: body.count, else: failure) {
      () throws(DocumentError) in
      self.growthBookValues(try RemoteEvaluationRequest(bytes: body), client)
    }
  }

  private func growthBookValues(
    _ request: RemoteEvaluationRequest,
    _ client: ActivityRecorder.ClientKey
  ) -> ServerResponse {
    let context = request.context
    return userResults(.growthbook, for: context, client, isReported: false) {
      () throws(ServedDocumentError) in
      let served = try growthBook.get()
      let bytes = served.evaluator.remoteFeatures(for: request, updated: served.updated)
      return (served.evaluator.document.features.count, .json(bytes))
    }
  }
}
