/// When values that come quickly are passed on.
public enum Pace: Hashable, Sendable {
  /// Which of the values within an interval is passed on.
  public enum Kept: CaseIterable, Hashable, Sendable {
    /// The first, at once; those that follow are dropped.
    case first
    /// The first, at once, and the latest of those that follow, when the interval ends.
    case latest
  }

  /// Passes on the latest value, once no other has come for so long.
  case debounce(for: Duration)
  /// Passes on at most one value in so long.
  case throttle(for: Duration, keeping: Kept)

  /// Whether it is the first of several values that counts, and not the latest.
  var keepsFirst: Bool {
    if case .throttle(_, .first) = self { true } else { false }
  }
}
