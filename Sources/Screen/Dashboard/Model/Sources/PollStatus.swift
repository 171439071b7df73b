public import FeatureFlags
import Text

/// The polling state of a source, with the result of the last poll.
public struct PollStatus: Hashable, Sendable {
  /// The polling interval; `nil` while polling is off.
  public var interval: Duration?
  /// Whether polling is paused until the user resumes it.
  public var isPaused: Bool
  /// The time of the next poll, on the dashboard's clock; `nil` if none is scheduled.
  public var nextDue: Duration?
  /// The time at which the wait for the next poll began, on the dashboard's clock.
  public var waitStart: Duration?
  /// Whether the wait for the next poll is a back-off after failures.
  public var isBackingOff: Bool
  /// Whether a request is in progress.
  public var isLoading: Bool
  /// The time at which the current request began, on the dashboard's clock.
  public var loadStart: Duration?
  /// The timeout of a request; `nil` if there is none.
  public var deadline: Duration?
  /// The progress of the current response; `nil` before its first byte.
  public var progress: LoadProgress?
  /// The last response of the source; `nil` before the first one.
  public var lastResponse: PollResponse?
  /// The error message of the last poll; `nil` if the last poll succeeded.
  public var failure: String?
  /// The time since which the active configuration has been stale; `nil` while it is current.
  public var staleSince: Moment?

  /// Creates a status; the defaults are those of a source that is not polled.
  public init(
    interval: Duration? = nil,
    isPaused: Bool = false,
    nextDue: Duration? = nil,
    waitStart: Duration? = nil,
    isBackingOff: Bool = false,
    isLoading: Bool = false,
    loadStart: Duration? = nil,
    deadline: Duration? = nil,
    progress: LoadProgress? = nil,
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
  /// The polling intervals that the user can select, in ascending order.
  static let intervals: [Duration] = [2, 5, 10, 15, 30, 60, 120, 300, 600].map { .seconds($0) }
  /// The default polling interval when the user enables polling.
  static let usualInterval = Duration.seconds(60)

  /// Whether the source responded to the last poll with a valid configuration.
  var isResponding: Bool { failure == nil && lastResponse != nil }

  /// The time until the next poll, never negative; `nil` if none is scheduled.
  func remaining(at time: Duration) -> Duration? {
    guard !isPaused, !isLoading, let nextDue else { return nil }
    return max(nextDue - time, .zero)
  }

  /// The elapsed part of the wait for the next poll, from 0 to 1; `nil` if no poll is scheduled.
  func share(at time: Duration) -> Double? {
    guard let remaining = remaining(at: time), let nextDue, let waitStart, waitStart < nextDue
    else { return nil }
    return min(max(1 - remaining / (nextDue - waitStart), 0), 1)
  }

  /// The time in seconds after which a request is slow, so that its elapsed time is shown.
  private static let quietSeconds: Int64 = 2

  /// The elapsed time of a slow request as text, such as `3s of 30s`; `nil` in its first two
  /// seconds.
  func loadingText(at time: Duration) -> String? {
    guard isLoading, let loadStart else { return nil }
    let seconds = (time - loadStart).components.seconds
    guard seconds >= Self.quietSeconds else { return nil }
    return Duration.seconds(seconds).text + (deadline.map { " of " + $0.text } ?? "")
  }

  /// The next time at which ``loadingText(at:)`` changes; `nil` without a request.
  func nextLoadingStep(after time: Duration) -> Duration? {
    guard isLoading, let loadStart else { return nil }
    let seconds = max((time - loadStart).components.seconds + 1, Self.quietSeconds)
    return loadStart + .seconds(seconds)
  }
}

/// The response of a source to a poll.
public struct PollResponse: Hashable, Sendable {
  /// The result as a short text, such as `not modified`.
  public var text: String
  /// The HTTP status code; `nil` for a source without HTTP, such as a file.
  public var status: Int?
  /// The duration from the request to the last byte.
  public var time: Duration
  /// The number of transferred bytes of the body, which may be compressed.
  public var bytes: Int
  /// The time at which the response was received.
  public var when: Moment

  /// Creates a response; the status code is `nil` and the size is 0 by default.
  public init(text: String, status: Int? = nil, time: Duration, bytes: Int = 0, when: Moment) {
    self.text = text
    self.status = status
    self.time = time
    self.bytes = bytes
    self.when = when
  }
}

/// The progress of a load in the background, with the time since its start.
struct LoadStatus: Hashable, Sendable {
  let progress: LoadProgress
  /// The time since the first progress of the load.
  let elapsed: Duration

  /// The parsed part of the document, from 0 to 1.
  var share: Double {
    progress.share ?? 0
  }

  /// The parsed part of the document as text, such as `45 %`.
  var percentText: String { "\(Int(share * 100)) %" }

  /// The numbers of parsed and of all bytes as text, such as `6 MB of 14 MB`.
  var bytesText: String {
    progress.text
  }

  /// The average speed as text, such as `41 MB/s`; `nil` before anything is parsed.
  var rateText: String? {
    let seconds = elapsed / .seconds(1)
    guard progress.bytes > 0, seconds > 0 else { return nil }
    let rate = Double(progress.bytes) / seconds
    return rate < 1e15 ? Number.bytes(Int(rate)) + "/s" : nil
  }
}

/// Stores the response times and the sizes of the last polls of a source.
struct PollHistory: Sendable {
  /// The stored polls, oldest first.
  private(set) var polls: [Poll] = []

  struct Poll: Hashable, Sendable {
    let duration: Duration
    /// The number of transferred bytes of the body; `nil` without a response.
    let bytes: Int?
    let hasFailed: Bool
  }

  /// The maximum number of stored polls; the oldest ones are dropped.
  static let limit = 60

  /// Adds the response to a poll; a response without a status code has no size.
  mutating func add(_ response: PollResponse, hasFailed: Bool) {
    if polls.count == Self.limit { polls.removeFirst() }
    polls.append(
      Poll(
        duration: response.time,
        bytes: response.status == nil ? nil : response.bytes,
        hasFailed: hasFailed
      )
    )
  }
}
