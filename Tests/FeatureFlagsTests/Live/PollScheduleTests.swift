import TestSupport
import Testing

@testable import FeatureFlags

/// Tests the due times of polls, in seconds since the start.
struct PollScheduleTests {
  private typealias Schedule = PollSchedule<ManualClock.Instant>

  private static func at(_ seconds: Double) -> ManualClock.Instant {
    ManualClock().now.advanced(by: .seconds(seconds))
  }

  private static func schedule(_ interval: Double = 60, jitter: Double = 0) -> Schedule {
    let settings = PollSettings(interval: .seconds(interval), jitter: jitter)
    var schedule = Schedule(settings: settings, draw: { 0.5 })
    schedule.start(at: at(0), failed: false, retryDelay: nil)
    return schedule
  }

  private func due(_ schedule: Schedule) -> Double? {
    schedule.due.map { $0.offset / .seconds(1) }
  }

  /// Runs each poll at its due time, with its duration and Retry-After delay in seconds.
  ///
  /// - Returns: The due times in seconds.
  private func times(
    _ schedule: inout Schedule,
    polls: [(taking: Double, failed: Bool, retry: Double?)]
  ) throws -> [Double] {
    var times: [Double] = []
    for poll in polls {
      let time = try #require(due(schedule))
      #expect(schedule.begin(at: Self.at(time)) == .zero)
      schedule.end(
        at: Self.at(time + poll.taking),
        failed: poll.failed,
        retryDelay: poll.retry.map { .seconds($0) }
      )
      times.append(time)
    }
    return times
  }

  @Test func `due times follow the schedule, even if responses are slow`() throws {
    var schedule = Self.schedule()
    let polls = [0.1, 59.9, 3, 0].map { ($0, false, nil as Double?) }
    #expect(try times(&schedule, polls: polls) == [60, 120, 180, 240])
    #expect(due(schedule) == 300)
  }

  @Test func `a poll that takes longer than the interval skips due times without shifting others`()
    throws
  {
    var schedule = Self.schedule(2)
    #expect(try times(&schedule, polls: [(7, false, nil)]) == [2])
    #expect(due(schedule) == 10)
  }

