import Locking

/// Sends HTTP requests with libcurl, many at a time, on one event loop thread.
///
/// ```swift
/// let client = HTTPClient()
/// var request = HTTPRequest(url: "https://flags.example.test/features.json")
/// request.deadline = .seconds(10)
/// let response = try await client.send(request)
/// print(response.status, response.body.count, response.timings.total)
/// ```
///
/// The thread starts with the first request and ends when the client is released. Connections are
/// pooled. A client may be used from any thread.
public final class HTTPClient: Sendable {
  private let engine: TransferLoop
  private let observer: Observer?

  /// Creates a client; no thread or connection is opened before the first request.
  public init(configuration: Configuration = Configuration()) {
    engine = TransferLoop(configuration: configuration)
    observer = configuration.observer
  }

  deinit {
    engine.stop()
  }

  /// Starts the event loop thread in the network namespace of the calling thread.
  func start() {
    engine.start()
  }

  /// Sends a request and returns the response with its whole body.
  ///
  /// A response with any status is returned, even 404 or 500. Cancelling the task cancels the
  /// request.
  ///
  /// - Parameters:
  ///   - request: The request; invalid requests fail before a connection is opened.
  ///   - progress: Called on the event loop thread for each received part of the body. It must
  ///     return quickly, because it blocks all transfers of the client.
  /// - Returns: The last response, after redirects.
  /// - Throws: The reason why there is no complete response.
  public func send(
    _ request: HTTPRequest,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws(HTTPError) -> HTTPResponse {
    let address = try request.validated()
    let body = WholeBody(limit: request.maximumBodySize, progress: progress)
    let transfer = Transfer(request: request, address: address, sink: body)
    let outcome = await withTaskCancellationHandler {
      await body.outcome.value { engine.submit(.start(transfer)) }
    } onCancel: {
      transfer.markCancelled()
      engine.submit(.cancel(transfer))
    }
    observer?(request, outcome)
    return try outcome.get()
  }

  /// Sends a request and returns the lines of the response as a stream.
  ///
  /// ```swift
  /// let client = HTTPClient()
  /// var request = HTTPRequest(url: "https://flags.example.test/events")
  /// request.deadline = nil
  /// for try await line in try await client.stream(request).lines {
  ///   print(line)
  /// }
  /// ```
  ///
  /// The method returns when the headers are received. Up to 256 KiB of lines are buffered: a slow
  /// consumer then pauses the transfer. Set ``HTTPRequest/deadline`` to `nil` for an endless stream.
  ///
  /// - Parameter request: The request; an invalid request fails before a connection is opened.
  /// - Returns: The status, the headers and the lines.
  /// - Throws: The reason why there is no response. A failure after the headers is thrown by the
  ///   lines.
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
      await feed.head.value { engine.submit(.start(transfer)) }
    } onCancel: {
      subscription.cancel()
    }
    return HTTPStream(head: try head.get(), lines: HTTPLines(subscription: subscription))
  }
}

extension HTTPClient {
  /// The function that receives a request with its response, or with the error of the request.
  public typealias Observer = @Sendable (HTTPRequest, Result<HTTPResponse, HTTPError>) -> Void

  /// The settings of a client, which apply to all of its requests.
  public struct Configuration: Sendable {
    /// The proxy through which a client connects.
    public enum Proxy: Hashable, Sendable {
      /// The proxy of the environment variables `http_proxy`, `https_proxy` and `no_proxy`.
      case environment
      /// No proxy, even if the environment variables contain one.
      case none
      /// The proxy with the given URL, such as `http://proxy.example.test:3128`.
      case address(String)
    }

    /// The function that is called in the caller's task after each
    /// ``HTTPClient/send(_:progress:)``, such as to log the request; `nil` by default.
    public var observer: Observer?
    /// The `User-Agent` header of requests that do not set their own; `Halyard` by default.
    public var userAgent = "Halyard"
    /// The proxy of all requests; the proxy of the environment variables by default.
    public var proxy = Proxy.environment
    /// The path of a PEM file with the trusted certificate authorities; `nil`, the default, trusts
    /// the authorities of the system.
    public var certificateAuthorities: String?
    /// The path of a PEM file with the certificate by which the client identifies itself to servers;
    /// `nil`, the default, sends none.
    public var clientCertificate: String?
    /// The path of a PEM file with the private key of ``clientCertificate``; `nil` if that file
    /// contains the key too.
    public var clientKey: String?
    /// The largest number of concurrent transfers, 64 by default; further requests are queued.
    public var maximumTransfers = 64
    /// The largest number of idle connections in the pool, 16 by default.
    public var maximumIdleConnections = 16

    /// Creates a configuration with the default value of every property.
    public init() {}
  }
}
