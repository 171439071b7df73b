/// An event that a ``Poller`` publishes to its consumer.
public enum PollEvent: Sendable {
  /// The next poll is due after the given time.
  case due(in: Duration)
  /// A poll has started; `late` is its delay after the due time, `nil` for a manual refresh.
  case started(late: Duration?)
  /// A part of the response was received.
  case progressed(LoadProgress)
  /// A poll has ended, with a configuration or an error.
  case finished(PollOutcome)
  /// Polling is paused until it is resumed; if the server denies the credentials, polls are still retried
  /// with a back-off.
  case paused
}
