import Documents
import FeatureFlags
import HTTPServer
import Networking
import OFREP

/// The parts of a request for all flags that remain valid after its handler has returned.
struct BulkRequest: Sendable {
  let body: [UInt8]
  /// The client that has sent the request.
  let client: ActivityRecorder.ClientKey
  let validators: Validators
  /// The header ``RequestOverrides/header``; `nil` for a request without one.
  let overrides: String?
}

extension ServingApp {
  /// The largest body that is parsed on the thread of a connection, whose other clients have to wait; in
  /// bytes.
  private static let quickBodySize = 16 << 10

  /// Responds to the evaluation of one feature, whose key is the rest of the path.
  func evaluate(_ request: borrowing ServerRequest) -> ServerReply {
    let path = request.path
    let key = String(Substring(path.utf8.dropFirst(ServingRoute.evaluationPath.utf8.count + 1)))
    let body = request.body
    let client = client(request)
    let overrides = request.header(RequestOverrides.header)
    // A store with overrides is a copy, whose time depends on the number of features.
    let isQuick = body.count <= Self.quickBodySize && (overrides == nil || bulk.isQuick)
    if isQuick { return evaluate(key, body, overrides, client) }
    return pool.reply(size: body.count) { self.evaluate(key, body, overrides, client) }
  }

  private func evaluate(
    _ key: String,
    _ body: [UInt8],
    _ overrides: String?,
    _ client: ActivityRecorder.ClientKey
  ) -> ServerReply {
    let (context, store): (EvaluationContext, FlagStore)
    do throws(EvaluationError) {
      store = try requestOverrides.store(overrides, from: client.address)
      context = try EvaluationContext(body: body)
    } catch {
      recorder.recordRequest(.evaluation, from: client)
      return .response(.failure(error, key: key))
    }
    if let proxy = proxy?.with(store), key.utf8.count <= FlagKey.maximumSize,
      proxy.override(FlagKey(text: key), in: context) == nil
    {
      return proxied(key, context.bounded, body, client, proxy)
    }
    do throws(EvaluationError) {
      let version = overrides == nil ? served.version.number : nil
      let result = try FlagKey(text: key).evaluate(store, in: context)
      var json = JSONBytes(capacity: 256)
      json.append(result, key: key)
      if let failure = result.failure {
        let code = failure.code.rawValue
        recorder.recordFailure(code, of: key, in: context, from: client, isUnknown: false)
        return .response(.json(json.bytes, status: 400))
      }
      record(result, of: key, in: context, version: version, from: client)
      return .response(.json(json.bytes))
    } catch {
      recorder.recordFailure(error.code, of: key, in: context, from: client, isUnknown: true)
      return .response(.failure(error, key: key))
    }
  }

  /// Records a result; without a version, the user is not counted, because the request has overrides of
  /// its own.
  private func record(
    _ result: ServedResult,
    of key: String,
    in context: EvaluationContext,
    version: Int?,
    from client: ActivityRecorder.ClientKey
  ) {
    recorder.record(result, of: key, in: context, from: client)
    if let version { tests.record([result], in: context, version: version, of: served) }
    metrics.recordEvaluation(result)
  }

  /// Responds with the evaluation of the upstream.
  ///
  /// The context for the recorded activity must be bounded, because many requests can wait for the
  /// upstream at the same time.
  private func proxied(
    _ key: String,
    _ context: EvaluationContext,
    _ body: [UInt8],
    _ client: ActivityRecorder.ClientKey,
    _ proxy: OverrideProxy
  ) -> ServerReply {
    let upstreamContext: OFREPContext
    do throws(DocumentError) {
      upstreamContext = try OFREPContext(requestBody: body)
    } catch {
      return .response(.failure(.notJSON(error), key: key))
    }
    return .later { [recorder, metrics] send in
      Task {
        let (response, result) = await proxy.evaluate(key, in: upstreamContext)
        switch result {
        case .success(let entry):
          let text = entry.value?.description ?? entry.error?.description ?? "default of the app"
          recorder.record(text, of: key, in: context, from: client)
          metrics.recordEvaluation(of: Feature.Name(rawValue: key), entry.variant ?? "")
        case .failure(let error):
          let isUnknown = response.status == 404
          recorder.recordFailure(
            "\(error)",
            of: key,
            in: context,
            from: client,
            isUnknown: isUnknown
          )
        }
        send(response)
      }
    }
  }

  /// Responds to an evaluation of all features; with status 304 if the client already has the same results.
  func evaluateAll(_ request: borrowing ServerRequest) -> ServerReply {
    let parts = BulkRequest(
      body: request.body,
      client: client(request),
      validators: Validators(request),
      overrides: request.header(RequestOverrides.header)
    )
    guard parts.body.count > Self.quickBodySize else { return evaluateAll(parts, isOnPool: false) }
    return pool.reply(size: parts.body.count) { self.evaluateAll(parts, isOnPool: true) }
  }

