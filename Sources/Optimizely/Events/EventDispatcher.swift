/// Accepts the events of a client, and sends them to a service.
///
/// Events of one user must be sent in the order in which they were dispatched. A client calls the
/// methods from any thread.
public protocol EventDispatcher: OPTEventDispatcher, Sendable {
  /// Accepts events, all or none.
  ///
  /// - Parameter events: The events in order.
  /// - Throws: The reason why the events were rejected.
  func dispatch(_ events: [EventForDispatch]) throws(OptimizelyError)

  /// Resumes sending events that an earlier run of the program stored; called when a client starts.
  func resume()

  /// Sends the pending events, and returns when they are sent, or when an attempt has failed.
  func flush() async

  /// Stops sending for good.
  func close()
}

extension EventDispatcher {
  /// Does nothing: a dispatcher without storage has no events of earlier runs.
  public func resume() {}

  /// Does nothing: a dispatcher without a queue has no pending events.
  public func flush() async {}

  /// Does nothing.
  public func close() {}
}
