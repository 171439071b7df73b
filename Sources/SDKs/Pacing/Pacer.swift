/// Debounces or throttles the values that are sent to it.
///
/// ```swift
/// let pacer = Pacer<String, ContinuousClock>(.debounce(for: .milliseconds(300))) { query in
///   print("search for \(query)")
/// }
/// await pacer.send("fl")
/// await pacer.send("flag")
/// ```
///
/// A pending value is emitted when it is due, even if the owner has released the pacer.
public actor Pacer<Value: Sendable, C: Clock> where C.Duration == Duration {
  private let clock: C
  private let emit: @Sendable (Value) -> Void
  private var paced: PacedValue<Value, C.Instant>
  private var timer: Task<Void, Never>?

  /// Creates a pacer that has no pending value.
  ///
  /// - Parameters:
  ///   - pace: The kind of pacing, debounce or throttle, with its interval.
  ///   - clock: The clock that measures the interval.
  ///   - pass: Called with each emitted value, one at a time. The pacer is blocked while this
  ///     closure runs, so start a task for long work.
  public init(
    _ pace: Pace,
    clock: C = ContinuousClock(),
    pass: @escaping @Sendable (Value) -> Void
  ) {
    paced = PacedValue(pace)
    self.clock = clock
    emit = pass
  }

  /// Accepts a value; it is emitted immediately or later, or never if a newer value replaces it.
  public func send(_ value: Value) {
    if let value = paced.receive(value, at: clock.now) {
      emit(value)
    }
    setTimer()
  }

  /// Emits the pending value immediately; a throttle then starts a new interval.
  public func flush() {
    if let value = paced.flush(at: clock.now) {
      emit(value)
    }
    setTimer()
  }

  /// Drops the pending value without emitting it.
  public func cancel() {
    paced.drop()
    setTimer()
  }

  private func setTimer() {
    timer?.cancel()
    timer = paced.due.map { due in
      Task {
        // Ignores the cancellation error: a timer that wakes early finds that no value is due.
        try? await clock.sleep(until: due, tolerance: nil)
        release()
      }
    }
  }

  private func release() {
    if let value = paced.release(at: clock.now) {
      emit(value)
    }
  }
}
