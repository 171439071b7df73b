/// An answer whose lines are handed out as they come.
public struct HTTPStream: Sendable {
  /// The status code.
  public let status: Int
  /// The address that answered, after redirects.
  public let url: String
  /// The headers.
  public let headers: HTTPHeaders
  /// The lines of the body.
  ///
  /// Letting go of them ends the transfer.
  public let lines: HTTPLines

  init(head: AnswerHead, lines: HTTPLines) {
    status = head.status
    url = head.urls.last ?? ""
    headers = head.headers
    self.lines = lines
  }
}

/// The lines of a body, without their ends: CR, LF, or both.
///
/// To be read by one reader.
public struct HTTPLines: AsyncSequence, Sendable {
  /// A line, with broken UTF-8 repaired.
  public typealias Element = String
  /// Why the lines broke off.
  public typealias Failure = HTTPError

  let subscription: Subscription

  /// Begins to read, where the last reader stopped.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: subscription)
  }

  /// Reads line after line.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: Subscription

    /// The next line; `nil` at the end of the body.
    ///
    /// What is thrown says why there are no more lines, though the body has not ended.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HTTPError) -> String? {
      try await subscription.next()
    }
  }

  /// Keeps a transfer and its client going for as long as somebody reads.
  final class Subscription: Sendable {
    private let client: HTTPClient
    private let engine: Engine
    private let transfer: Transfer
    private let feed: LineFeed

    init(client: HTTPClient, engine: Engine, transfer: Transfer, feed: LineFeed) {
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
