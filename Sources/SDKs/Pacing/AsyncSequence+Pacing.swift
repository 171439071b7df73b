extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Debounces the sequence: emits the latest element once no new element has arrived for an
  /// interval.
  ///
  /// ```swift
  /// let (queries, continuation) = AsyncStream.makeStream(of: String.self)
  /// for text in ["f", "fl", "flag"] { continuation.yield(text) }
  /// continuation.finish()
  /// for await query in queries.debounced(for: .milliseconds(300)) {
  ///   print("search for \(query)")  // search for flag
  /// }
  /// ```
  ///
  /// The pending element is emitted when the sequence ends, and dropped when it fails. A slow
  /// consumer receives the newest emitted element, then the end or the failure.
  public func debounced<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable where C.Duration == Duration {
    PacedSequence(base: self, pace: .debounce(for: interval), clock: clock)
  }

  /// Throttles the sequence: emits the first element immediately, then at most one per interval.
  ///
  /// ```swift
  /// let (positions, continuation) = AsyncStream.makeStream(of: Int.self)
  /// for position in 1...100 { continuation.yield(position) }
  /// continuation.finish()
  /// for await position in positions.throttled(for: .milliseconds(50)) {
  ///   print(position)  // 1, then 100
  /// }
  /// ```
  ///
  /// The pending element is emitted when the sequence ends, and dropped when it fails. A slow
  /// consumer receives one emitted element, then the end or the failure: with `latest` the newest
  /// element, with `first` the oldest unread element.
  public func throttled<C: Clock>(
    for interval: Duration,
    keeping kept: Pace.Kept = .latest,
    clock: C = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable where C.Duration == Duration {
    PacedSequence(base: self, pace: .throttle(for: interval, keeping: kept), clock: clock)
  }
}
