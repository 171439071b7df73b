/// An event of a ``FlagSession``, for its subscribers.
package enum SessionEvent: Sendable {
  /// The features or the overrides of the store have changed.
  case changed(FlagChange)
  /// The schedule of polling, or the progress or result of a load, which is not active yet.
  case polling(PollEvent)
  /// The result of a load is active.
  case loadEnded(LoadReport)
  /// Overrides could not be saved, or have been saved.
  case saved(OverrideSaveStatus)
  /// The overrides cannot be read, for this reason; `nil` when they can be read again.
  case overridesRead(WorkspaceError?)
  /// The kernel does not report changes of files, so that a change is noticed after up to a second.
  case watchesWithDelay
}

/// When a session loads its source again without a request.
package enum SessionTrigger: Sendable {
  /// On a schedule.
  case poll(PollSettings)
  /// When the file changes, or on a schedule where no thread can watch the file.
  case fileChange(path: String, otherwise: PollSettings)
  /// Never.
  case none
}

/// The result of one load of a session, compared with the load before.
package struct LoadReport: Sendable {
  /// The cause of a load.
  package enum Cause: Hashable, Sendable {
    /// The schedule, this long after the due time.
    case schedule(late: Duration)
    /// A request of the user, or the start of the session.
    case request
    /// A change of the source's file.
    case fileChange
    /// Another user, for whom the source has another document.
    case user
  }

  package let cause: Cause
  package let outcome: PollOutcome
  /// The result; `nil` when the source failed without a fallback, so that the active features stay.
  package let loaded: ConfigurationLoader.Loaded?
  /// The failures that the load before did not have, the most important first.
  package let news: [LoadFailure]
  /// All failures of the load.
  package let failures: [LoadFailure]
  /// Whether the source can be read again after a failure.
  package let isRepaired: Bool
  /// The difference from the features before; empty for the first load.
  package let difference: FlagDifference
  /// The error that makes the workspace unusable; the features are active even then.
  package let problem: FlagStoreError?
}
