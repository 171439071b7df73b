/// Lets the first of several quick events in, and ignores those that follow for a while.
///
/// This guards acts against a key or button that is pressed again and again, with no delay for a
/// deliberate press. Siblings, of which only one may be let in at a time, share one gate. Events
/// that are ignored do not keep the gate shut for longer.
public struct Gate<Instant: InstantProtocol>: Hashable, Sendable
where Instant.Duration == Duration {
  /// How long the gate stays shut after it let an event in.
  public let interval: Duration

  private var opens: Instant?

  /// Makes a gate that is open.
  ///
  /// - Parameter interval: How long the gate stays shut after it let an event in; half a second
  ///   unless given. Zero or less keeps it open.
  public init(interval: Duration = .milliseconds(500)) {
    self.interval = interval
  }

  /// Whether an event is let in; when it is, the gate shuts.
  ///
  /// An event at the very end of the interval is let in.
  public mutating func admits(at instant: Instant) -> Bool {
    if let opens, instant < opens { return false }
    opens = instant.advanced(by: interval)
    return true
  }

  /// Opens the gate at once.
  public mutating func reset() {
    opens = nil
  }
}
