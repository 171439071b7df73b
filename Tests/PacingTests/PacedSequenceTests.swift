import Pacing
import TestSupport
import Testing

/// Tests debounced and throttled sequences against marble diagrams.
@Suite(.timeLimit(.minutes(1)))
struct PacedSequenceTests {
  private let clock = ManualClock()
  private let source = SteppedSource()

  /// Emits the events of the input diagram, and expects the events of the output diagram.
  private func play(
    _ inputText: String,
    through sequence: some AsyncSequence<Character, any Error>,
    expecting outputText: String
  ) async throws {
    let (input, output) = (Diagram(inputText), Diagram(outputText))
    var passed = sequence.makeAsyncIterator()
    for column in input.columns.indices {
      // The timer of the pending element expires now, before the new element is sent.
      let isDue = output.event(at: column) != input.event(at: column) && column != input.end
      if isDue, let event = output.event(at: column) {
        #expect(try await next(&passed) == event, "column \(column)")
      }
      if let event = input.event(at: column) {
        await source.send(event)
        if event == output.event(at: column) {
          #expect(try await next(&passed) == event, "column \(column)")
        }
      }
      if column == input.end {
        source.end()
        break
      }
      if Diagram.isPending(after: column, in: input, out: output) {
        // The expected element is still pending: waits until its timer is running.
        await clock.waitForSleepers()
      }
      clock.advance(by: .seconds(1))
    }
    if let end = input.end, let event = output.event(at: end) {
      #expect(try await next(&passed) == event)
    }
    #expect(try await next(&passed) == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [
    ("abcd----e---f-g----|", "------d----e-----g-|"),
    ("a--b--c---|", "---a--b--c|"),
    ("ab-cd|", "-----d"),
    ("--|", "--|"),
  ])
  func `debounce emits the latest element after a pause`(
    _ input: String,
    _ output: String
  ) async throws {
    let sequence = source.debounced(for: .seconds(3), clock: clock)
    try await play(input, through: sequence, expecting: output)
  }

  @Test(arguments: [
    ("abcdefghij---|", "a--d--g--j---|"),
    ("abcd----e---f-g----|", "a--d----e---f------|"),
  ])
  func `a throttle that keeps the first element emits the first element of each interval`(
    _ input: String,
    _ output: String
  ) async throws {
    let sequence = source.throttled(for: .seconds(3), keeping: .first, clock: clock)
    try await play(input, through: sequence, expecting: output)
  }

  @Test(arguments: [
    ("abc------|", "a--c-----|"),
    ("ab--c----d|", "a--b--c--d|"),
    ("abc|", "a--c"),
  ])
  func `a throttle that keeps the latest element emits the first and the latest of each interval`(
    _ input: String,
    _ output: String
  ) async throws {
    let sequence = source.throttled(for: .seconds(3), clock: clock)
    try await play(input, through: sequence, expecting: output)
  }

  @Test func `a failure of the source is thrown at once, and the pending element is dropped`()
    async throws
  {
    var passed = source.debounced(for: .seconds(3), clock: clock).makeAsyncIterator()
    await source.send("a")
    await clock.waitForSleepers()
    source.end(throwing: SteppedSource.Failed())
    await #expect(throws: SteppedSource.Failed.self) { try await next(&passed) }
    #expect(clock.sleeperCount == 0)
    #expect(try await next(&passed) == nil)
  }

  @Test(arguments: [
    (Pace.Kept.latest, Character("c")), (.first, "a"),
  ])
  func `a slow consumer of a throttled sequence receives one element, and then the end`(
    _ kept: Pace.Kept,
    _ element: Character
  ) async throws {
    var passed = source.throttled(for: .seconds(3), keeping: kept, clock: clock)
      .makeAsyncIterator()
    for event in "abc" {
      await source.send(event)
      clock.advance(by: .seconds(3))
    }
    source.end()
    #expect(try await next(&passed) == element)
    #expect(try await next(&passed) == nil)
  }

  @Test
  func `a slow consumer of a debounced sequence receives the newest element, and then the end`()
    async throws
  {
    var passed = source.debounced(for: .seconds(3), clock: clock).makeAsyncIterator()
    for event in "abc" {
      await source.send(event)
      await clock.waitForSleepers()
      clock.advance(by: .seconds(3))
    }
    await source.send("d")
    await clock.waitForSleepers()
    source.end()
    // The timer task ends after it has emitted its element.
    await clock.waitForNoSleepers()
    #expect(try await next(&passed) == "d")
    #expect(try await next(&passed) == nil)
  }

  @Test(arguments: [
    (Pace.Kept.latest, Character("b")), (.first, "a"),
  ])
  func `an element that was emitted before a failure of the source is received first`(
    _ kept: Pace.Kept,
    _ element: Character
  ) async throws {
    var passed = source.throttled(for: .seconds(3), keeping: kept, clock: clock)
      .makeAsyncIterator()
    await source.send("a")
    clock.advance(by: .seconds(3))
    await source.send("b")
    source.end(throwing: SteppedSource.Failed())
    #expect(try await next(&passed) == element)
    await #expect(throws: SteppedSource.Failed.self) { try await next(&passed) }
    #expect(try await next(&passed) == nil)
  }

  @Test func `iterating a paced sequence needs no try if the source cannot fail`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    var passed: [Int] = []
    for await element in stream.debounced(for: .seconds(3), clock: clock) {
      passed.append(element)
    }
    #expect(passed == [2])
  }

  @Test func `cancelling the consumer ends the iteration and leaves no timer`() async throws {
    let (source, clock) = (source, clock)
    let reader = Task {
      var passed: [Character] = []
      for try await element in source.debounced(for: .seconds(3), clock: clock) {
        passed.append(element)
      }
      return passed
    }
    await source.send("a")
    await clock.waitForSleepers()
    reader.cancel()
    #expect(try await reader.value.isEmpty)
    await clock.waitForNoSleepers()
  }

  @Test func `a consumer that stops iterating leaves no timer`() async throws {
    do {
      let passed = source.debounced(for: .seconds(3), clock: clock).makeAsyncIterator()
      await source.send("a")
      await clock.waitForSleepers()
      _ = passed
    }
    await clock.waitForNoSleepers()
  }
}
