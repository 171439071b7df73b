/// Asks servers, many at a time, on one thread that sleeps while there is nothing to do.
///
/// The thread starts with the first request and ends with the client. Connections are kept open
/// and used again.
public final class HTTPClient: Sendable {
  private let engine: Engine

  /// Makes a client; nothing is started or contacted.
  public init(configuration: Configuration = Configuration()) {
    engine = Engine(configuration: configuration)
  }

  deinit {
    engine.stop()
  }

  /// Starts the thread now: connections are made in the network of the thread that calls this.
  func start() {
    engine.start()
  }

  /// Sends a request and gathers the whole answer.
  ///
  /// Cancelling the task gives the request up. Every status is an answer; what is thrown says why
  /// there is none. `progress` is called on the client's thread as the body comes in, and must be
  /// quick.
  public func send(
    _ request: HTTPRequest,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws(HTTPError) -> HTTPResponse {
    let address = try request.validated()
    let body = WholeBody(limit: request.maximumBodySize, progress: progress)
    let transfer = Transfer(request: request, address: address, sink: body)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        body.whenDone(continuation)
        engine.submit(.start(transfer))
      }
    } onCancel: {
      transfer.markCancelled()
      engine.submit(.cancel(transfer))
    }
    return try body.outcome.get()
  }

  /// Sends a request and hands out the answer's lines as they come.
  ///
  /// A slow reader holds the server back rather than filling the memory. For an endless stream
  /// set the request's `deadline` to `nil`. What is thrown says why there is no answer; what
  /// happens after the head is thrown by the lines.
  public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
    let address = try request.validated()
    let feed = LineFeed(longestLine: request.maximumBodySize)
    let transfer = Transfer(request: request, address: address, sink: feed)
    let subscription = HTTPLines.Subscription(
      client: self,
      engine: engine,
      transfer: transfer,
      feed: feed
    )
    let head = await withTaskCancellationHandler {
      await feed.head { engine.submit(.start(transfer)) }
    } onCancel: {
      subscription.cancel()
    }
    return HTTPStream(head: try head.get(), lines: HTTPLines(subscription: subscription))
  }
}

extension HTTPClient {
  /// What holds for all requests of a client.
  public struct Configuration: Sendable {
    /// Which proxy is used.
    public enum Proxy: Hashable, Sendable {
      /// By the usual environment variables: `http_proxy`, `https_proxy`, `no_proxy`.
      case environment
      /// No proxy.
      case none
      /// This one, by its address.
      case address(String)
    }

    /// The `User-Agent`, unless a request brings its own.
    public var userAgent = "Halyard"
    /// Which proxy is used.
    public var proxy = Proxy.environment
    /// The path of a file with the certificates to trust; `nil` trusts those of the machine.
    public var certificateAuthorities: String?
    /// The most requests under way at a time; the others wait.
    public var maximumTransfers = 64
    /// The most connections kept open for later.
    public var maximumIdleConnections = 16

    /// Makes the usual configuration.
    public init() {}
  }
}
