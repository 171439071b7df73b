/// An event that a session publishes to its subscribers.
public enum SessionEvent: Sendable {
  /// The overrides of the store have changed, or its features have changed without a load of the
  /// session, for example because another user became active.
  case changed(StoreChange)
  /// A poll was scheduled or started, or has made progress; or polling was paused. The event
  /// `finished` is not published: the load ends with ``loadEnded(_:)``.
  case polling(PollEvent)
  /// A large document is being parsed.
  case loading(LoadProgress)
  /// The first features of a document are active, while the rest is being parsed; see
  /// `FlagSession.previewParts()`.
  case previewed(LoadedFeatures)
  /// A load has ended, and its result is active; for a poll, only this event contains the response.
  case loadEnded(LoadReport)
  /// A save of overrides has failed, or the set of unsaved features has changed.
  case saved(OverrideSaveStatus)
  /// The cache or the assignments of the first load could not be written after it had ended; the
  /// associated load includes these failures.
  case notWritten([LoadFailure], ConfigurationLoader.Loaded)
  /// Reading the overrides has failed with the associated error, or, with `nil`, succeeds again.
  case overridesRead(WorkspaceError?)
  /// The kernel does not report changes of files, so that changes are noticed by polling, after up
  /// to a second.
  case watchesWithDelay
}

/// The trigger that makes a session load its source again without a request.
package enum SessionTrigger: Sendable {
  /// The source is polled on a schedule.
  case poll(PollSettings)
  /// The source is loaded when one of its files changes; if no thread can watch a file, the source is polled
  /// on a schedule.
  case fileChange(paths: [String], otherwise: PollSettings)
  /// The source is loaded on request only.
  case none
}

/// The result of one load of a session, with the changes since the previous load.
public struct LoadReport: Sendable {
  /// The cause of a load: the schedule, a request, or a change of the file, the user or the server's
  /// document.
  public enum Cause: Hashable, Sendable {
    /// The schedule; `late` is the delay after the due time.
    case schedule(late: Duration)
    /// The user's request, or the start of the session.
    case request
    /// The file of the source has changed.
    case fileChange
    /// A different user is active, for whom the source has a different document.
    case user
    /// The server has reported a change of its document, such as by an event stream.
    case notification
  }

  package let cause: Cause
  package let outcome: PollOutcome
  /// The result of the load; `nil` if the source failed without a fallback, so that the active
  /// features remain.
  package let loaded: ConfigurationLoader.Loaded?
  /// The failures that the previous load did not have, in descending importance.
  package let news: [LoadFailure]
  /// All failures of the load, in descending importance.
  package let failures: [LoadFailure]
  /// Whether the source can be read again, after the previous load failed.
  package let isRepaired: Bool
  /// The change of the store; `nil` if the load has not replaced the features.
  package let change: StoreChange?
  /// The features before the load; empty for the first load.
  package let before: [Feature]
  /// Whether the session had no configuration before the load.
  package let isFirst: Bool
  /// The error that makes the workspace unusable, or `nil`; the features are active even then.
  package let problem: FlagStoreError?

  /// The difference from the previous features; empty for the first load.
  package var difference: FlagDifference {
    guard !isFirst, case .loaded(let difference) = change?.kind else { return FlagDifference() }
    return difference
  }
}
