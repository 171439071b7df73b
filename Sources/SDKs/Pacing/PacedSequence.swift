/// A sequence that debounces or throttles another sequence.
struct PacedSequence<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence, Sendable
where Base.Element: Sendable, C.Duration == Duration {
  let base: Base
  let pace: Pace
  let clock: C

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var elements: AsyncStream<Base.Element>.Iterator
    /// The failure of the base sequence, if any; this stream finishes before the stream of elements
    /// does.
    fileprivate var failures: AsyncStream<Base.Failure>.Iterator

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      if let element = await elements.next(isolation: actor) { return element }
      if let failure = await failures.next(isolation: actor) { throw failure }
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    let (elements, continuation) = AsyncStream.makeStream(
      of: Base.Element.self,
      bufferingPolicy: pace.keepsFirst ? .bufferingOldest(1) : .bufferingNewest(1)
    )
    // Uses a separate stream for the failure: in the buffer of one element, the failure would
    // replace an unread element.
    let (failures, failing) = AsyncStream.makeStream(of: Base.Failure.self)
    let run = Task { await emit(to: continuation, failing) }
    continuation.onTermination = { _ in run.cancel() }
    return Iterator(
      elements: elements.makeAsyncIterator(),
      failures: failures.makeAsyncIterator()
    )
  }

  private func emit(
    to continuation: AsyncStream<Base.Element>.Continuation,
    _ failing: AsyncStream<Base.Failure>.Continuation
  ) async {
    let pacer = Pacer(pace, clock: clock) { continuation.yield($0) }
    do throws(Base.Failure) {
      for try await element in base {
        await pacer.send(element)
      }
      // Safe after the consumer has finished: the value is dropped.
      await pacer.flush()
    } catch {
      await pacer.cancel()
      failing.yield(error)
    }
    failing.finish()
    continuation.finish()
  }
}
