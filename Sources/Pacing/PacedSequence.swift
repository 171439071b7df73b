/// The elements of another sequence, passed on at a pace.
struct PacedSequence<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence, Sendable
where Base.Element: Sendable, C.Duration == Duration {
  typealias Outcome = Result<Base.Element, Base.Failure>

  let base: Base
  let pace: Pace
  let clock: C

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var outcomes: AsyncStream<Outcome>.Iterator

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      try await outcomes.next(isolation: actor)?.get()
    }
  }

  func makeAsyncIterator() -> Iterator {
    let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
    let run = Task { await pass(on: continuation) }
    continuation.onTermination = { _ in run.cancel() }
    return Iterator(outcomes: outcomes.makeAsyncIterator())
  }

  private func pass(on continuation: AsyncStream<Outcome>.Continuation) async {
    let pacer = Pacer(pace, clock: clock) { continuation.yield(.success($0)) }
    do throws(Base.Failure) {
      for try await element in base {
        await pacer.send(element)
      }
      // Also when nobody reads any more: then it goes nowhere.
      await pacer.flush()
    } catch {
      await pacer.cancel()
      continuation.yield(.failure(error))
    }
    continuation.finish()
  }
}