  private func evaluateAll(_ request: BulkRequest, isOnPool: Bool) -> ServerReply {
    let isQuick = isOnPool || bulk.isQuick
    // The waiting job keeps the body and not the parsed context, which takes more memory.
    func later() -> ServerReply {
      pool.reply(size: request.body.count) { self.evaluateAll(request, isOnPool: true) }
    }
    guard isQuick || request.overrides == nil else { return later() }
    let (context, store): (EvaluationContext, FlagStore)
    do throws(EvaluationError) {
      store = try requestOverrides.store(request.overrides, from: request.client.address)
      context = try EvaluationContext(body: request.body)
    } catch {
      recorder.recordRequest(.bulk, from: request.client)
      return .response(.failure(error, key: nil))
    }
    guard proxy != nil || isQuick || context.isSmall else { return later() }
    let client = recorder.recordRequest(.bulk, from: request.client, context: context)
    if let proxy = proxy?.with(store) { return proxiedAll(request, context, client, proxy) }
    let respond: @Sendable (BulkEvaluation.Result) -> ServerResponse = { [recorder, metrics] in
      recorder.recordBulk(of: $0.count, in: context, by: client)
      metrics.recordBulkEvaluation()
      return $0.document.response(to: request.validators)
    }
    guard request.overrides == nil else {
      return .response(respond(bulk.result(in: context, of: store)))
    }
    if let cached = bulk.cached(in: context) { return .response(respond(cached)) }
    if isQuick { return .response(respond(bulk.result(in: context))) }
    return .later { [bulk] send in bulk.respond(in: context, to: send, by: respond) }
  }

  /// Responds with the evaluations of the upstream, and with those of the store for overridden flags.
  private func proxiedAll(
    _ request: BulkRequest,
    _ context: EvaluationContext,
    _ client: ServedClient.ID,
    _ proxy: OverrideProxy
  ) -> ServerReply {
    let upstreamContext: OFREPContext
    do throws(DocumentError) {
      upstreamContext = try OFREPContext(requestBody: request.body)
    } catch {
      return .response(.failure(.notJSON(error), key: nil))
    }
    let validators = request.validators
    return .later { [recorder, metrics, bulk] send in
      Task {
        let outcome = await proxy.evaluateAll(
          in: upstreamContext,
          context,
          eventStreams: bulk.eventStreams
        )
        switch outcome {
        case .success(let (document, count)):
          recorder.recordBulk(of: count, in: context, by: client)
          metrics.recordBulkEvaluation()
          send(document.response(to: validators))
        case .failure(let failure): send(failure.response)
        }
      }
    }
  }

  /// Opens an event stream of OFREP.
  func openStream(_ request: borrowing ServerRequest) -> ServerResponse {
    openStream(request, .events, .evaluations) { number, modified in
      let data = "{\"type\":\"refetchEvaluation\",\"lastModified\":\(modified)}"
      return Array("id: \(number)\nevent: message\ndata: \(data)\n\n".utf8)
    }
  }

  /// Opens an event stream, which remains open until the client disconnects.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - endpoint: The endpoint, by which the request is recorded.
  ///   - topic: The topic of the events.
  ///   - content: Creates the events of the topic.
  ///   - first: Creates the event that only this client gets, at once; `nil` for none.
  /// - Returns: The response with the stream.
  func openStream(
    _ request: borrowing ServerRequest,
    _ endpoint: ServedEndpoint,
    _ topic: EventTopic,
    content: @escaping EventBroadcaster.Content,
    first: () -> [UInt8]? = { nil }
  ) -> ServerResponse {
    let recorder = recorder
    let client = recorder.recordRequest(
      endpoint,
      from: endpoint == .unleash ? sdk(request) : client(request)
    )
    let headers: HTTPHeaders = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-cache",
      // Without this header, proxies such as nginx collect events before they forward them.
      "X-Accel-Buffering": "no",
    ]
    guard request.method != .head else { return ServerResponse(headers: headers) }
    recorder.recordStream(by: client, change: 1)
    let stream = broadcaster.makeStream(of: topic, content: content) {
      recorder.recordStream(by: client, change: -1)
    }
    // The stream is open already, so that no change between the two is lost.
    if let event = first() { stream.send(event) }
    return ServerResponse(headers: headers, body: .stream(stream))
  }
}

extension ServerResponse {
  fileprivate static func failure(_ error: EvaluationError, key: String?) -> ServerResponse {
    var json = JSONBytes(capacity: 256)
    json.append(error, key: key)
    return .json(json.bytes, status: error.status)
  }
}
