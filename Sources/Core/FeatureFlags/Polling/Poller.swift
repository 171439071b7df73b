import Locking
public import Networking

/// Polls a source on a schedule with exponential back-off, and publishes each result.
///
/// Only one poll runs at a time. The `Retry-After` header of a failed response delays the next
/// poll. While the server denies the credentials with status 401 or 403, polling is paused, except that the
/// poll is retried with a back-off of at most five minutes. Polling stops when the poller is released.
/// Every method is safe to call from any thread.
///
/// ```swift
/// let loader = ConfigurationLoader(source: FileSource(path: "Features.json"))
/// let poller = Poller(
///   loader,
///   settings: PollSettings(interval: .seconds(30), jitter: 0.1),
///   clock: ContinuousClock()
/// )
/// poller.start()
/// for await case .finished(let outcome) in poller.events {
///   print(outcome.current?.configuration.features.count ?? 0, outcome.failures)
/// }
/// ```
public final class Poller<C: Clock>: Sendable where C.Duration == Duration {
  /// A function that loads the configuration once; `previous` is the result of the last load, to be
  /// revalidated.
  public typealias Load =
    @Sendable (
      _ previous: ConfigurationLoader.Loaded?,
      _ progress: @escaping @Sendable (HTTPProgress) -> Void
    ) async -> Result<ConfigurationLoader.Loaded, SourceError>

  /// The events of polling, for one consumer; if more than 1,024 events are unread, the oldest ones
  /// are dropped.
  public let events: AsyncStream<PollEvent>

  private let clock: C
  /// The result of the load before the first poll.
  private let first: PollResult
  private let poll:
    @Sendable (_ progress: @escaping @Sendable (HTTPProgress) -> Void) async -> PollResult
  private let continuation: AsyncStream<PollEvent>.Continuation
  private let state: Locked<State>

  private struct State {
    var schedule: PollSchedule<C.Instant>
    /// The task that sleeps until the next poll is due.
    var timer: Task<Void, Never>?
    var poll: Task<Void, Never>?
    var isStopped = false
  }

  /// Creates a poller; no request is sent before `start()` or `refreshNow()`.
  ///
  /// - Parameters:
  ///   - settings: The interval and the limits of the back-off.
  ///   - clock: The clock that measures the waits.
  ///   - previous: The result of an earlier load, which the first poll revalidates; `nil` for none.
  ///   - draw: Returns a random number from 0...1: the fraction of the largest jitter that a wait
  ///     gets.
  ///   - load: Loads the configuration once.
  public init(
    settings: PollSettings = PollSettings(),
    clock: C,
    previous: ConfigurationLoader.Loaded? = nil,
    draw: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    load: @escaping Load
  ) {
    self.clock = clock
    first = previous.map { PollResult(.success($0)) } ?? PollResult()
    let last = Locked(previous)
    poll = { progress in
      let result = await load(last.withLock { $0 }, progress)
      if case .success(let loaded) = result { last.withLock { $0 = loaded } }
      return PollResult(result)
    }
    state = Locked(State(schedule: PollSchedule(settings: settings, draw: draw)))
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
  }

  /// Creates a poller that loads configurations with a loader; it sends no request before `start()`
  /// or `refreshNow()`.
  public convenience init(
    _ loader: ConfigurationLoader,
    settings: PollSettings = PollSettings(),
    clock: C,
    previous: ConfigurationLoader.Loaded? = nil
  ) {
    self.init(settings: settings, clock: clock, previous: previous) { previous, progress in
      await loader.result(after: previous, progress: progress)
    }
  }

