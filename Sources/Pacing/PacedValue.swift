/// The state of a debounce or throttle, without a clock: the caller passes the current time.
struct PacedValue<Value, Instant: InstantProtocol> where Instant.Duration == Duration {
  private let pace: Pace
  /// The value that will be emitted when it is due.
  private var pending: Value?
  /// When the pending value is due; for a throttle, the end of the current interval.
  private var ends: Instant?

  init(_ pace: Pace) {
    self.pace = pace
  }

  /// When the pending value is due; `nil` without a pending value.
  var due: Instant? { pending == nil ? nil : ends }

  /// Accepts a value; returns it if it is emitted at once.
  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    switch pace {
    case .debounce(let quiet):
      pending = value
      ends = now.advanced(by: quiet)
      return nil
    case .throttle(let interval, let kept):
      if let ends, now < ends {
        pending = kept == .latest ? value : nil
        return nil
      }
      pending = nil
      ends = now.advanced(by: interval)
      return value
    }
  }

  /// Removes and returns the pending value if it is due.
  mutating func release(at now: Instant) -> Value? {
    guard let due, due <= now else { return nil }
    return flush(at: now)
  }

  /// Removes and returns the pending value, due or not; a throttle starts a new interval.
  mutating func flush(at now: Instant) -> Value? {
    guard let value = pending else { return nil }
    if case .throttle(let interval, _) = pace {
      ends = now.advanced(by: interval)
    }
    pending = nil
    return value
  }

  /// Drops the pending value.
  mutating func drop() {
    pending = nil
  }
}
