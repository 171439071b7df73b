import Networking
import Testing

/// Tests the exponential back-off between attempts.
struct BackoffTests {
  private let backoff = Backoff(initial: .seconds(1), ceiling: .seconds(10))

  @Test func `the delay doubles with each failure, up to the ceiling`() {
    var backoff = backoff
    var delays = [backoff.delay()]
    for _ in 1...6 {
      backoff.recordFailure()
      delays.append(backoff.delay())
    }
    #expect(delays == [0, 1, 2, 4, 8, 10, 10].map { .seconds($0) })
  }

  @Test func `the first delay after a reset is the initial delay`() {
    var backoff = Backoff(initial: .seconds(1), ceiling: .seconds(10), failures: 3)
    #expect(backoff.delay() == .seconds(4))
    backoff.reset()
    #expect(backoff.delay() == .zero)
    backoff.recordFailure()
    #expect(backoff.delay() == .seconds(1))
  }

  @Test(arguments: [(nil, 2), (0, 2), (1, 2), (3, 3), (3_600, 3_600)] as [(Int?, Int)])
  func `a Retry-After that is longer than the delay applies, even above the ceiling`(
    serverDelay: Int?,
    seconds: Int
  ) {
    let delay = backoff.delay(afterFailures: 2, atLeast: serverDelay.map { .seconds($0) })
    #expect(delay == .seconds(seconds))
  }

  @Test(
    arguments: [(0, 1, 0), (0.5, 1, 1), (0.5, 0.5, 0.5), (7, 1, 2), (-1, 1, 0), (.nan, 1, 0)]
      as [(Double, Double, Double)]
  )
  func `jitter is the delay times the jitter fraction times a random number from 0 to 1`(
    share: Double,
    draw: Double,
    seconds: Double
  ) {
    let backoff = Backoff(initial: .seconds(1), ceiling: .seconds(10), jitter: share)
    #expect(backoff.jitter(of: .seconds(2), draw: draw) == .seconds(seconds))
  }

  @Test(
    arguments: [
      (Duration.seconds(-1), .seconds(10), .zero), (.zero, .seconds(10), .zero),
      (.seconds(20), .seconds(10), .seconds(10)), (.seconds(1), .seconds(-1), .zero),
      (.seconds(Int64.max), .seconds(Int64.max), .seconds(Int64.max)),
    ] as [(Duration, Duration, Duration)]
  )
  func `extreme parameters cause neither an overflow nor a negative delay`(
    initial: Duration,
    ceiling: Duration,
    longest: Duration
  ) {
    let backoff = Backoff(initial: initial, ceiling: ceiling, failures: .max - 1)
    #expect(backoff.delay() == longest)
  }
}
