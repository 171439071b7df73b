import FeatureFlags
import Files
package import Locking
package import Networking

import struct FoundationEssentials.Date

/// Stores events in a file until they are sent, in batches and in order.
///
/// Accepted events are sent at least once, even if the process is killed: the next process that uses
/// the folder sends the pending events. After a failed request, and after an error of the server, the
/// events are retried with exponential back-off. Events that the server rejects because of their
/// content (status 400, 413 and 422) are dropped and reported. The file contains no user names,
/// passwords or other secrets of URLs: after a restart, events for a URL with secrets are sent as soon
/// as the settings or a new event have the same URL. All methods may be called from any thread.
public final class FileEventDispatcher: Sendable {
  /// The function that receives each batch before it is sent; called on any thread.
  public typealias Observer = @Sendable (_ url: String, _ body: String) -> Void

  private struct State {
    var sending: Task<Void, Never>?
    /// The task that starts sending when a batch is due, or at the end of a back-off.
    var timer: Task<Void, Never>?
    var isBackingOff = false
    var backoff: Backoff
    var isClosed = false
    var addresses: EventAddresses
    /// The stored URLs that were already reported because their secrets are not known; each is
    /// reported once.
    var reported: Set<String> = []
  }

  private let journal: EventJournal
  private let settings: OptimizelySdkSettings
  private let observer: Observer
  private let headers: @Sendable () -> [HTTPHeaders.Field]
  private let state: Locked<State>

  /// Creates a dispatcher; it reads no file and sends no request before it is used.
  ///
  /// - Parameters:
  ///   - folder: The folder of the event file; several processes may share the folder, and only one of
  ///     them sends at a time.
  ///   - settings: The settings; the dispatcher uses `events`, `eventsURL`, `httpClient`, `clock`,
  ///     `now` and `onProblem`.
  ///   - observer: The function that receives each batch before it is sent.
  public convenience init(
    folder: String,
    settings: OptimizelySdkSettings = OptimizelySdkSettings(),
    observer: @escaping Observer = { _, _ in }
  ) {
    self.init(folder: folder, settings: settings, observer: observer) { [] }
  }

  /// Creates a dispatcher that adds the result of `headers` to the headers of each request.
  package init(
    folder: String,
    settings: OptimizelySdkSettings,
    observer: @escaping Observer,
    headers: @escaping @Sendable () -> [HTTPHeaders.Field]
  ) {
    self.headers = headers
    self.observer = observer
    var settings = settings
    settings.events.batchSize = max(settings.events.batchSize, 1)
    self.settings = settings
    state = Locked(
      State(backoff: settings.events.backoff, addresses: EventAddresses(settings.eventsURL))
    )
    journal = EventJournal(folder: folder, limit: settings.events.limit)
  }

  deinit {
    close()
  }

  /// The number of events in the file that are not sent yet.
  public var waitingCount: Int {
    // Drops the error of an unreadable file, which the next attempt to send reports.
    (try? journal.count()) ?? 0
  }

  /// Stores events, and sends them when a batch is full or due.
  ///
  /// - Parameter events: The events, oldest first.
  /// - Throws: `eventQueueFull`, or `eventDispatchFailed` if the events cannot be stored.
  public func dispatch(_ events: [EventForDispatch]) throws(OptimizelyError) {
    let stored = state.withLock { state in
      events.map { event in
        EventForDispatch(
          address: state.addresses.stored(event.address),
          head: event.head,
          visitor: event.visitor
        )
      }
    }
    schedule(pending: try journal.append(stored))
  }

  /// Sends the pending events of an earlier process.
  public func resume() {
    schedule(pending: waitingCount)
  }

  /// Sends the pending events now, even during a back-off.
  ///
  /// Sends nothing while another process sends the events of the same folder.
  public func flush() async {
    // Waits for the end of the running task, which may have read the file before the last events were
    // stored.
    await state.withLock(\.sending)?.value
    let sending = state.withLock { state in
      begin(&state)
      return state.sending
    }
    await sending?.value
  }

