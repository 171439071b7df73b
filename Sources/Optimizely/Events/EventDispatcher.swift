/// Dispatches events to a service.
///
/// Events of one user must be sent in the order in which they were dispatched.
public protocol EventDispatcher: OPTEventDispatcher, Sendable {
  /// Takes events.
  ///
  /// - Parameter events: The events in order.
  /// - Throws: Why they are not taken.
  func dispatch(_ events: [EventForDispatch]) throws(OptimizelyError)

  /// Goes on with events that were taken before; called when a client has started.
  func resume()

  /// Sends what waits, and returns when it is sent, or an attempt has failed.
  func flush() async

  /// Sends nothing any more.
  func close()
}

extension EventDispatcher {
  /// Nothing waits from before.
  public func resume() {}

  /// Nothing waits.
  public func flush() async {}

  /// There is nothing to stop.
  public func close() {}
}
