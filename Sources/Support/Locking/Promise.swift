/// A value that is set once, and for which one task waits.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiter: CheckedContinuation<Value, Never>?
  }

  private let state = Locked(State())

  /// Creates a promise without a value.
  package init() {}

  /// Sets the value, and resumes the waiting task; only the first call has an effect.
  package func set(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      guard state.value == nil else { return nil }
      state.value = value
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the value.
  ///
  /// - Parameter start: Starts the work that sets the value. It is called after the task is registered, so
  ///   that the value cannot be missed. It is not called if the value is already set, such as by a
  ///   cancellation.
  /// - Returns: The value.
  package func value(_ start: () -> Void) async -> Value {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        if state.value == nil { state.waiter = continuation }
        return state.value
      }
      if let known { continuation.resume(returning: known) } else { start() }
    }
  }
}
