/// An event that a ``FlagSession`` publishes to its subscribers.
package enum SessionEvent: Sendable {
  /// The features or the overrides of the store have changed.
  case changed(FlagChange)
  /// A poll was scheduled or started, has made progress, or has a result that is not active yet; or
  /// polling was paused.
  case polling(PollEvent)
  /// A large document is being parsed.
  case loading(LoadProgress)
  /// The first features of a document are active, while the rest is being parsed; see
  /// ``FlagSession/previewParts()``.
  case previewed
  /// A load has ended, and its result is active.
  case loadEnded(LoadReport)
  /// A save of overrides has failed, or the set of unsaved features has changed.
  case saved(OverrideSaveStatus)
  /// The cache or the assignments of the first load could not be written after the load.
  case notWritten([LoadFailure])
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
  /// The source is loaded when its file changes; if no thread can watch the file, it is polled on a
  /// schedule.
  case fileChange(path: String, otherwise: PollSettings)
  /// The source is loaded on request only.
  case none
}

/// The result of one load of a session, with the changes since the previous load.
package struct LoadReport: Sendable {
  /// The cause of a load: the schedule, a request, or a change of the file, the user or the server's
  /// document.
  package enum Cause: Hashable, Sendable {
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
  /// The difference from the previous features; empty for the first load.
  package let difference: FlagDifference
  /// The same difference with the changed properties and the users who change variation.
  package let comparison: ConfigurationComparison
  /// The error that makes the workspace unusable, or `nil`; the features are active even then.
  package let problem: FlagStoreError?
}
