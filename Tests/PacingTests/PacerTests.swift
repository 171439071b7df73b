import Pacing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PacerTests {
  private let clock = ManualClock()

  /// A pacer, and what it passes on.
  private func pacer(_ pace: Pace) -> (Pacer<String, ManualClock>, AsyncStream<String>) {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    return (Pacer(pace, clock: clock) { continuation.yield($0) }, stream)
  }

  @Test func `a debounced value waits, and another takes its place`() async {
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

  @Test func `a throttled value passes at once, and the latest when the interval ends`() async {
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

  @Test func `a pacer that keeps the first holds nothing and sets no timer`() async {
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

  @Test func `flush passes the held value on at once, and only once`() async {
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

  @Test func `after a flush a throttle is quiet for its whole interval`() async {
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

  @Test func `cancel drops the held value and its timer`() async {
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

  @Test func `a held value is passed on although nobody holds the pacer`() async {
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
