extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The latest element, each time that none has come for a while.
  ///
  /// When the sequence ends, the element that waits is passed on; when it fails, that is dropped.
  /// A reader that is slow gets the newest of the elements that were passed on, then the end or the
  /// failure.
  public func debounced<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable where C.Duration == Duration {
    PacedSequence(base: self, pace: .debounce(for: interval), clock: clock)
  }

  /// At most one element in a while, of which the first comes at once.
  ///
  /// When the sequence ends, the element that waits is passed on; when it fails, that is dropped.
  /// A reader that is slow gets one of the elements that were passed on, then the end or the
  /// failure: the newest where the latest is kept, and the oldest that it has not read where the
  /// first is.
  public func throttled<C: Clock>(
    for interval: Duration,
    keeping kept: Pace.Kept = .latest,
    clock: C = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable where C.Duration == Duration {
    PacedSequence(base: self, pace: .throttle(for: interval, keeping: kept), clock: clock)
  }
}
