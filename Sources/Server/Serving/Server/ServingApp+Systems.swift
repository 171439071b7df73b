import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Networking
import Targeting

/// The request of a route of a flag system.
struct SystemRequest: Sendable {
  let endpoint: String
  let client: ActivityRecorder.ClientKey
  let validators: Validators
  let route: RouteRequest
}

extension ServingApp {
  /// Responds to a request for a route of a flag system.
  func reply(
    to request: borrowing ServerRequest,
    _ route: ServingRoute,
    _ rest: String,
    by handler: SystemRoute.Handler
  ) -> ServerReply {
    let outgoing = route.isForwarded ? forwarder.map { ($0, $0.request(for: request)) } : nil
    let request = systemRequest(request, route, rest)
    switch handler {
    case .fixed(let status, let body):
      if let (forwarder, outgoing) = outgoing { return forwarder.reply(to: outgoing) }
      // Does not record health checks, which do not use features.
      if route.token != .none { recorder.recordRequest(request.endpoint, from: request.client) }
      let bytes = Array(body.utf8)
      return .response(
        bytes.isEmpty ? ServerResponse(status: status) : .json(bytes, status: status)
      )
    case .document(let document): return reply(to: request, with: document)
    case .part(let part): return reply(to: request, part)
    case .response(let failure, let respond):
      recorder.recordRequest(request.endpoint, from: request.client)
      return reply(to: request, else: failure, isRecorded: true) { () throws(DocumentError) in
        let document = ServedDocument(bytes: try respond(request.route), modified: nil)
        return .response(document.response(to: request.validators))
      }
    case .results(let failure, let isReported, let parse):
      return reply(to: request, else: failure) { () throws(DocumentError) in
        .response(self.results(try parse(request.route), request, isReported: isReported))
      }
    case .report(let failure, let status, let parse):
      return reply(to: request, else: failure) { () throws(DocumentError) in
        self.record(try parse(request.route), request)
        if let (forwarder, outgoing) = outgoing { return forwarder.reply(to: outgoing) }
        return .response(ServerResponse(status: status))
      }
    case .stream(let failure, let limit, let open):
      return stream(request, else: failure, limit: limit, open)
    }
  }

  private func systemRequest(
    _ request: borrowing ServerRequest,
    _ route: ServingRoute,
    _ rest: String
  ) -> SystemRequest {
    SystemRequest(
      endpoint: route.endpoint,
      client: client(request, route.names),
      validators: Validators(request),
      route: RouteRequest(
        method: request.method,
        path: request.path,
        rest: rest,
        parameters: request.query.isEmpty ? [] : request.parameters,
        body: request.body,
        address: request.client
      )
    )
  }

  /// Responds on the pool to a request that has to be parsed; a malformed request is recorded, and gets
  /// status 400.
  private func reply(
    to request: SystemRequest,
    else failure: String,
    isRecorded: Bool = false,
    by respond: @escaping @Sendable () throws(DocumentError) -> ServerReply
  ) -> ServerReply {
    pool.reply(size: request.route.size) { [recorder] in
      do throws(DocumentError) { return try respond() } catch {
        if !isRecorded { recorder.recordRequest(request.endpoint, from: request.client) }
        return .response(.error(400, "\(failure): \(error)"))
      }
    }
  }

  /// Responds with a part of a document; creating it takes a time that depends on the size of the document.
  private func reply(
    to request: SystemRequest,
    _ part:
      @escaping @Sendable (String) throws(ServedDocumentError) -> (bytes: [UInt8], modified: Int64)
  ) -> ServerReply {
    recorder.recordRequest(request.endpoint, from: request.client)
    return pool.reply {
      do throws(ServedDocumentError) {
        let (bytes, modified) = try part(request.route.rest)
        let document = ServedDocument(bytes: bytes, modified: modified)
        return .response(document.response(to: request.validators))
      } catch {
        return .response(.error(404, "\(error)"))
      }
    }
  }

  /// Responds with the results of all flags for one user, and records their evaluation.
  private func results(
    _ results: UserResults,
    _ request: SystemRequest,
    isReported: Bool
  ) -> ServerResponse {
    var client = request.client
    client.name(results.app)
    let context = results.context
    let number = recorder.recordRequest(request.endpoint, from: client, context: context)
    do throws(ServedDocumentError) {
      let (count, bytes) = try results.evaluate()
      guard !WorkBudget.hasEnded else { return .tooMuchWork }
      recorder.recordBulk(of: count, in: context, by: number, isReported: isReported)
      metrics.recordBulkEvaluation()
      return ServedDocument(bytes: bytes, modified: nil).response(to: request.validators)
    } catch {
      return .error(404, "\(error)")
    }
  }
}

// MARK: Reports of SDKs

extension ServingApp {
  private func record(_ report: SDKReport, _ request: SystemRequest) {
    var client = request.client
    client.name(report.app, report.instance)
    record(report.counts.map(ReportedEvaluations.init), request.endpoint, from: client)
    for evaluation in report.evaluations.suffix(ActivityRecorder.Limit.evaluations) {
      recorder.record(
        text(of: evaluation),
        ofReported: evaluation.flag,
        in: evaluation.context,
        from: client
      )
    }
  }

  private func record(
    _ evaluations: [ReportedEvaluations],
    _ endpoint: String,
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

  /// The value of a single evaluation, with the name of the variation if the document has one.
  private func text(of evaluation: SDKReport.Evaluation) -> String {
    let value = evaluation.value
    let feature = served.store.feature(named: Feature.Name(rawValue: evaluation.flag))
    guard let index = evaluation.variation, let feature, feature.type.isTest,
      feature.testVariations.indices.contains(index)
    else { return value }
    let name = feature.testVariations[index].rawValue
    return name == "\(index)" ? value : "\(value) (\(name))"
  }
}

extension ActivityRecorder.ClientKey {
  /// Sets the names of the app and of its instance, unless the app has a name.
  mutating func name(_ app: String?, _ instance: String? = nil) {
    guard self.app == nil, let app, !app.isEmpty else { return }
    self.app = ActivityRecorder.cut(app)
    self.instance = instance.flatMap { $0.isEmpty ? nil : ActivityRecorder.cut($0) }
  }
}

// MARK: Streams

extension ServingApp {
  /// Opens a stream on the pool: parsing the request, and creating the first event, can take long.
  private func stream(
    _ request: SystemRequest,
    else failure: String,
    limit: Int?,
    _ open: @escaping @Sendable (RouteRequest) throws(RouteError) -> ServedEventStream
  ) -> ServerReply {
    if let limit, request.route.size > limit {
      recorder.recordRequest(request.endpoint, from: request.client)
      let size = request.route.size
      return .response(
        .error(413, "found a context of \(size) bytes, expected at most \(limit) for a stream")
      )
    }
    return pool.reply(size: limit == nil ? 0 : request.route.size) { [self] in
      do throws(RouteError) {
        let stream = try open(request.route)
        let isHead = request.route.method == .head
        return .response(
          openStream(
            StreamRequest(endpoint: request.endpoint, client: request.client, isHead: isHead),
            stream
          )
        )
      } catch {
        recorder.recordRequest(request.endpoint, from: request.client)
        switch error {
        case .malformed(let error): return .response(.error(400, "\(failure): \(error)"))
        case .missing(let error): return .response(.error(404, "\(error)"))
        }
      }
    }
  }
}