  /// Stops sending permanently; pending events stay in the file.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      state.timer?.cancel()
      state.sending?.cancel()
    }
  }
}

// MARK: Scheduling

extension FileEventDispatcher {
  private func schedule(pending: Int) {
    guard pending > 0 else { return }
    state.withLock { plan(&$0, pending: pending) }
  }

  private func plan(_ state: inout State, pending: Int) {
    guard state.sending == nil, !state.isBackingOff else { return }
    if pending >= settings.events.batchSize || settings.events.interval <= .zero {
      begin(&state)
    } else if state.timer == nil {
      arm(&state, after: settings.events.interval)
    }
  }

  private func begin(_ state: inout State) {
    guard !state.isClosed, state.sending == nil else { return }
    state.timer?.cancel()
    state.timer = nil
    state.isBackingOff = false
    // Runs on a thread of its own: a caller may block a thread of the cooperative pool until the events
    // are sent.
    state.sending = Task(executorPreference: ThreadExecutor.optimizely) { [weak self] in
      guard let self else { return }
      let outcome = await self.sendAll()
      self.finish(outcome)
    }
  }

  private func finish(_ outcome: Outcome) {
    let pending = waitingCount
    state.withLock { state in
      state.sending = nil
      guard !state.isClosed else { return }
      switch outcome {
      case .done:
        state.backoff.reset()
        if pending > 0 { plan(&state, pending: pending) }
      case .sentElsewhere:
        arm(&state, after: max(settings.events.interval, settings.events.firstRetry))
      case .failed(let retryDelay):
        state.backoff.recordFailure()
        state.isBackingOff = true
        arm(&state, after: state.backoff.delay(atLeast: retryDelay))
      }
    }
  }

  private func arm(_ state: inout State, after wait: Duration) {
    guard !state.isClosed else { return }
    let clock = settings.clock
    state.timer = Task { [weak self] in
      // The sleep fails only if the timer was cancelled.
      guard (try? await clock.sleep(for: wait)) != nil, let self else { return }
      self.state.withLock { self.begin(&$0) }
    }
  }
}

// MARK: Sending

extension FileEventDispatcher {
  private enum Outcome {
    /// All events were sent.
    case done
    /// Another process holds the lock and sends the events.
    case sentElsewhere
    /// The request failed, or the server had an error; the server may request a retry delay.
    case failed(Duration?)
  }

  private func sendAll() async -> Outcome {
    do throws(OptimizelyError) {
      guard try journal.count() > 0 else { return .done }
      // Drops the error: a lock file that cannot be used is treated as locked.
      guard let lock = try? FileLock(journal.sendingPath, deadline: .zero) else {
        return .sentElsewhere
      }
      defer { withExtendedLifetime(lock) {} }
      var postponed = 0
      while let pending = try journal.first(settings.events.batchSize),
        let batch = EventBatch(pending.events, limit: settings.events.batchSize)
      {
        guard !Task.isCancelled else { return .done }
        switch await send(batch) {
        case .accepted: break
        case .rejected(let reason):
          let count = batch.count == 1 ? "an event" : "\(batch.count) events"
          settings.onProblem(.eventDispatchFailed("\(reason), so \(count) will not be sent again"))
        case .unknown:
          // Moves the batch to the end of the queue, because events with other URLs can perhaps be
          // sent. Stops if the secrets of all pending URLs are unknown.
          try journal.postpone(batch.count, of: pending)
          postponed += batch.count
          if try postponed >= journal.count() { return .failed(nil) }
          continue
        case .failed(let retryDelay): return .failed(retryDelay)
        }
        try journal.remove(batch.count, of: pending)
      }
      return .done
    } catch {
      settings.onProblem(error)
      return .failed(nil)
    }
  }

