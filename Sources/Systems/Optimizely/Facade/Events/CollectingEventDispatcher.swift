import Locking

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
