import Documents
import FeatureFlags
import HTTPServer
import LaunchDarkly
import Locking
import Targeting

extension ServingApp {
  /// Opens a stream for a server SDK, which first gets all flags and segments.
  func launchDarklyStream(
    _ request: borrowing ServerRequest,
    _ topic: EventTopic
  ) -> ServerReply {
    let request = stream(request, .launchdarkly)
    // The document is generated on the pool.
    return pool.reply { .response(self.launchDarklyStream(request, topic)) }
  }

  private func launchDarklyStream(_ request: StreamRequest, _ topic: EventTopic) -> ServerResponse {
    let isTransfer = topic == .launchDarklyTransfers
    let last: Locked<ServedLaunchDarkly>
    do throws(ServedDocumentError) { last = Locked(try launchDarkly.get()) } catch {
      recorder.recordRequest(.launchdarkly, from: request.client)
      return .error(404, "\(error)")
    }
    let current: @Sendable () -> ServedLaunchDarkly? = { [launchDarkly] in
      // Drops the error: without a document, the client keeps the flags that it has.
      try? launchDarkly.get()
    }
    return openStream(request, topic) { _, _ in
      guard let new = current() else { return nil }
      let former = last.withLock { last in
        defer { last = new }
        return last
      }
      return isTransfer ? new.transferEvents : new.events(after: former)
    } first: {
      current().map { isTransfer ? $0.transferEvents : $0.put }
    }
  }

  /// Responds with the results for the context of a client SDK.
  func clientResults(_ request: borrowing ServerRequest) -> ServerReply {
    let validators = Validators(request)
    let client = client(request)
    let query = ClientResultsRequest.Query(request)
    return reply(.launchdarkly, to: client, size: query.size, else: "the request has no context") {
      () throws(DocumentError) in
      self.clientResults(try ClientResultsRequest(query), client, validators)
    }
  }

  private func clientResults(
    _ request: ClientResultsRequest,
    _ client: ActivityRecorder.ClientKey,
    _ validators: Validators
  ) -> ServerResponse {
    let context = request.context
    return userResults(.launchdarkly, for: context, client, isReported: true) {
      () throws(ServedDocumentError) in
      let results = request.results(of: try launchDarkly.get())
      let document = ServedDocument(bytes: results.json, modified: nil)
      return (results.count, document.response(to: validators))
    }
  }

  /// Opens a stream for a client SDK, which gets the results for its context after each change.
  func clientStream(_ request: borrowing ServerRequest) -> ServerReply {
    let query = ClientResultsRequest.Query(request)
    let stream = stream(request, .launchdarkly)
    let limit = ClientResultsRequest.streamLimit
    guard query.size <= limit else {
      recorder.recordRequest(.launchdarkly, from: stream.client)
      let text = "found a context of \(query.size) bytes, expected at most \(limit) for a stream"
      return .response(.error(413, text))
    }
    return reply(
      .launchdarkly,
      to: stream.client,
      size: query.size,
      else: "the request has no context"
    ) { () throws(DocumentError) in
      self.clientStream(try ClientResultsRequest(query), stream)
    }
  }

  private func clientStream(
    _ results: ClientResultsRequest,
    _ request: StreamRequest
  ) -> ServerResponse {
    let event: @Sendable () -> [UInt8]? = { [launchDarkly] in
      // Drops the error: without a document, the client keeps the results that it has.
      let document = try? launchDarkly.get()
      let bytes = document.map { ServerSentEvent.bytes("put", results.results(of: $0).json) }
      return WorkBudget.hasEnded ? nil : bytes
    }
    return openStream(request, .clientResults(results), content: { _, _ in event() }, first: event)
  }

  /// Opens a stream for an older client SDK, which requests its results again after each event.
  func launchDarklyPings(_ request: borrowing ServerRequest) -> ServerReply {
    // Clients ignore an event without data.
    let ping = ServerSentEvent.bytes("ping", [0x20])
    let request = stream(request, .launchdarkly)
    return .response(openStream(request, .pings, content: { _, _ in ping }, first: { ping }))
  }

  /// Responds with one flag, for an SDK without a memory of its own, such as that for PHP.
  func launchDarklyFlag(_ request: borrowing ServerRequest) -> ServerReply {
    part(request, .launchdarkly, after: ServingRoute.flagPrefix) {
      (key) throws(ServedDocumentError) in
      let served = try self.launchDarkly.get()
      return (try served.flag(key), Int64(served.version))
    }
  }

  /// Responds with one segment, for an SDK without a memory of its own.
  func launchDarklySegment(_ request: borrowing ServerRequest) -> ServerReply {
    part(request, .launchdarkly, after: ServingRoute.segmentPrefix) {
      (key) throws(ServedDocumentError) in
      let served = try self.launchDarkly.get()
      return (try served.segment(key), Int64(served.version))
    }
  }

  /// Records a request of an SDK that always gets the same response: no goals, which only count clicks in
  /// browsers, or the acceptance of a description of the SDK.
  func launchDarklyReply(
    _ request: borrowing ServerRequest,
    _ response: ServerResponse
  ) -> ServerReply {
    recorder.recordRequest(.launchdarkly, from: client(request))
    return .response(response)
  }

  /// Records the evaluations that an SDK reports.
  func launchDarklyEvents(_ request: borrowing ServerRequest) -> ServerReply {
    let body = request.body
    let client = client(request)
    let failure = "the body has no events of an SDK"
    return reply(.launchdarkly, to: client, size: body.count, else: failure) {
      () throws(DocumentError) in
      let events = try LaunchDarklyEvents(bytes: body)
      self.record(events.counts.map(ReportedEvaluations.init), .launchdarkly, from: client)
      for evaluation in events.evaluations.suffix(ActivityRecorder.Limit.evaluations) {
        self.recorder.record(
          self.text(of: evaluation),
          ofReported: evaluation.flag,
          in: EvaluationContext(launchDarkly: evaluation.context),
          from: client
        )
      }
      return ServerResponse(status: 202)
    }
  }

  /// Returns the value of a single evaluation, with the name of the variation if the document has one.
  private func text(of evaluation: LaunchDarklyEvents.Evaluation) -> String {
    let value = evaluation.result.value.description
    let feature = served.store.feature(named: Feature.Name(rawValue: evaluation.flag))
    guard let index = evaluation.result.variation, let feature, feature.type.isTest,
      feature.testVariations.indices.contains(index)
    else { return value }
    let name = feature.testVariations[index].rawValue
    return name == "\(index)" ? value : "\(value) (\(name))"
  }
}
