/// Accepts the events of a client, and sends them to a service.
///
/// Events of one user must be sent in the order in which they were dispatched. A client calls the
/// methods from any thread.
public protocol EventDispatcher: OPTEventDispatcher, Sendable {
  /// Accepts either all of the given events or none.
  ///
  /// - Parameter events: The events, oldest first.
  /// - Throws: The reason why the events were rejected.
  func dispatch(_ events: [EventForDispatch]) throws(OptimizelyError)

  /// Resumes sending events that an earlier run of the program stored; called when a client starts.
  func resume()

  /// Sends the pending events; returns when all are sent, or when a request has failed.
  func flush() async

  /// Stops sending permanently.
  func close()
}

extension EventDispatcher {
  /// Does nothing: a dispatcher without storage has no events of earlier runs.
  public func resume() {}

  /// Does nothing: a dispatcher without a queue has no pending events.
  public func flush() async {}

  /// Does nothing: a dispatcher without background work needs no cleanup.
  public func close() {}
}
