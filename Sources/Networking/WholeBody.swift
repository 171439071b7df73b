import Locking

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
