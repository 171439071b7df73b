import FeatureFlags
import Locking
import Networking

import struct FoundationEssentials.Date

/// Keeps events in a file until they are sent, in batches and in order.
///
/// An event that was taken is sent at least once, also when the program is killed in between: what
/// waits is sent by the next program that uses the folder. While the server cannot be reached, or
/// answers with an error of its own, the events wait; what it refuses for its content is dropped.
public final class FileEventDispatcher: EventDispatcher {
  /// Told of each batch before it is sent.
  public typealias Observer = @Sendable (_ url: String, _ body: String) -> Void

  private struct State {
    var sending: Task<Void, Never>?
    /// Waits for more events, or until the server may be asked again.
    var timer: Task<Void, Never>?
    var isBackingOff = false
    var backoff: Backoff
    var isClosed = false
  }

  private let journal: EventJournal
  private let settings: EventSettings
  private let client: HTTPClient
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let onProblem: @Sendable (OptimizelyError) -> Void
  private let observer: Observer
  private let headers: @Sendable () -> [HTTPHeaders.Field]
  private let state: Locked<State>

  /// Makes a dispatcher; nothing is read or sent before it is used.
  ///
  /// - Parameters:
  ///   - folder: The folder of the file; several programs may use it at once, of which one sends.
  ///   - settings: How events are kept and sent, by what, and who is told of problems.
  ///   - observer: Told of each batch before it is sent.
  public convenience init(
    folder: String,
    settings: OptimizelySdkSettings = OptimizelySdkSettings(),
    observer: @escaping Observer = { _, _ in }
  ) {
    self.init(folder: folder, settings: settings, observer: observer) { [] }
  }

  /// Makes a dispatcher whose requests have more headers than the content type.
  init(
    folder: String,
    settings: OptimizelySdkSettings,
    observer: @escaping Observer = { _, _ in },
    headers: @escaping @Sendable () -> [HTTPHeaders.Field]
  ) {
    self.headers = headers
    var events = settings.events
    events.batchSize = max(events.batchSize, 1)
    self.settings = events
    state = Locked(State(backoff: events.backoff))
    journal = EventJournal(folder: folder, limit: settings.events.limit)
    client = settings.httpClient
    clock = settings.clock
    now = settings.now
    onProblem = settings.onProblem
    self.observer = observer
  }

  deinit {
    close()
  }

  /// How many events wait to be sent.
  public var waitingCount: Int {
    // A file that cannot be read has nothing that could be sent.
    (try? journal.count()) ?? 0
  }

  /// Keeps events, and sends them when there are enough.
  ///
  /// - Parameter events: The events in order.
  /// - Throws: `eventQueueFull`, or `eventDispatchFailed` if they cannot be kept.
  public func dispatch(_ events: [EventForDispatch]) throws(OptimizelyError) {
    schedule(waiting: try journal.append(events))
  }

  /// Sends what waits from before.
  public func resume() {
    schedule(waiting: waitingCount)
  }

  /// Sends what waits now, also while it should be waited after a failure.
  ///
  /// While another program sends from the same folder, nothing is sent here.
  public func flush() async {
    // A send that is about to end may not have seen what was dispatched last.
    await state.withLock(\.sending)?.value
    let sending = state.withLock { state in
      begin(&state)
      return state.sending
    }
    await sending?.value
  }

  /// Sends nothing any more; what waits stays in the file.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      state.timer?.cancel()
      state.sending?.cancel()
    }
  }
}

// MARK: When to send

extension FileEventDispatcher {
  private func schedule(waiting: Int) {
    guard waiting > 0 else { return }
    state.withLock { plan(&$0, waiting: waiting) }
  }

  private func plan(_ state: inout State, waiting: Int) {
    guard state.sending == nil, !state.isBackingOff else { return }
    if waiting >= settings.batchSize || settings.interval <= .zero {
      begin(&state)
    } else if state.timer == nil {
      arm(&state, after: settings.interval)
    }
  }

  private func begin(_ state: inout State) {
    guard !state.isClosed, state.sending == nil else { return }
    state.timer?.cancel()
    state.timer = nil
    state.isBackingOff = false
    state.sending = Task { [weak self] in
      guard let self else { return }
      let outcome = await self.sendAll()
      self.finish(outcome)
    }
  }

  private func finish(_ outcome: Outcome) {
    let waiting = waitingCount
    state.withLock { state in
      state.sending = nil
      guard !state.isClosed else { return }
      switch outcome {
      case .done:
        state.backoff.reset()
        if waiting > 0 { plan(&state, waiting: waiting) }
      case .sentElsewhere:
        arm(&state, after: max(settings.interval, settings.firstRetry))
      case .failed(let retryDelay):
        state.backoff.recordFailure()
        state.isBackingOff = true
        arm(&state, after: state.backoff.delay(atLeast: retryDelay))
      }
    }
  }

  private func arm(_ state: inout State, after wait: Duration) {
    guard !state.isClosed else { return }
    let clock = clock
    state.timer = Task { [weak self] in
      // Sleeping fails only when the timer was replaced.
      guard (try? await clock.sleep(for: wait)) != nil, let self else { return }
      self.state.withLock { self.begin(&$0) }
    }
  }
}

// MARK: Sending

extension FileEventDispatcher {
  private enum Outcome {
    /// Nothing waits any more.
    case done
    /// Another program is sending.
    case sentElsewhere
    /// The server takes nothing now; it may ask for a time to be left alone.
    case failed(Duration?)
  }

  private func sendAll() async -> Outcome {
    do throws(OptimizelyError) {
      // Where nothing was ever kept there is no folder for the lock either.
      guard try journal.count() > 0 else { return .done }
      guard let lock = FileLock(journal.sendingPath) else { return .sentElsewhere }
      defer { lock.release() }
      while let waiting = try journal.first(settings.batchSize),
        let batch = EventBatch(waiting.events, limit: settings.batchSize)
      {
        guard !Task.isCancelled else { return .done }
        switch await send(batch) {
        case .taken: break
        case .refused(let reason):
          let count = batch.count == 1 ? "an event" : "\(batch.count) events"
          onProblem(.eventDispatchFailed("\(reason), so \(count) will not be sent again"))
        case .failed(let retryDelay): return .failed(retryDelay)
        }
        try journal.remove(batch.count, of: waiting)
      }
      return .done
    } catch {
      onProblem(error)
      return .failed(nil)
    }
  }

  private enum Answer {
    case taken
    /// The server will never take the batch.
    case refused(String)
    case failed(Duration?)
  }

  private func send(_ batch: EventBatch) async -> Answer {
    var request = HTTPRequest(
      url: batch.address,
      method: "POST",
      headers: HTTPHeaders([.init(name: "Content-Type", value: "application/json")] + headers()),
      body: Array(batch.body.utf8)
    )
    request.deadline = settings.timeout
    observer(batch.address, batch.body)
    // Drops the reason of a failed request: the events stay stored and are retried.
    guard let response = try? await client.send(request) else { return .failed(nil) }
    switch response.status {
    case 200..<300: return .taken
    case 400, 413, 422:
      return .refused(
        "\(URLRedaction.redacted(batch.address)): the server answered \(response.status)"
      )
    default:
      return .failed(response.retryDelay(now: Int64(saturating: now().timeIntervalSince1970)))
    }
  }
}
