import Locking

/// Collects the whole body of a response in memory, up to a size limit.
final class WholeBody: BodySink {
  private struct State {
    var bytes: [UInt8] = []
    var expected: Int?
    var continuation: CheckedContinuation<Void, Never>?
    var outcome: Result<HTTPResponse, HTTPError> = .failure(.cancelled)
    var isFinished = false
  }

  let isWholeBody = true
  private let limit: Int
  private let progress: (@Sendable (HTTPProgress) -> Void)?
  private let state = Locked(State())

  init(limit: Int, progress: (@Sendable (HTTPProgress) -> Void)?) {
    self.limit = limit
    self.progress = progress
  }

  /// The response or the error; valid after the transfer has finished.
  var outcome: Result<HTTPResponse, HTTPError> { state.withLock { $0.outcome } }

  /// Registers the continuation that is resumed when the transfer finishes.
  func whenDone(_ continuation: CheckedContinuation<Void, Never>) {
    let isFinished = state.withLock { state in
      // A cancelled task has ended the transfer before its continuation is registered.
      if !state.isFinished { state.continuation = continuation }
      return state.isFinished
    }
    if isFinished { continuation.resume() }
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
    let continuation = state.withLock { state in
      let bytes = state.bytes
      state.bytes = []
      state.isFinished = true
      state.outcome = outcome.map { facts in
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
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }
}
