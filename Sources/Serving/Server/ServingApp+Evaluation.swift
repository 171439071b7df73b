import Documents
import FeatureFlags
import HTTPServer
import Networking

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
    do throws(EvaluationError) {
      let result = try FlagKey(text: key).evaluate(served.store, in: context)
      recorder.recordEvaluation(.success(result), of: key, in: context, from: client)
      metrics.recordEvaluation(result)
      var json = JSONBytes(capacity: 256)
      json.append(result, key: key)
      return .response(.json(json.bytes))
    } catch {
      recorder.recordEvaluation(.failure(error), of: key, in: context, from: client)
      return .response(.failure(error, key: key))
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
    let (document, count) = bulk.document(in: context)
    recorder.recordBulk(of: count, in: context, by: client)
    metrics.recordBulkEvaluation()
    return .response(document.response(to: request))
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
