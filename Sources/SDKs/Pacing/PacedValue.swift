/// The state machine of a debounce or throttle; it has no clock, so the caller passes the current
/// time.
struct PacedValue<Value, Instant: InstantProtocol> where Instant.Duration == Duration {
  private let pace: Pace
  /// The value that is emitted later, at `due`.
  private var pending: Value?
  /// The end of the quiet time of a debounce, or of the current interval of a throttle.
  private var ends: Instant?

  init(_ pace: Pace) {
    self.pace = pace
  }

  /// The time at which the pending value is emitted; `nil` without a pending value.
  var due: Instant? { pending == nil ? nil : ends }

  /// Accepts a new value; returns the value if it is emitted immediately, and otherwise `nil`.
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

  /// Removes and returns the pending value if its time has come; otherwise returns `nil`.
  mutating func release(at now: Instant) -> Value? {
    guard let due, due <= now else { return nil }
    return flush(at: now)
  }

  /// Removes and returns the pending value, even before it is due; a throttle starts a new
  /// interval.
  mutating func flush(at now: Instant) -> Value? {
    guard let value = pending else { return nil }
    if case .throttle(let interval, _) = pace {
      ends = now.advanced(by: interval)
    }
    pending = nil
    return value
  }

  /// Drops the pending value without emitting it.
  mutating func drop() {
    pending = nil
  }
}

/// The pacing of values in quick succession: debounce or throttle.
public enum Pace: Hashable, Sendable {
  /// Selects the values of each interval that a throttle emits.
  public enum Kept: CaseIterable, Hashable, Sendable {
    /// The first value, immediately; the others are dropped.
    case first
    /// The first value immediately, and the latest of the others at the end of the interval.
    case latest
  }

  /// Emits the latest value as soon as no new value has arrived for the given time.
  case debounce(for: Duration)
  /// Emits at most one value per interval of the given length.
  case throttle(for: Duration, keeping: Kept)

  /// Whether only the first value of an interval is emitted; otherwise the latest value is.
  var keepsFirst: Bool {
    if case .throttle(_, .first) = self { true } else { false }
  }
}
