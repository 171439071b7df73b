import FeatureFlags
import FlagSystem
import HTTPServer
import Networking

/// The parts of a request for an event stream that remain valid after its handler has returned.
struct StreamRequest: Sendable {
  let endpoint: String
  let client: ActivityRecorder.ClientKey
  /// Whether the client only needs the headers.
  let isHead: Bool
}

extension ServingApp {
  /// Opens an event stream of OFREP.
  func openStream(_ request: borrowing ServerRequest) -> ServerResponse {
    let stream = StreamRequest(
      endpoint: "events",
      client: client(request),
      isHead: request.method == .head
    )
    return openStream(
      stream,
      RouteStream(StreamTopic("evaluations", isSignal: true)) { number, modified in
        let data = "{\"type\":\"refetchEvaluation\",\"lastModified\":\(modified)}"
        return Array("id: \(number)\nevent: message\ndata: \(data)\n\n".utf8)
      }
    )
  }

  /// Opens an event stream, which remains open until the client disconnects.
  ///
  /// A stream with a first event must be opened on the pool: creating the event can take long.
  ///
  /// - Returns: The response with the stream; status 503 if the streams have too large contexts.
  func openStream(_ request: StreamRequest, _ events: RouteStream) -> ServerResponse {
    let recorder = recorder
    let client = recorder.recordRequest(request.endpoint, from: request.client)
    let headers: HTTPHeaders = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-cache",
      // Without this header, proxies such as nginx collect events before they forward them.
      "X-Accel-Buffering": "no",
    ]
    guard !request.isHead else { return ServerResponse(headers: headers) }
    recorder.recordStream(by: client, change: 1)
    let stream = broadcaster.makeStream(
      of: events.topic,
      content: events.content,
      first: events.first
    ) {
      recorder.recordStream(by: client, change: -1)
    }
    return stream.map { ServerResponse(headers: headers, body: .stream($0)) } ?? .overloaded
  }
}
