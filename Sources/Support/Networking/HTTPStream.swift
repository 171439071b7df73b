/// A response whose body is a stream of lines.
public struct HTTPStream: Sendable {
  /// The status code of the response, such as 200.
  public let status: Int
  /// The URL of the response, after redirects.
  public let url: String
  /// The headers of the response.
  public let headers: HTTPHeaders
  /// The lines of the body.
  ///
  /// The transfer is cancelled when the lines are released.
  public let lines: HTTPLines

  init(head: ResponseHead, lines: HTTPLines) {
    status = head.status
    url = head.urls.last ?? ""
    headers = head.headers
    self.lines = lines
  }

  /// Whether the body is a stream of server-sent events, and not another document such as the page of a
  /// captive portal.
  package var isEventStream: Bool {
    let type = headers["Content-Type"]?.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    return type == "text/event-stream"
  }
}

/// The lines of a body without their terminators, which are CR, LF or CRLF; for one consumer.
public struct HTTPLines: AsyncSequence, Sendable {
  /// A line of the body, with invalid UTF-8 replaced by U+FFFD.
  public typealias Element = String
  /// The reason why the body is incomplete.
  public typealias Failure = HTTPError

  let subscription: Subscription

  /// Creates an iterator that continues after the last line that was read.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: subscription)
  }

  /// An iterator that waits for each line of the body.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let subscription: Subscription

    /// Waits for the next line.
    ///
    /// - Parameter actor: The isolation of the caller.
    /// - Returns: The line; `nil` at the end of the body.
    /// - Throws: The failure of the transfer before the end of the body.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HTTPError) -> String? {
      try await subscription.next()
    }

    /// Returns all buffered lines that were not read yet, without waiting.
    ///
    /// A consumer that is slower than the server can process these lines together.
    package mutating func buffered() -> [String] {
      subscription.takeBuffered()
    }
  }

  /// Retains the client, and cancels the transfer when the last iterator is released.
  final class Subscription: Sendable {
    private let client: HTTPClient
    private let engine: TransferLoop
    private let transfer: Transfer
    private let feed: LineFeed

    init(client: HTTPClient, engine: TransferLoop, transfer: Transfer, feed: LineFeed) {
      self.client = client
      self.engine = engine
      self.transfer = transfer
      self.feed = feed
    }

    deinit {
      cancel()
    }

    func cancel() {
      transfer.markCancelled()
      engine.submit(.cancel(transfer))
    }

    func takeBuffered() -> [String] { feed.takeBuffered() }

    func next() async throws(HTTPError) -> String? {
      let result = await withTaskCancellationHandler {
        await feed.next { engine.submit(.resume(transfer)) }
      } onCancel: {
        cancel()
      }
      return try result.get()
    }
  }
}
