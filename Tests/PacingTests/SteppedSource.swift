import Synchronization

/// A sequence whose elements a test sends one by one; each send waits for the consumer.
final class SteppedSource: AsyncSequence, Sendable {
  struct Failed: Error {}

  private struct State {
    var demands = 0
    var sent = 0
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let elements: AsyncThrowingStream<Character, any Error>
  private let continuation: AsyncThrowingStream<Character, any Error>.Continuation
  private let state = Mutex(State())

  init() {
    (elements, continuation) = AsyncThrowingStream.makeStream()
  }

  /// Sends an element, and waits until the consumer requests the next element.
  func send(_ element: Character) async {
    continuation.yield(element)
    await withCheckedContinuation { waiting in
      let isDone = state.withLock { state in
        state.sent += 1
        if state.demands > state.sent { return true }
        state.waiting = waiting
        return false
      }
      if isDone { waiting.resume() }
    }
  }

  func end(throwing error: (any Error)? = nil) {
    continuation.finish(throwing: error)
  }

  struct Iterator: AsyncIteratorProtocol {
    let source: SteppedSource
    var elements: AsyncThrowingStream<Character, any Error>.Iterator

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Character? {
      source.noteDemand()
      return try await elements.next(isolation: actor)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(source: self, elements: elements.makeAsyncIterator())
  }

  private func noteDemand() {
    let waiting = state.withLock { state in
      state.demands += 1
      guard state.demands > state.sent else { return nil as CheckedContinuation<Void, Never>? }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}

/// Reads the next element of an iterator with the isolation of the caller.
func next<Iterator: AsyncIteratorProtocol>(
  _ iterator: inout Iterator,
  isolation actor: isolated (any Actor)? = #isolation
) async throws(Iterator.Failure) -> Iterator.Element? {
  try await iterator.next(isolation: actor)
}
