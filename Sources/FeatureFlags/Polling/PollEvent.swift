public import Networking

/// What happens while a source is polled, in the order in which it happens.
public enum PollEvent: Sendable {
  /// The next poll is due so long after now.
  case due(in: Duration)
  /// A poll has begun, so long after it was due; `nil` when it was asked for out of turn.
  case started(late: Duration?)
  /// So much of the document has come in.
  case progressed(HTTPProgress)
  /// A poll has ended.
  case finished(PollOutcome)
  /// No poll is due until polling is resumed.
  case paused
}