  @Test
  func `the back-off doubles up to ten minutes, and one success resets it`() throws {
    var schedule = Self.schedule()
    let failed = [(1.0, true, nil as Double?)]
    let polls = Array(repeating: failed[0], count: 6) + [(1, false, nil)]
    #expect(
      try times(&schedule, polls: polls) == [60, 180, 420, 900, 1_500, 2_100, 2_700]
    )
    #expect(schedule.failures == 0)
    #expect(due(schedule) == 2_760)
  }

  @Test func `the back-off after a slow failure starts at the end of the request`() throws {
    var schedule = Self.schedule(2)
    #expect(try times(&schedule, polls: [(30, true, nil)]) == [2])
    #expect(due(schedule) == 36)
  }

  @Test func `Retry-After postpones the next poll, but never shortens the back-off`() throws {
    var schedule = Self.schedule()
    #expect(try times(&schedule, polls: [(1, true, 1_000), (1, false, 300)]) == [60, 1_061])
    #expect(due(schedule) == 1_362)
    _ = try times(&schedule, polls: [(1, true, 5)])
    #expect(due(schedule) == 1_482, "Retry-After never shortens the delay")
  }

  @Test func `several due times that passed while the process was suspended cause one poll`() {
    var schedule = Self.schedule()
    #expect(schedule.begin(at: Self.at(59)) == nil)
    #expect(schedule.begin(at: Self.at(1_000)) == .seconds(940))
    #expect(schedule.begin(at: Self.at(1_000)) == nil, "polls do not overlap")
    #expect(schedule.beginAtOnce(at: Self.at(1_000)) == false)
    schedule.end(at: Self.at(1_001), failed: false, retryDelay: nil)
    #expect(due(schedule) == 1_020)
  }

  @Test func `no poll is due during a pause, and a missed poll is due when the pause ends`() {
    var schedule = Self.schedule()
    schedule.pause()
    #expect(schedule.due == nil)
    schedule.resume(at: Self.at(30))
    #expect(due(schedule) == 60)
    schedule.pause()
    schedule.resume(at: Self.at(90))
    #expect(due(schedule) == 90)
    #expect(schedule.begin(at: Self.at(90)) == .zero)
    schedule.pause()
    schedule.end(at: Self.at(91), failed: false, retryDelay: nil)
    #expect(schedule.due == nil)
    schedule.resume(at: Self.at(100))
    #expect(due(schedule) == 150)
  }

  @Test func `a changed polling interval is measured from the last due time`() {
    var schedule = Self.schedule()
    schedule.change(PollSettings(interval: .seconds(20)), at: Self.at(5))
    #expect(due(schedule) == 20)
    schedule.change(PollSettings(interval: .seconds(10)), at: Self.at(15))
    #expect(due(schedule) == 15)
    schedule.change(PollSettings(interval: .seconds(0)), at: Self.at(0))
    #expect(due(schedule) == 2, "an interval is at least two seconds")
  }

  @Test func `a polling interval and a minimum of zero are replaced by one millisecond`() {
    var schedule = Self.schedule()
    schedule.change(PollSettings(interval: .zero, minimum: .zero), at: Self.at(5))
    #expect(schedule.begin(at: Self.at(5)) != nil)
    schedule.end(at: Self.at(6), failed: false, retryDelay: nil)
    #expect(schedule.due == Self.at(6).advanced(by: .milliseconds(1)))
  }

  @Test func `a manual refresh restarts the interval, and during a pause schedules no poll`() {
    var schedule = Self.schedule()
    #expect(schedule.beginAtOnce(at: Self.at(10)) == true)
    schedule.end(at: Self.at(11), failed: false, retryDelay: nil)
    #expect(due(schedule) == 70)
    schedule.pause()
    #expect(schedule.beginAtOnce(at: Self.at(20)) == true)
    schedule.end(at: Self.at(21), failed: false, retryDelay: nil)
    #expect(schedule.due == nil)
  }

  @Test(arguments: [(5.0, 60.0), (2, 60), (10, 100), (60, 600), (700, 700)])
  func `the maximum back-off grows with the interval, and is at least one minute`(
    interval: Double,
    longest: Double
  ) throws {
    var schedule = Self.schedule(interval)
    let polls = Array(repeating: (0.0, true, nil as Double?), count: 12)
    let times = try times(&schedule, polls: polls)
    #expect(zip(times, times.dropFirst()).map { $1 - $0 }.max() == longest)
  }

  @Test func `a failed manual refresh never lengthens the back-off`() throws {
    var schedule = Self.schedule(5)
    _ = try times(&schedule, polls: [(0, true, nil), (0, true, nil)])
    for second in stride(from: 20.0, to: 40, by: 1) {
      let isBegun = schedule.beginAtOnce(at: Self.at(second))
      #expect(isBegun)
      schedule.end(at: Self.at(second), failed: true, retryDelay: nil)
      #expect(due(schedule) == second + 20)
    }
    #expect(schedule.failures == 22)
    let isBegun = schedule.beginAtOnce(at: Self.at(50))
    #expect(isBegun)
    schedule.end(at: Self.at(50), failed: false, retryDelay: nil)
    #expect(due(schedule) == 55, "the first success ends the back-off")
    #expect(schedule.beginAtOnce(at: Self.at(51)) == true)
    schedule.end(at: Self.at(51), failed: true, retryDelay: nil)
    #expect(due(schedule) == 56)
    #expect(!schedule.isBackingOff)
  }

  @Test(
    arguments: [
      PollSettings(interval: .seconds(Int64.max)),
      PollSettings(minimum: .seconds(Int64.max), longestBackOff: .seconds(Int64.max)),
      PollSettings(interval: .seconds(Int64.min), minimum: .seconds(Int64.min)),
      PollSettings(jitter: .nan), PollSettings(jitter: .infinity),
      PollSettings(jitter: -.infinity), PollSettings(longestBackOff: .seconds(Int64.min)),
    ]
  )
  func `extreme settings are clamped and never overflow`(settings: PollSettings) {
    var schedule = Schedule(settings: settings, draw: { 1 })
    schedule.start(at: Self.at(0), failed: true, retryDelay: nil)
    for _ in 0..<100 {
      guard let due = schedule.due else { break }
      _ = schedule.begin(at: due)
      schedule.end(at: due, failed: true, retryDelay: nil)
    }
    #expect(schedule.failures == 101)
  }

  @Test func `jitter delays each poll, and does not shift later due times`() throws {
    var schedule = Self.schedule(jitter: 0.1)
    let polls = Array(repeating: (0.0, false, nil as Double?), count: 3)
    #expect(try times(&schedule, polls: polls) == [63, 123, 183])
  }

  @Test func `after a failed initial load, the first poll is delayed by the back-off`() {
    var schedule = Self.schedule()
    schedule.start(at: Self.at(0), failed: true, retryDelay: .seconds(500))
    #expect(due(schedule) == 500)
  }

  @Test(arguments: [(10, 100), (60, 300), (600, 600)])
  func `a poll that the server denies is retried with a limited back-off until a poll succeeds`(
    interval: Int,
    longest: Int
  ) throws {
    var schedule = Self.schedule(Double(interval))
    schedule.start(at: Self.at(0), failed: true, retryDelay: nil, isDenied: true)
    var waits: [Double] = []
    for _ in 0..<8 {
      let next = try #require(schedule.due)
      waits.append(next.offset / .seconds(1))
      let delay = schedule.begin(at: next)
      #expect(delay == .zero && schedule.isDenied)
      schedule.end(at: next, failed: true, retryDelay: nil, isDenied: true)
    }
    let gaps = zip(waits.dropFirst(), waits).map { $0 - $1 }
    #expect(gaps.max() == Double(longest) && gaps.sorted() == gaps, "\(gaps)")
    let next = try #require(schedule.due)
    _ = schedule.begin(at: next)
    schedule.end(at: next, failed: false, retryDelay: nil)
    #expect(!schedule.isDenied)
    #expect(due(schedule) == next.offset / .seconds(1) + Double(interval))
  }

  @Test func `a poll that succeeds does not resume a schedule that the user has paused`() {
    var schedule = Self.schedule()
    schedule.pause()
    let hasBegun = schedule.beginAtOnce(at: Self.at(70))
    #expect(hasBegun)
    schedule.end(at: Self.at(71), failed: false, retryDelay: nil)
    #expect(schedule.isPaused)
  }
}
