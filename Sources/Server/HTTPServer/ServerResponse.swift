public import Networking

/// The response of a server to one request.
public struct ServerResponse: Sendable {
  /// The body of a response.
  public enum Body: Sendable {
    /// All bytes of the body.
    case bytes([UInt8])
    /// A stream that remains open until it is finished, or until the client disconnects.
    case stream(ResponseStream)
  }

  /// The status code, from 200 to 599.
  public var status: Int
  /// The headers; the server adds `Date`, `Content-Length`, `Connection` and `Transfer-Encoding`.
  public var headers: HTTPHeaders
  /// The body, which is not sent in response to `HEAD` and with status 304.
  public var body: Body

  /// Creates a response; without arguments it has the status 200 and no body.
  public init(status: Int = 200, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The result of a handler: a response, or the promise of one.
public enum ServerReply: Sendable {
  case response(ServerResponse)
  /// A response that is sent after the handler has returned; the server calls the closure once.
  case later(@Sendable (_ send: ResponseSender) -> Void)
}

/// Sends a response after the handler has returned, from any thread; only the first call has an effect.
public struct ResponseSender: Sendable {
  private let send: @Sendable (ServerResponse) -> Void
  private let isUnneeded: @Sendable () -> Bool

  init(
    send: @escaping @Sendable (ServerResponse) -> Void,
    isUnneeded: @escaping @Sendable () -> Bool
  ) {
    self.send = send
    self.isUnneeded = isUnneeded
  }

  /// Sends the response.
  public func callAsFunction(_ response: ServerResponse) { send(response) }

  /// Whether the client has disconnected or already has a response, so that work for the response can stop.
  ///
  /// A closed connection is detected within two seconds.
  public var isAbandoned: Bool { isUnneeded() }

  /// Returns a sender that changes the response before it is sent.
  public func map(
    _ change: @escaping @Sendable (ServerResponse) -> ServerResponse
  ) -> ResponseSender {
    let send = send
    return ResponseSender(send: { send(change($0)) }, isUnneeded: isUnneeded)
  }
}
