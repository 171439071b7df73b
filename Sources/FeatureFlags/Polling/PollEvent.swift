public import Networking

/// An event of a ``Poller``.
public enum PollEvent: Sendable {
  /// The next poll is due after this time.
  case due(in: Duration)
  /// A poll has started, this long after it was due; `nil` for a manual refresh.
  case started(late: Duration?)
  /// A part of the document was received.
  case progressed(HTTPProgress)
  /// A poll has ended.
  case finished(PollOutcome)
  /// No poll is due until polling is resumed.
  case paused
}
