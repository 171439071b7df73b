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
