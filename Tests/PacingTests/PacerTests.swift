import Pacing
import TestSupport
import Testing

/// Tests the timer of a pacer with a manual clock.
@Suite(.timeLimit(.minutes(1)))
struct PacerTests {
  private let clock = ManualClock()

  /// Creates a pacer and the stream of its emitted values.
  private func pacer(_ pace: Pace) -> (Pacer<String, ManualClock>, AsyncStream<String>) {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    return (Pacer(pace, clock: clock) { continuation.yield($0) }, stream)
  }

  @Test func `debounce replaces a pending value by a newer value`() async {
    let (pacer, stream) = pacer(.debounce(for: .seconds(3)))
    var passed = stream.makeAsyncIterator()
    await pacer.send("a")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(2))
    await pacer.send("b")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(2))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(await next(&passed) == "b")
    #expect(clock.sleeperCount == 0)
  }

  @Test
  func `a throttle emits the first value at once, and the latest one after the interval`()
    async
  {
    let (pacer, stream) = pacer(.throttle(for: .seconds(3), keeping: .latest))
    var passed = stream.makeAsyncIterator()
    await pacer.send("a")
    #expect(await next(&passed) == "a")
    await pacer.send("b")
    await pacer.send("c")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3))
    #expect(await next(&passed) == "c")
    await pacer.send("d")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3))
    #expect(await next(&passed) == "d")
  }

  @Test func `a throttle that keeps the first value has no pending value and no timer`() async {
    let (pacer, stream) = pacer(.throttle(for: .seconds(3), keeping: .first))
    var passed = stream.makeAsyncIterator()
    await pacer.send("a")
    await pacer.send("b")
    clock.advance(by: .seconds(3))
    await pacer.send("c")
    #expect(await next(&passed) == "a")
    #expect(await next(&passed) == "c")
    #expect(clock.sleeperCount == 0)
  }

  @Test func `flush emits the pending value at once and only once`() async {
    let (pacer, stream) = pacer(.debounce(for: .seconds(3)))
    var passed = stream.makeAsyncIterator()
    await pacer.send("a")
    await clock.waitForSleepers()
    await pacer.flush()
    #expect(await next(&passed) == "a")
    #expect(clock.sleeperCount == 0)
    await pacer.flush()
    await pacer.send("b")
    await pacer.flush()
    #expect(await next(&passed) == "b")
  }

  @Test func `throttle emits nothing for a whole interval after flush`() async {
    let (pacer, stream) = pacer(.throttle(for: .seconds(10), keeping: .latest))
    var passed = stream.makeAsyncIterator()
    await pacer.send("a")
    clock.advance(by: .seconds(5))
    await pacer.send("b")
    clock.advance(by: .seconds(4))
    await pacer.flush()
    clock.advance(by: .seconds(1))
    await pacer.send("c")
    await pacer.send("d")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    #expect(await next(&passed) == "a")
    #expect(await next(&passed) == "b")
    #expect(await next(&passed) == "d")
  }

  @Test func `cancel drops the pending value and its timer`() async {
    let (pacer, stream) = pacer(.debounce(for: .seconds(3)))
    var passed = stream.makeAsyncIterator()
    await pacer.send("a")
    await clock.waitForSleepers()
    await pacer.cancel()
    #expect(clock.sleeperCount == 0)
    clock.advance(by: .seconds(9))
    await pacer.send("b")
    await pacer.flush()
    #expect(await next(&passed) == "b")
  }

  @Test func `a pending value is emitted even after the pacer was released`() async {
    let stream = await {
      let (pacer, stream) = pacer(.debounce(for: .seconds(3)))
      await pacer.send("a")
      return stream
    }()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3))
    var passed = stream.makeAsyncIterator()
    #expect(await next(&passed) == "a")
  }
}
