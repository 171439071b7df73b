/// Passes values on at a pace: debounced or throttled.
///
/// A value that is held is passed on when its time comes, also when nobody else holds the pacer.
public actor Pacer<Value: Sendable, C: Clock> where C.Duration == Duration {
  private let clock: C
  private let pass: @Sendable (Value) -> Void
  private var paced: PacedValue<Value, C.Instant>
  private var timer: Task<Void, Never>?

  /// Makes a pacer that holds nothing.
  ///
  /// - Parameters:
  ///   - pace: When values are passed on.
  ///   - clock: What tells the time.
  ///   - pass: Takes the values, one after the other. It holds up the pacer while it runs, so work
  ///     that takes long belongs in a task or behind a stream.
  public init(
    _ pace: Pace,
    clock: C = ContinuousClock(),
    pass: @escaping @Sendable (Value) -> Void
  ) {
    paced = PacedValue(pace)
    self.clock = clock
    self.pass = pass
  }

  /// Takes a value in; it is passed on now, later or never.
  public func send(_ value: Value) {
    if let value = paced.receive(value, at: clock.now) {
      pass(value)
    }
    setTimer()
  }

  /// Passes the held value on now; a throttle then passes none on for its whole interval.
  public func flush() {
    if let value = paced.flush(at: clock.now) {
      pass(value)
    }
    setTimer()
  }

  /// Drops the held value.
  public func cancel() {
    paced.drop()
    setTimer()
  }

  private func setTimer() {
    timer?.cancel()
    timer = paced.due.map { due in
      Task {
        // A timer that is cancelled wakes early, and finds nothing due.
        try? await clock.sleep(until: due, tolerance: nil)
        release()
      }
    }
  }

  private func release() {
    if let value = paced.release(at: clock.now) {
      pass(value)
    }
  }
}
