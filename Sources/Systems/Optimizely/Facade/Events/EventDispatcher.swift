import FoundationEssentials

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

extension FileEventDispatcher: EventDispatcher {}

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
