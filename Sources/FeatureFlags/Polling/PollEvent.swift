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

/// How a poll ended.
public struct PollOutcome: Sendable {
  /// What is to be used now, or why there is nothing.
  public let result: Result<ConfigurationLoader.Loaded, SourceError>
  /// The time from beginning to end.
  public let duration: Duration
  /// The polls in a row that failed; 0 when the source gave what it has now.
  public let failures: Int

  /// What the source has now; `nil` when the poll failed, whatever stands in for it.
  public var current: ConfigurationLoader.Loaded? {
    // The reason of a failure stands in the result.
    guard let loaded = try? result.get(), loaded.isCurrent else { return nil }
    return loaded
  }

  /// Why the source did not give what it has now; `nil` when it did.
  public var error: SourceError? {
    switch result {
    case .success(let loaded): loaded.reason
    case .failure(let error): error
    }
  }
}
