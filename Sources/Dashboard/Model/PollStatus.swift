import Frame

/// How the source is polled, and the result of the last poll.
public struct PollStatus: Hashable, Sendable {
  /// The time between two polls; `nil` while polling is off.
  public var interval: Duration?
  /// Whether polling is paused until the user resumes it.
  public var isPaused: Bool
  /// When the next poll is due, on the dashboard's time line; `nil` if none is.
  public var nextDue: Duration?
  /// When the wait for the next poll began, on the dashboard's time line.
  public var waitStart: Duration?
  /// Whether the wait for the next poll is a back-off after failures.
  public var isBackingOff: Bool
  /// Whether a request is under way.
  public var isLoading: Bool
  /// When the request that is under way began, on the dashboard's time line.
  public var loadStart: Duration?
  /// The longest time that a request may take; `nil` if there is no limit.
  public var deadline: Duration?
  /// The received part of the response; `nil` before its first byte.
  public var progress: PollProgress?
  /// The last response of the source; `nil` before the first one.
  public var lastResponse: PollResponse?
  /// The text of the last poll's error; `nil` if the last poll succeeded.
  public var failure: String?
  /// The moment from which the active configuration is stale; `nil` while it is current.
  public var staleSince: Moment?

  /// Makes a status; the defaults are those of a source without polling, before any response.
  public init(
    interval: Duration? = nil,
    isPaused: Bool = false,
    nextDue: Duration? = nil,
    waitStart: Duration? = nil,
    isBackingOff: Bool = false,
    isLoading: Bool = false,
    loadStart: Duration? = nil,
    deadline: Duration? = nil,
    progress: PollProgress? = nil,
    lastResponse: PollResponse? = nil,
    failure: String? = nil,
    staleSince: Moment? = nil
  ) {
    self.interval = interval
    self.isPaused = isPaused
    self.nextDue = nextDue
    self.waitStart = waitStart
    self.isBackingOff = isBackingOff
    self.isLoading = isLoading
    self.loadStart = loadStart
    self.deadline = deadline
    self.progress = progress
    self.lastResponse = lastResponse
    self.failure = failure
    self.staleSince = staleSince
  }
}

extension PollStatus {
  /// The intervals that the user can choose, in ascending order.
  static let intervals: [Duration] = [2, 5, 10, 15, 30, 60, 120, 300, 600].map { .seconds($0) }
  /// The interval of polling that the user has just enabled.
  static let usualInterval = Duration.seconds(60)

  /// Whether the source responded to the last poll with a usable configuration.
  var isResponding: Bool { failure == nil && lastResponse != nil }

  /// The time until the next poll, never negative; `nil` if none is due.
  func remaining(at time: Duration) -> Duration? {
    guard !isPaused, !isLoading, let nextDue else { return nil }
    return max(nextDue - time, .zero)
  }

  /// The elapsed part of the wait for the next poll, from 0 to 1; `nil` if none is due.
  func share(at time: Duration) -> Double? {
    guard let remaining = remaining(at: time), let nextDue, let waitStart, waitStart < nextDue
    else { return nil }
    return min(max(1 - remaining / (nextDue - waitStart), 0), 1)
  }

  /// How long a request may take before its elapsed time is shown, in seconds.
  private static let quietSeconds: Int64 = 2

  /// The elapsed time of a slow request, such as `3 s of 30 s`; `nil` in its first two seconds.
  func loadingText(at time: Duration) -> String? {
    guard isLoading, let loadStart else { return nil }
    let seconds = (time - loadStart).components.seconds
    guard seconds >= Self.quietSeconds else { return nil }
    return "\(seconds) s" + (deadline.map { " of " + $0.intervalText } ?? "")
  }

  /// When `loadingText` next changes.
  func nextLoadingStep(after time: Duration) -> Duration? {
    guard isLoading, let loadStart else { return nil }
    let seconds = max((time - loadStart).components.seconds + 1, Self.quietSeconds)
    return loadStart + .seconds(seconds)
  }
}