  /// Creates a poller that publishes no events; `first` is the result of the request that precedes
  /// the first poll.
  init(
    _ settings: PollSettings,
    _ clock: C,
    after first: PollResult,
    poll: @escaping @Sendable () async -> PollResult
  ) {
    self.clock = clock
    self.first = first
    self.poll = { _ in await poll() }
    state = Locked(State(schedule: PollSchedule(settings: settings) { .random(in: 0...1) }))
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(0))
  }

  deinit {
    stop()
  }

  /// The settings of polling; a new interval is measured from the last due time.
  public var settings: PollSettings {
    get { state.withLock { $0.schedule.settings } }
    set { change { $0.change(newValue, at: clock.now) } }
  }

  /// Whether polling is paused, or only retries because the server denies the credentials; a manual refresh
  /// works even then.
  public var isPaused: Bool { state.withLock { $0.schedule.isPaused || $0.schedule.isDenied } }

  /// The time until the next poll is due; `nil` while a poll runs, and while polling is paused or
  /// not started.
  public var timeToNext: Duration? {
    state.withLock { $0.schedule.due.map(clock.now.duration(to:)) }
  }

  /// Starts polling; the first poll is due after one interval, or after the back-off if the
  /// previous load failed.
  public func start() {
    state.withLock { state in
      state.schedule.start(
        at: clock.now,
        failed: first.hasFailed,
        retryDelay: first.retryDelay,
        isDenied: first.isDenied
      )
      arm(&state)
    }
  }

  /// Stops polling permanently, cancels a running poll, and finishes the stream of events.
  public func stop() {
    state.withLock { state in
      state.isStopped = true
      state.timer?.cancel()
      state.poll?.cancel()
    }
    continuation.finish()
  }

  /// Pauses polling; a running poll continues.
  public func pause() {
    change { $0.pause() }
  }

  /// Resumes polling; a poll whose due time passed during the pause starts immediately.
  public func resume() {
    change { $0.resume(at: clock.now) }
  }

  /// Polls immediately, even while polling is paused; the next poll is due after one interval.
  ///
  /// While the source fails, the next poll is due after the back-off of the scheduled polls, which
  /// a manual refresh never lengthens. Does nothing while a poll runs.
  ///
  /// - Returns: Whether a poll was started.
  @discardableResult
  public func refreshNow() -> Bool {
    state.withLock { state in
      guard !state.isStopped, state.schedule.beginAtOnce(at: clock.now) else { return false }
      begin(&state, late: nil)
      return true
    }
  }

  /// Cancels the task of the running poll, whose result is then published as an error; does nothing
  /// if no poll is running.
  package func cancelPoll() {
    state.withLock { $0.poll?.cancel() }
  }

  private func change(_ body: (inout PollSchedule<C.Instant>) -> Void) {
    state.withLock { state in
      body(&state.schedule)
      arm(&state)
    }
  }
}

extension Poller {
  /// Replaces the timer by one that sleeps until the next poll is due.
  private func arm(_ state: inout State) {
    state.timer?.cancel()
    state.timer = nil
    guard !state.isStopped, !state.schedule.isRunning else { return }
    guard let due = state.schedule.due else {
      if state.schedule.isPaused { continuation.yield(.paused) }
      return
    }
    let isDenied = state.schedule.isDenied
    continuation.yield(isDenied ? .paused : .due(in: max(clock.now.duration(to: due), .zero)))
    let clock = clock
    state.timer = Task { [weak self] in
      // Drops the error: the sleep fails only on cancellation, when the timer is replaced or polling stops.
      guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
      self?.fire()
    }
  }

  private func fire() {
    state.withLock { state in
      guard !state.isStopped, let late = state.schedule.begin(at: clock.now) else { return }
      begin(&state, late: late)
    }
  }

  private func begin(_ state: inout State, late: Duration?) {
    state.timer?.cancel()
    state.timer = nil
    continuation.yield(.started(late: late))
    let (poll, begun, events) = (poll, clock.now, continuation)
    state.poll = Task { [weak self] in
      let result = await poll { progress in
        events.yield(
          .progressed(LoadProgress(bytes: progress.received, totalBytes: progress.expected))
        )
      }
      self?.finish(result, begun: begun)
    }
  }

  private func finish(_ result: PollResult, begun: C.Instant) {
    state.withLock { state in
      guard !state.isStopped else { return }
      let now = clock.now
      state.schedule.end(
        at: now,
        failed: result.hasFailed,
        retryDelay: result.retryDelay,
        isDenied: result.isDenied
      )
      state.poll = nil
      if let loaded = result.loaded {
        let outcome = PollOutcome(
          result: loaded,
          duration: begun.duration(to: now),
          failures: state.schedule.failures,
          isBackingOff: state.schedule.isBackingOff,
          retryAfterDenial: result.isDenied ? state.schedule.due.map(now.duration(to:)) : nil
        )
        continuation.yield(.finished(outcome))
      }
      arm(&state)
    }
  }
}