  private enum BatchResult {
    case accepted
    /// The server rejects the content of the batch: a retry would fail again.
    case rejected(String)
    /// The secrets of the URL are not known, so that the batch cannot be sent yet.
    case unknown
    /// The failure is transient; the server may request a retry delay.
    case failed(Duration?)
  }

  private func send(_ batch: EventBatch) async -> BatchResult {
    guard let url = state.withLock({ $0.addresses.url(of: batch.address) }) else {
      reportUnknown(batch.address)
      return .unknown
    }
    var request = HTTPRequest(
      url: url,
      method: "POST",
      headers: HTTPHeaders([.init(name: "Content-Type", value: "application/json")] + headers()),
      body: Array(batch.body.utf8)
    )
    request.deadline = settings.events.timeout
    observer(url, batch.body)
    // Drops the reason of a failed request: the events stay stored and are retried.
    guard let response = try? await settings.httpClient.send(request) else { return .failed(nil) }
    switch response.status {
    case 200..<300: return .accepted
    case let status where settings.events.rejects(status):
      return .rejected(
        "\(URLRedaction.redacted(url)): the server responded with status \(status)"
      )
    default:
      let now = Int64(saturating: settings.now().timeIntervalSince1970)
      return .failed(response.retryDelay(now: now))
    }
  }

  /// Reports once that events of an earlier process have a URL whose secrets are not known.
  private func reportUnknown(_ stored: String) {
    guard state.withLock({ $0.reported.insert(stored).inserted }) else { return }
    settings.onProblem(
      .eventDispatchFailed(
        "\(EventAddresses.shown(stored)): events are stored without the password or token of the "
          + "URL, and are sent when the settings or a new event have the same URL"
      )
    )
  }
}

/// The URLs of queued events: stored without their secrets, which are restored when the events are
/// sent.
///
/// The known secrets are those of the settings, and of the events that this process has dispatched. The
/// events of an earlier process stay stored until the secrets of their URL are known again.
struct EventAddresses {
  /// The prefix of a stored URL whose secrets were removed; no URL begins with this character.
  private static let mark = "…"
  /// The maximum number of URLs with secrets that are remembered.
  private static let limit = 1_000

  /// The complete URLs of the settings and of events, including secrets; the key is the URL as it is
  /// stored, without secrets.
  private var urls: [String: String] = [:]
  /// The URL of the settings, which is never forgotten; `nil` for the default service.
  private let configured: String?

  /// Creates the addresses with the URL of the settings; `nil` for the default service.
  init(_ url: String?) {
    configured = url
    if let url { _ = stored(url) }
  }

  /// Remembers a URL, and returns its stored form: the URL itself if it has no secrets.
  ///
  /// URLs that differ only in their user and password have the same stored form, so that stored
  /// events are sent after a password has been changed. Other secrets, such as a token, can select
  /// a different receiver: the stored form contains a digest of them.
  mutating func stored(_ url: String) -> String {
    let address = SourceAddress(url)
    guard address.display != url else { return url }
    let stored = Self.mark + address.cacheKey
    if urls.count >= Self.limit, urls[stored] == nil {
      urls = urls.filter { $0.value == configured }
    }
    urls[stored] = url
    return stored
  }

  /// Returns the URL of a stored form; `nil` if its secrets are not known.
  func url(of stored: String) -> String? {
    stored.hasPrefix(Self.mark) ? urls[stored] : stored
  }

  /// Returns the URL of a stored address without its secrets, for messages.
  static func shown(_ stored: String) -> String {
    let url = stored.hasPrefix(mark) ? stored.dropFirst(mark.count) : stored[...]
    return SourceAddress(String(url.prefix { $0 != " " })).display
  }
}

extension ThreadExecutor {
  /// The thread for work whose synchronous caller blocks its own thread until the work ends.
  ///
  /// On the cooperative thread pool the work could deadlock: the pool has one thread per core, and
  /// blocked callers may occupy all of them.
  package static let optimizely = ThreadExecutor(label: "optimizely")
}
