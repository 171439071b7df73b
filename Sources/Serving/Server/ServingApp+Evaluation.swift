import Documents
import FeatureFlags
import HTTPServer
import Networking
import OFREP

extension ServingApp {
  /// Responds to a single evaluation; the rest of the path is the key.
  func evaluate(_ request: borrowing ServerRequest) -> ServerReply {
    let path = request.path
    let key = String(Substring(path.utf8.dropFirst(ServingRoute.evaluationPath.utf8.count + 1)))
    let context: EvaluationContext
    do throws(EvaluationError) {
      context = try EvaluationContext(body: request.body)
    } catch {
      recorder.recordRequest(.evaluation, from: client(request))
      return .response(.failure(error, key: key))
    }
    let client = client(request)
    if let proxy, proxy.override(FlagKey(text: key), in: context) == nil {
      return proxied(key, context, body: request.body, from: client, proxy)
    }
    do throws(EvaluationError) {
      let result = try FlagKey(text: key).evaluate(served.store, in: context)
      recorder.record(result, of: key, in: context, from: client)
      metrics.recordEvaluation(result)
      var json = JSONBytes(capacity: 256)
      json.append(result, key: key)
      return .response(.json(json.bytes))
    } catch {
      recorder.recordFailure(error.code, of: key, in: context, from: client, isUnknown: true)
      return .response(.failure(error, key: key))
    }
  }

  /// Responds with the evaluation of the upstream.
  private func proxied(
    _ key: String,
    _ context: EvaluationContext,
    body: [UInt8],
    from client: ActivityRecorder.ClientKey,
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

  /// Responds to an evaluation of all features; status 304 if the client has the same results.
  func evaluateAll(_ request: borrowing ServerRequest) -> ServerReply {
    let context: EvaluationContext
    do throws(EvaluationError) {
      context = try EvaluationContext(body: request.body)
    } catch {
      recorder.recordRequest(.bulk, from: client(request))
      return .response(.failure(error, key: nil))
    }
    let key = client(request, user: context.targetingKey)
    let client = recorder.recordRequest(.bulk, from: key, context: context)
    if let proxy { return proxiedAll(request, context, client, proxy) }
    let (document, count) = bulk.document(in: context)
    recorder.recordBulk(of: count, in: context, by: client)
    metrics.recordBulkEvaluation()
    return .response(document.response(to: Validators(request)))
  }

  /// Responds with the evaluations of the upstream, and those of the store for overridden flags.
  private func proxiedAll(
    _ request: borrowing ServerRequest,
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
    let validators = Validators(request)
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

  /// Opens an event stream, which remains open until the client disconnects.
  func openStream(_ request: borrowing ServerRequest) -> ServerResponse {
    let recorder = recorder
    let client = recorder.recordRequest(.events, from: client(request))
    let headers: HTTPHeaders = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-cache",
      // Proxies such as nginx would collect the events before they forward them.
      "X-Accel-Buffering": "no",
    ]
    guard request.method == .get else { return ServerResponse(headers: headers) }
    recorder.recordStream(by: client, change: 1)
    let stream = broadcaster.makeStream { recorder.recordStream(by: client, change: -1) }
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
