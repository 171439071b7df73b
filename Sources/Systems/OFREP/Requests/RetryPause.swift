import Locking

/// A pause during which no request may be sent, demanded by the `Retry-After` header of a response with
/// status 429 or 503.
///
/// The evaluations for all users share the pause, because a server limits the requests of a client, not
/// those for a user.
package final class RetryPause: Sendable {
  private struct State {
    let status: Int
    let end: Duration
  }

  private let state = Locked<State?>(nil)

  package init() {}

  /// Returns the rest of the pause, and the status of the response that started it; `nil` if a request
  /// may be sent.
  package func current(at uptime: Duration) -> (status: Int, remaining: Duration)? {
    state.withLock { state in
      guard let pause = state, pause.end > uptime else { return nil }
      return (pause.status, pause.end - uptime)
    }
  }

  /// Starts the pause that a response demands.
  ///
  /// Does nothing for a response without such a demand, and for a pause that would end before the
  /// current one.
  package func record(status: Int, retryDelay: Duration?, at uptime: Duration) {
    guard status == 429 || status == 503, let retryDelay, retryDelay > .zero else { return }
    let pause = State(status: status, end: uptime + retryDelay)
    state.withLock { state in
      if state.map({ $0.end < pause.end }) ?? true { state = pause }
    }
  }
}
