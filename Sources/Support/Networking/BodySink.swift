import Locking

/// Receives the response of a transfer: the head, the chunks of the body and the outcome.
///
/// The event loop thread calls all methods.
protocol BodySink: AnyObject, Sendable {
  /// Whether the body is collected in memory: its announced size and its compression ratio are then
  /// limited.
  var isWholeBody: Bool { get }
  /// Called once, before the body, with the complete head.
  func begin(_ head: ResponseHead)
  /// Called for each chunk of the body, after decompression.
  func receive(_ bytes: UnsafeRawBufferPointer) -> ChunkResult
  /// Called once, as the last method, with the outcome of the transfer.
  func finish(_ outcome: Result<HTTPFacts, HTTPError>)
}

/// The result of passing a chunk of a body to a ``BodySink``.
enum ChunkResult {
  case accepted
  /// The transfer pauses; libcurl delivers the same chunk again when the transfer is resumed.
  case paused
  /// The sink rejects the body: the transfer fails with the given error.
  case rejected(HTTPError)
}

/// Collects the whole body of a response in memory, up to a size limit.
final class WholeBody: BodySink {
  private struct State {
    var bytes: [UInt8] = []
    var expected: Int?
  }

  let isWholeBody = true
  private let limit: Int
  private let progress: (@Sendable (HTTPProgress) -> Void)?
  private let state = Locked(State())
  /// The response or the error, after the transfer has finished.
  let outcome = Promise<Result<HTTPResponse, HTTPError>>()

  init(limit: Int, progress: (@Sendable (HTTPProgress) -> Void)?) {
    self.limit = limit
    self.progress = progress
  }

  func begin(_ head: ResponseHead) {
    state.withLock { state in
      state.expected = head.expectedSize
      state.bytes.reserveCapacity(min(max(head.expectedSize ?? 0, 0), limit, 1 << 20))
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> ChunkResult {
    let current: HTTPProgress? = state.withLock { state in
      guard state.bytes.count + bytes.count <= limit else { return nil }
      state.bytes.append(contentsOf: bytes)
      return HTTPProgress(received: state.bytes.count, expected: state.expected)
    }
    guard let current else { return .rejected(.tooLarge(limit: limit)) }
    progress?(current)
    return .accepted
  }

  func finish(_ outcome: Result<HTTPFacts, HTTPError>) {
    let bytes = state.withLock { state in
      defer { state.bytes = [] }
      return state.bytes
    }
    self.outcome.set(
      outcome.map { facts in
        HTTPResponse(
          status: facts.head.status,
          url: facts.url,
          redirectHosts: facts.head.redirectHosts,
          headers: facts.head.headers,
          body: bytes,
          timings: facts.timings,
          bytesReceived: facts.bytesReceived
        )
      }
    )
  }
}
