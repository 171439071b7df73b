/// How the source is polled, and what came of it so far.
public struct PollStatus: Hashable, Sendable {
  /// The time between two polls; `nil` while polling is off.
  public var interval: Duration?
  /// Whether polling waits until the user lets it go on.
  public var isPaused: Bool
  /// When the next poll is due, on the dashboard's time line; `nil` if none is.
  public var nextDue: Duration?
  /// Whether an answer is being waited for or read.
  public var isLoading: Bool
  /// How far the answer has come; `nil` before its first byte.
  public var progress: PollProgress?
  /// What the source answered last; `nil` before its first answer.
  public var lastAnswer: PollAnswer?
  /// Why the last poll failed, in words; `nil` if it did not.
  public var failure: String?
  /// Since when the configuration in use may no longer be what the source has; `nil` if it is not.
  public var staleSince: Moment?

  /// Makes a status; without arguments nothing is polled, and nothing has come yet.
  public init(
    interval: Duration? = nil,
    isPaused: Bool = false,
    nextDue: Duration? = nil,
    isLoading: Bool = false,
    progress: PollProgress? = nil,
    lastAnswer: PollAnswer? = nil,
    failure: String? = nil,
    staleSince: Moment? = nil
  ) {
    self.interval = interval
    self.isPaused = isPaused
    self.nextDue = nextDue
    self.isLoading = isLoading
    self.progress = progress
    self.lastAnswer = lastAnswer
    self.failure = failure
    self.staleSince = staleSince
  }
}

extension PollStatus {
  /// The intervals among which the user chooses, from the shortest to the longest.
  static let intervals: [Duration] = [2, 5, 10, 15, 30, 60, 120, 300, 600].map { .seconds($0) }
  /// The interval with which polling starts when the user switches it on.
  static let usualInterval = Duration.seconds(60)

  /// Whether the source responded to the last poll with a usable configuration.
  var isResponding: Bool { failure == nil && lastAnswer != nil }

  /// How long it is until the next poll, never negative; `nil` if none is due.
  func remaining(at time: Duration) -> Duration? {
    guard !isPaused, !isLoading, let nextDue else { return nil }
    return max(nextDue - time, .zero)
  }

  /// How much of the wait for the next poll is over, from 0 to 1.
  func share(at time: Duration) -> Double? {
    guard let remaining = remaining(at: time), let interval, interval > .zero else { return nil }
    return min(max(1 - remaining / interval, 0), 1)
  }
}
