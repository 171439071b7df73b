import Locking

/// Sends nothing: keeps the events that would be sent, to be looked at.
public final class CollectingEventDispatcher: EventDispatcher {
  private let state = Locked<[EventForDispatch]>([])
  private let limit: Int

  /// Makes a dispatcher that keeps so many events, and forgets the oldest.
  public init(limit: Int = 1_000) {
    self.limit = limit
  }

  /// The events that would have been sent, oldest first.
  public var events: [EventForDispatch] { state.withLock { $0 } }

  /// Keeps events.
  public func dispatch(_ events: [EventForDispatch]) {
    state.withLock { kept in
      kept += events
      kept.removeFirst(max(0, kept.count - limit))
    }
  }

  /// Forgets the events.
  public func clear() {
    state.withLock { $0 = [] }
  }
}
