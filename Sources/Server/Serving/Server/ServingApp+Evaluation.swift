import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Networking
import OFREP
import Targeting
import Workbench

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
    // Overrides of a request need a copy of the store, which takes a time that depends on the number of
    // features.
    let isQuick = body.count <= Self.quickBodySize && (overrides == nil || bulk.isQuick)
    if isQuick {
      let budget = WorkBudget(limit: .quick)
      let reply = budget.run { evaluate(key, body, overrides, client) }
      if budget.end == nil { return reply }
    }
    return pool.reply(size: body.count) { self.evaluate(key, body, overrides, client) }
  }

  /// Responds to the evaluation of one feature; the result is neither valid nor recorded once the budget of
  /// the work has ended.
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
      recorder.recordRequest("evaluation", from: client)
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
      if WorkBudget.hasEnded { return .response(.tooMuchWork) }
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
      recorder.recordRequest("bulk", from: request.client)
      return .response(.failure(error, key: nil))
    }
    guard proxy != nil || isQuick || context.isSmall else { return later() }
    var result: BulkEvaluation.Result?
    if isQuick, proxy == nil {
      let budget = isOnPool ? WorkBudget.current : WorkBudget(limit: .quick)
      let evaluate = { self.result(in: context, request.overrides == nil ? nil : store) }
      result = budget?.run(evaluate) ?? evaluate()
      guard budget?.end == nil else { return isOnPool ? .response(.tooMuchWork) : later() }
    }
    let client = recorder.recordRequest("bulk", from: request.client, context: context)
    if let proxy = proxy?.with(store) { return proxiedAll(request, context, client, proxy) }
    let respond: @Sendable (BulkEvaluation.Result) -> ServerResponse = { [recorder, metrics] in
      recorder.recordBulk(of: $0.count, in: context, by: client)
      metrics.recordBulkEvaluation()
      return $0.document.response(to: request.validators)
    }
    if let result = result ?? bulk.cached(in: context) { return .response(respond(result)) }
    return .later { [bulk] send in bulk.respond(in: context, to: send, by: respond) }
  }

  /// Evaluates all features on this thread, with the store of the request if it has one.
  private func result(in context: EvaluationContext, _ store: FlagStore?) -> BulkEvaluation.Result {
    store.map { bulk.result(in: context, of: $0) } ?? bulk.result(in: context)
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
}

extension ServerResponse {
  fileprivate static func failure(_ error: EvaluationError, key: String?) -> ServerResponse {
    var json = JSONBytes(capacity: 256)
    json.append(error, key: key)
    return .json(json.bytes, status: error.status)
  }
}
