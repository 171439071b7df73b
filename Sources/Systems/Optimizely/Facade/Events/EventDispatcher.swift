public import FoundationEssentials
import Locking

/// The function that receives the body of an event when it is dispatched, or the error.
public typealias DispatchCompletionHandler = (OptimizelyResult<Data>) -> Void

/// Dispatches events: the protocol of the Swift SDK for dispatchers of an app.
///
/// The client calls the methods from any thread, and reports errors of the completion handler with
/// `onProblem` of its settings.
public protocol OPTEventDispatcher {
  /// Dispatches an event.
  ///
  /// - Parameters:
  ///   - event: The event with its URL and body.
  ///   - completionHandler: Called with the body when the event is dispatched, or with the error.
  func dispatchEvent(event: EventForDispatch, completionHandler: DispatchCompletionHandler?)

  /// Sends the unsent events in the background.
  func flushEvents()

  /// Stops the dispatcher permanently; called when the client is closed.
  func close()
}

extension OPTEventDispatcher {
  /// Does nothing: the Swift SDK does not require this method.
  public func close() {}
}

extension FileEventDispatcher: OPTEventDispatcher, EventDispatcher {
  /// Stores an event, and calls the handler before the method returns.
  public func dispatchEvent(event: EventForDispatch, completionHandler: DispatchCompletionHandler?)
  {
    let result = OptimizelyResult { () throws(OptimizelyError) in try dispatch([event]) }
    completionHandler?(result.map { event.body })
  }

  /// Sends the unsent events in the background.
  public func flushEvents() {
    Task { await flush() }
  }

  /// Sends the pending events, and then stops sending permanently.
  ///
  /// Blocks the thread until the events are sent or a request has failed, for at most the given
  /// time. Events that are not sent stay in the file.
  func finish(within limit: Duration = .seconds(10)) {
    defer { close() }
    guard waitingCount > 0 else { return }
    let end = BlockingResult<Void>()
    Task(executorPreference: ThreadExecutor.optimizely) { end.finish(with: await self.flush()) }
    // After the time limit, `close` ends the requests.
    _ = end.wait(upTo: limit)
  }
}

/// Accepts the events of a client: a ``FileEventDispatcher``, or an adapter of the app's dispatcher.
///
/// Events of one user must be sent in the order in which they were dispatched. A client calls the
/// methods from any thread.
protocol EventDispatcher: Sendable {
  /// Accepts either all of the given events, oldest first, or none.
  func dispatch(_ events: [EventForDispatch]) throws(OptimizelyError)

  /// Resumes sending events that an earlier run of the program stored; called when a client starts.
  func resume()

  /// Stops sending permanently.
  func close()
}

/// Dispatches the events of a client to an app's dispatcher, one at a time.
///
/// Unchecked: the SDK's protocol does not require `Sendable`, but documents that any thread may
/// call it.
struct AppEventDispatcher: EventDispatcher, @unchecked Sendable {
  let dispatcher: any OPTEventDispatcher
  let onProblem: @Sendable (OptimizelyError) -> Void

  func dispatch(_ events: [EventForDispatch]) {
    for event in events {
      dispatcher.dispatchEvent(event: event) { [onProblem] result in
        if case .failure(let error) = result { onProblem(error) }
      }
    }
  }

  func resume() { (dispatcher as? DefaultEventDispatcher)?.resume() }

  func close() { dispatcher.close() }
}

/// Collects events in memory instead of sending them, for tests and previews.
public final class CollectingEventDispatcher: OPTEventDispatcher, Sendable {
  private let state = Locked<[EventForDispatch]>([])
  private let limit: Int

  /// Creates a dispatcher that stores up to `limit` events, and then drops the oldest ones.
  public init(limit: Int = 1_000) {
    self.limit = limit
  }

  /// The events that would have been sent, oldest first.
  public var events: [EventForDispatch] { state.withLock { $0 } }

  /// Stores events; above the limit, the oldest ones are dropped.
  public func dispatch(_ events: [EventForDispatch]) {
    state.withLock { stored in
      stored += events
      stored.removeFirst(max(0, stored.count - limit))
    }
  }

  /// Stores an event, and calls the handler before the method returns.
  public func dispatchEvent(event: EventForDispatch, completionHandler: DispatchCompletionHandler?)
  {
    dispatch([event])
    completionHandler?(.success(event.body))
  }

  /// Does nothing: the events are never sent.
  public func flushEvents() {}

  /// Removes all stored events.
  public func clear() {
    state.withLock { $0 = [] }
  }
}
