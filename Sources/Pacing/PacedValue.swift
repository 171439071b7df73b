/// Decides what is passed on and when; told the time, so that it needs no clock.
struct PacedValue<Value, Instant: InstantProtocol> where Instant.Duration == Duration {
  private let pace: Pace
  private var held: Value?
  /// When a held value is due; for a throttle, also when the interval ends in which none passes.
  private var ends: Instant?

  init(_ pace: Pace) {
    self.pace = pace
  }

  /// When the held value is to be released; nil when none is held.
  var due: Instant? { held == nil ? nil : ends }

  /// Takes a value in, and gives it back when it passes at once.
  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    switch pace {
    case .debounce(let quiet):
      held = value
      ends = now.advanced(by: quiet)
      return nil
    case .throttle(let interval, let kept):
      if let ends, now < ends {
        held = kept == .latest ? value : nil
        return nil
      }
      held = nil
      ends = now.advanced(by: interval)
      return value
    }
  }

  /// Gives the held value back if it is due.
  mutating func release(at now: Instant) -> Value? {
    guard let due, due <= now else { return nil }
    return flush(at: now)
  }

  /// Gives the held value back, due or not; for a throttle, a new interval begins with it.
  mutating func flush(at now: Instant) -> Value? {
    guard let value = held else { return nil }
    if case .throttle(let interval, _) = pace {
      ends = now.advanced(by: interval)
    }
    held = nil
    return value
  }

  /// Forgets the held value.
  mutating func drop() {
    held = nil
  }
}