extension PollSettings {
  /// Starts a poller with these settings, which polls until the returned value is released.
  package func startPolling<C: Clock>(
    _ clock: C,
    after first: PollResult = PollResult(),
    poll: @escaping @Sendable () async -> PollResult
  ) -> any Sendable where C.Duration == Duration {
    let poller = Poller(self, clock, after: first, poll: poll)
    poller.start()
    return poller
  }
}

/// An event that a ``Poller`` publishes to its consumer.
public enum PollEvent: Sendable {
  /// The next poll is due after the given time.
  case due(in: Duration)
  /// A poll has started; `late` is its delay after the due time, `nil` for a manual refresh.
  case started(late: Duration?)
  /// A part of the response was received.
  case progressed(LoadProgress)
  /// A poll has ended, with a configuration or an error.
  case finished(PollOutcome)
  /// Polling is paused until it is resumed; if the server denies the credentials, polls are still retried
  /// with a back-off.
  case paused
}

/// The outcome of one poll: a configuration or an error, with the duration of the poll.
public struct PollOutcome: Sendable {
  /// The configuration to use, which may come from the cache or the fallback; an error if there is
  /// none.
  public let result: Result<ConfigurationLoader.Loaded, SourceError>
  /// The time from the start of the poll to its end.
  public let duration: Duration
  /// The number of consecutive failed polls; 0 after a success.
  public let failures: Int
  /// Whether back-off applies: scheduled polls have failed, so the wait for the next poll is longer
  /// than the interval.
  package let isBackingOff: Bool
  /// The time until the next poll if the server denies the credentials, so that polling is paused; `nil`
  /// otherwise.
  package var retryAfterDenial: Duration?

  /// The configuration that the source returned; `nil` if the poll failed, even if a fallback is
  /// used.
  public var current: ConfigurationLoader.Loaded? {
    // Drops the error: `result` contains it.
    guard let loaded = try? result.get(), loaded.isCurrent else { return nil }
    return loaded
  }

  /// The status and size of the server's response, even if the poll failed; `nil` without a
  /// response.
  package var facts: FetchFacts? {
    switch result {
    case .success(let loaded): loaded.facts
    case .failure(let error): error.facts
    }
  }

  /// The error of the source; `nil` if the poll succeeded.
  public var error: SourceError? {
    switch result {
    case .success(let loaded): loaded.reason
    case .failure(let error): error
    }
  }
}

/// The result of one poll, from which the schedule computes the next due time.
package struct PollResult: Sendable {
  /// Whether the poll failed, so that the back-off applies.
  let hasFailed: Bool
  /// The delay of `Retry-After` in a failed response; `nil` for none.
  let retryDelay: Duration?
  /// Whether the server denied the credentials, so that polling pauses.
  let isDenied: Bool
  /// The configuration or the error to publish; if it is `nil`, no outcome is published.
  var loaded: Result<ConfigurationLoader.Loaded, SourceError>?

  /// Creates the result of a poll that publishes no outcome.
  package init(hasFailed: Bool = false, retryDelay: Duration? = nil) {
    self.hasFailed = hasFailed
    self.retryDelay = retryDelay
    isDenied = false
  }

  init(_ loaded: Result<ConfigurationLoader.Loaded, SourceError>) {
    self.loaded = loaded
    let error: SourceError?
    switch loaded {
    case .success(let loaded):
      (hasFailed, retryDelay) = (!loaded.isCurrent, loaded.facts?.retryDelay)
      error = loaded.reason
    case .failure(let failure):
      (hasFailed, retryDelay) = (true, failure.facts?.retryDelay)
      error = failure
    }
    isDenied = error?.isDenied ?? false
  }
}

extension PollOutcome {
  /// Loads a configuration once, outside the schedule of a poller.
  package init(
    _ loader: ConfigurationLoader,
    after previous: ConfigurationLoader.Loaded?
  ) async {
    let begun = ContinuousClock.now
    result = await loader.result(after: previous)
    duration = begun.duration(to: .now)
    failures = 0
    isBackingOff = false
  }
}

extension ConfigurationLoader {
  /// Loads the configuration, and returns a result instead of throwing.
  package func result(
    after previous: Loaded?,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async -> Result<Loaded, SourceError> {
    await Result(awaiting: try await load(after: previous, progress: progress))
  }
}
