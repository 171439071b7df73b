/// How values in quick succession are emitted: debounced or throttled.
public enum Pace: Hashable, Sendable {
  /// The value of an interval that a throttle emits.
  public enum Kept: CaseIterable, Hashable, Sendable {
    /// The first value, at once; the others are dropped.
    case first
    /// The first value at once, and the latest of the others when the interval ends.
    case latest
  }

  /// Emits the latest value after this time without a new value.
  case debounce(for: Duration)
  /// Emits at most one value in this time.
  case throttle(for: Duration, keeping: Kept)

  /// Whether the first of several values is emitted, not the latest.
  var keepsFirst: Bool {
    if case .throttle(_, .first) = self { true } else { false }
  }
}
