import Locking

/// Gathers a whole body.
final class WholeBody: BodySink {
  private struct State {
    var bytes: [UInt8] = []
    var expected: Int?
    var continuation: CheckedContinuation<Void, Never>?
    var outcome: Result<HTTPResponse, HTTPError> = .failure(.cancelled)
  }

  let isWholeBody = true
  private let limit: Int
  private let progress: (@Sendable (HTTPProgress) -> Void)?
  private let state = Locked(State())

  init(limit: Int, progress: (@Sendable (HTTPProgress) -> Void)?) {
    self.limit = limit
    self.progress = progress
  }

  /// The answer, once it is done.
  var outcome: Result<HTTPResponse, HTTPError> { state.withLock { $0.outcome } }

  func whenDone(_ continuation: CheckedContinuation<Void, Never>) {
    state.withLock { $0.continuation = continuation }
  }

  func begin(_ head: AnswerHead) {
    state.withLock { state in
      state.expected = head.expectedSize
      state.bytes.reserveCapacity(min(max(head.expectedSize ?? 0, 0), limit, 1 << 20))
    }
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> BodyVerdict {
    let now: HTTPProgress? = state.withLock { state in
      guard state.bytes.count + bytes.count <= limit else { return nil }
      state.bytes.append(contentsOf: bytes)
      return HTTPProgress(received: state.bytes.count, expected: state.expected)
    }
    guard let now else { return .refused(.tooLarge(limit: limit)) }
    progress?(now)
    return .taken
  }

  func finish(_ outcome: Result<HTTPFacts, HTTPError>) {
    let continuation = state.withLock { state in
      let bytes = state.bytes
      state.bytes = []
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
