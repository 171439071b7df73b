import Documents
import FeatureFlags
import HTTPServer

extension ServingApp {
  /// Responds with a document that is generated from the features and their overrides.
  func document(
    _ kind: DocumentRequest.Kind,
    _ endpoint: ServedEndpoint,
    _ request: borrowing ServerRequest
  ) -> ServerReply {
    let user = request.parameter("user").flatMap { $0.isEmpty ? nil : $0 }
    let context = user.map { EvaluationContext(targetingKey: $0) }
    recorder.recordRequest(endpoint, from: client(request, user: user), context: context)
    return reply(
      to: Validators(request),
      DocumentRequest(kind: kind, user: kind == .datafile ? settings.user : user)
    )
  }

  /// Responds with the datafile; every SDK key has the datafile of the source.
  func datafile(_ request: borrowing ServerRequest) -> ServerReply {
    let key = request.path.dropFirst(ServingRoute.datafilePrefix.count)
    guard key.hasSuffix(".json"), key.count > 5, !key.contains("/") else {
      recorder.recordRequest(.datafile, from: client(request))
      return .response(
        .error(
          404,
          "found the datafile \"\(key)\", expected \(ServingRoute.datafilePrefix)KEY.json"
        )
      )
    }
    return document(.datafile, .datafile, request)
  }

  private func reply(to validators: Validators, _ request: DocumentRequest) -> ServerReply {
    if let outcome = documents.cached(request) {
      return .response(Self.response(outcome, validators))
    }
    // A large document takes long to generate: the thread of the connection serves others meanwhile.
    return .later { [documents] send in
      Task(executorPreference: FlagSession.executor) {
        send(Self.response(documents.generate(request), validators))
      }
    }
  }

  private static func response(
    _ outcome: DocumentCache.Outcome,
    _ validators: Validators
  ) -> ServerResponse {
    switch outcome {
    case .success(let document): document.response(to: validators)
    case .failure(let error): .error(404, "\(error)")
    }
  }

  /// Responds to the request of an Ascend client for the experiments that its body names.
  func experiments(_ request: borrowing ServerRequest) -> ServerReply {
    recorder.recordRequest(.ascend, from: client(request))
    do throws(DocumentError) {
      let bytes = try ServedExperiments(served.state).response(to: request.body)
      let document = ServedDocument(bytes: bytes, modified: nil)
      return .response(document.response(to: Validators(request)))
    } catch {
      return .response(.error(400, "the body is not a request for experiments: \(error)"))
    }
  }
}
