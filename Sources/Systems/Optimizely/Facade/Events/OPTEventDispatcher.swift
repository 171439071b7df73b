public import FoundationEssentials

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

extension FileEventDispatcher: OPTEventDispatcher {
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
}
