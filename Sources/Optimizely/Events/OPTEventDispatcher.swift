public import FoundationEssentials
import Locking

/// The function that receives the body of an event when it is dispatched, or the error.
public typealias DispatchCompletionHandler = (OptimizelyResult<Data>) -> Void

/// Dispatches events: the protocol of the Swift SDK for dispatchers of an app.
///
/// The client calls the methods from any thread. New code conforms to ``EventDispatcher``, which
/// receives all events of a call together.
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

extension EventDispatcher {
  /// Dispatches an event, and calls the handler before the method returns.
  public func dispatchEvent(event: EventForDispatch, completionHandler: DispatchCompletionHandler?)
  {
    do throws(OptimizelyError) {
      try dispatch([event])
      completionHandler?(.success(event.body))
    } catch {
      completionHandler?(.failure(error))
    }
  }

  /// Sends the unsent events in the background.
  public func flushEvents() {
    Task { await flush() }
  }
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

  func flush() async { dispatcher.flushEvents() }

  func close() { dispatcher.close() }
}
