import FeatureFlags
import HTTPServer
import Networking

/// The parts of a request for an event stream that remain valid after its handler has returned.
struct StreamRequest: Sendable {
  let endpoint: ServedEndpoint
  let client: ActivityRecorder.ClientKey
  /// Whether the client only needs the headers.
  let isHead: Bool
}

extension ServingApp {
  /// Returns the parts of a request for an event stream.
  func stream(_ request: borrowing ServerRequest, _ endpoint: ServedEndpoint) -> StreamRequest {
    StreamRequest(
      endpoint: endpoint,
      client: endpoint == .unleash ? sdk(request) : client(request),
      isHead: request.method == .head
    )
  }

  /// Opens an event stream of OFREP.
  func openStream(_ request: borrowing ServerRequest) -> ServerResponse {
    openStream(stream(request, .events), .evaluations) { number, modified in
      let data = "{\"type\":\"refetchEvaluation\",\"lastModified\":\(modified)}"
      return Array("id: \(number)\nevent: message\ndata: \(data)\n\n".utf8)
    }
  }

  /// Opens an event stream, which remains open until the client disconnects.
  ///
  /// A stream with a first event must be opened on the pool: creating the event can take long.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - topic: The topic of the events.
  ///   - content: Creates the events of the topic.
  ///   - first: Creates the event that only this client gets, at once; `nil` for none.
  /// - Returns: The response with the stream; status 503 if the streams have too large contexts.
  func openStream(
    _ request: StreamRequest,
    _ topic: EventTopic,
    content: @escaping EventBroadcaster.Content,
    first: () -> [UInt8]? = { nil }
  ) -> ServerResponse {
    let recorder = recorder
    let client = recorder.recordRequest(request.endpoint, from: request.client)
    let headers: HTTPHeaders = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-cache",
      // Without this header, proxies such as nginx collect events before they forward them.
      "X-Accel-Buffering": "no",
    ]
    guard !request.isHead else { return ServerResponse(headers: headers) }
    recorder.recordStream(by: client, change: 1)
    let stream = broadcaster.makeStream(of: topic, content: content, first: first) {
      recorder.recordStream(by: client, change: -1)
    }
    return stream.map { ServerResponse(headers: headers, body: .stream($0)) } ?? .overloaded
  }
}
