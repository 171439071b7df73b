import Documents
import FeatureFlags
import HTTPServer
import Locking
import Unleash

extension ServingApp {
  /// Responds with one flag of the client features.
  func clientFeature(_ request: borrowing ServerRequest) -> ServerReply {
    part(request, .unleash, after: ServingRoute.clientFeaturesPath + "/") {
      (name) throws(ServedDocumentError) in
      let served = try self.unleash.get()
      return (try served.flag(name), served.version)
    }
  }

  /// Opens a stream for a server SDK, which first gets all flags and segments, and then those that change.
  func clientStreaming(_ request: borrowing ServerRequest) -> ServerReply {
    let request = stream(request, .unleash)
    // The document is generated on the pool.
    return pool.reply { .response(self.clientStreaming(request)) }
  }

  private func clientStreaming(_ request: StreamRequest) -> ServerResponse {
    let last: Locked<ServedUnleash>
    do throws(ServedDocumentError) { last = Locked(try unleash.get()) } catch {
      recorder.recordRequest(.unleash, from: request.client)
      return .error(404, "\(error)")
    }
    let current: @Sendable () -> ServedUnleash? = { [unleash] in
      // Drops the error: without a document, the client keeps the flags that it has.
      try? unleash.get()
    }
    return openStream(request, .unleash) { _, _ in
      guard let new = current() else { return nil }
      let former = last.withLock { last in
        defer { last = new }
        return last
      }
      return new.changes(since: former).map { ServerSentEvent.bytes("unleash-updated", $0) }
    } first: {
      current()?.connected
    }
  }

  /// Responds with the flags for the user in the query or in the body.
  ///
  /// - Parameters:
  ///   - request: The request of a front-end SDK.
  ///   - includesDisabled: Whether flags that are off are listed.
  /// - Returns: The response, which is created on the pool: the time depends on the number of flags.
  func frontEnd(_ request: borrowing ServerRequest, includesDisabled: Bool) -> ServerReply {
    let body = request.method == .post ? request.body : nil
    let parameters = body == nil ? request.parameters : []
    let address = request.client
    let validators = Validators(request)
    let client = sdk(request)
    let failure = "the body has no context of a user"
    return reply(.frontend, to: client, size: body?.count ?? 0, else: failure) {
      () throws(DocumentError) in
      let context =
        try body.map { body throws(DocumentError) in
          try EvaluationContext(unleash: body, address: address)
        } ?? EvaluationContext(unleash: parameters, address: address)
      return self.frontEnd(context, client, validators, includesDisabled)
    }
  }

  private func frontEnd(
    _ context: EvaluationContext,
    _ client: ActivityRecorder.ClientKey,
    _ validators: Validators,
    _ includesDisabled: Bool
  ) -> ServerResponse {
    var client = client
    client.name(context.attributes["appName"]?.unquoted)
    return userResults(.frontend, for: context, client, isReported: true) {
      () throws(ServedDocumentError) in
      let toggles = try unleash.get().evaluator.toggles(for: context) { .random(in: 0..<1) }
      let bytes = UnleashToggle.document(toggles, includesDisabled: includesDisabled)
      let document = ServedDocument(bytes: bytes, modified: nil)
      return (toggles.count, document.response(to: validators))
    }
  }

  /// Records the evaluations that an SDK reports, or the registration of an SDK.
  ///
  /// - Parameters:
  ///   - request: The request with the metrics.
  ///   - endpoint: The endpoint; a front-end SDK names its app, but not an instance.
  ///   - status: The status of the response.
  /// - Returns: The response, without a body.
  func report(
    _ request: borrowing ServerRequest,
    _ endpoint: ServedEndpoint,
    status: Int
  ) -> ServerReply {
    let body = request.body
    let client = sdk(request)
    let failure = "the body has no metrics of an SDK"
    return reply(endpoint, to: client, size: body.count, else: failure) {
      () throws(DocumentError) in
      let report = try UnleashMetrics(bytes: body)
      var client = client
      client.name(report.appName, endpoint == .unleash ? report.instanceID : nil)
      self.record(report.counts.map(ReportedEvaluations.init), endpoint, from: client)
      return ServerResponse(status: status)
    }
  }

  /// Records the evaluations that an SDK reports.
  func record(
    _ evaluations: [ReportedEvaluations],
    _ endpoint: ServedEndpoint,
    from client: ActivityRecorder.ClientKey
  ) {
    let names = Set(served.store.features(named: evaluations.map(\.feature)).map(\.name))
    recorder.record(evaluations, known: names, endpoint, from: client)
    for evaluation in evaluations where names.contains(evaluation.feature) {
      for (variation, count) in evaluation.variations {
        metrics.recordEvaluation(of: evaluation.feature, variation, count: count)
      }
    }
  }

  /// The identity of an SDK of Unleash, with the names of its app and its instance.
  func sdk(_ request: borrowing ServerRequest) -> ActivityRecorder.ClientKey {
    var key = client(request)
    key.name(
      request.header("unleash-appname") ?? request.header("x-unleash-appname"),
      request.header("unleash-instanceid")
    )
    return key
  }
}

extension ActivityRecorder.ClientKey {
  /// Sets the names of the app and of its instance, unless the app has a name.
  fileprivate mutating func name(_ app: String?, _ instance: String? = nil) {
    guard self.app == nil, let app, !app.isEmpty else { return }
    self.app = ActivityRecorder.cut(app)
    self.instance = instance.flatMap { $0.isEmpty ? nil : ActivityRecorder.cut($0) }
  }
}
