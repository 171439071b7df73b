/// Admits the first of several events in quick succession, and rejects the others for an interval.
///
/// ```swift
/// var gate = Gate<ContinuousClock.Instant>(interval: .milliseconds(500))
/// if gate.admits(at: .now) {
///   print("saved")
/// }
/// ```
///
/// A gate protects an action against a key or button that is pressed repeatedly, without a delay for
/// the first press. Actions that exclude each other share one gate. A rejected event does not extend
/// the interval.
public struct Gate<Instant: InstantProtocol>: Hashable, Sendable
where Instant.Duration == Duration {
  /// The time during which the gate rejects events after it has admitted one.
  public let interval: Duration

  /// The time at which the gate reopens; `nil` if it is open.
  private var opens: Instant?

  /// Creates an open gate.
  ///
  /// - Parameter interval: The time during which the gate rejects events after it has admitted one,
  ///   500 milliseconds by default. With zero or less, it admits all events.
  public init(interval: Duration = .milliseconds(500)) {
    self.interval = interval
  }

  /// Returns whether the event at the given instant is admitted; if so, the gate closes.
  ///
  /// An event exactly at the end of the interval is admitted.
  public mutating func admits(at instant: Instant) -> Bool {
    if let opens, instant < opens { return false }
    opens = instant.advanced(by: interval)
    return true
  }

  /// Opens the gate immediately, before the interval has ended.
  public mutating func reset() {
    opens = nil
  }
}
