package import Networking

/// The outcome of one poll: a configuration or an error, with the duration of the poll.
public struct PollOutcome: Sendable {
  /// The configuration to use, which may come from the cache or the fallback; an error if there is
  /// none.
  public let result: Result<ConfigurationLoader.Loaded, SourceError>
  /// The time from the start of the poll to its end.
  public let duration: Duration
  /// The number of consecutive failed polls; 0 after a success.
  public let failures: Int
  /// Whether back-off applies: scheduled polls have failed, so the wait for the next poll is longer
  /// than the interval.
  package let isBackingOff: Bool
  /// The time until the next poll if the server denies the credentials, so that polling is paused; `nil`
  /// otherwise.
  package var retryAfterDenial: Duration?

  /// The configuration that the source returned; `nil` if the poll failed, even if a fallback is
  /// used.
  public var current: ConfigurationLoader.Loaded? {
    // Drop the error, which `result` contains.
    guard let loaded = try? result.get(), loaded.isCurrent else { return nil }
    return loaded
  }

  /// The status and size of the server's response, even if the poll failed; `nil` without a
  /// response.
  package var facts: FetchFacts? {
    switch result {
    case .success(let loaded): loaded.facts
    case .failure(let error): error.facts
    }
  }

  /// The error of the source; `nil` if the poll succeeded.
  public var error: SourceError? {
    switch result {
    case .success(let loaded): loaded.reason
    case .failure(let error): error
    }
  }
}

/// The result of one poll, from which the schedule computes the next due time.
package struct PollResult: Sendable {
  /// Whether the poll failed, so that the back-off applies.
  let hasFailed: Bool
  /// The delay of `Retry-After` in a failed response; `nil` for none.
  let retryDelay: Duration?
  /// Whether the server denied the credentials, so that polling pauses.
  let isDenied: Bool
  /// The configuration or the error to publish; with `nil` no outcome is published.
  var loaded: Result<ConfigurationLoader.Loaded, SourceError>?

  /// Creates the result of a poll that publishes no outcome.
  package init(hasFailed: Bool = false, retryDelay: Duration? = nil) {
    self.hasFailed = hasFailed
    self.retryDelay = retryDelay
    isDenied = false
  }

  init(_ loaded: Result<ConfigurationLoader.Loaded, SourceError>) {
    self.loaded = loaded
    let error: SourceError?
    switch loaded {
    case .success(let loaded):
      (hasFailed, retryDelay) = (!loaded.isCurrent, loaded.facts?.retryDelay)
      error = loaded.reason
    case .failure(let failure):
      (hasFailed, retryDelay) = (true, failure.facts?.retryDelay)
      error = failure
    }
    isDenied = error?.isDenied ?? false
  }
}

extension PollOutcome {
  /// Loads a configuration once, outside the schedule of a poller.
  package init(
    _ loader: ConfigurationLoader,
    after previous: ConfigurationLoader.Loaded?
  ) async {
    let begun = ContinuousClock.now
    result = await loader.result(after: previous)
    duration = begun.duration(to: .now)
    failures = 0
    isBackingOff = false
  }
}

extension ConfigurationLoader {
  /// Loads the configuration, and returns a result instead of throwing.
  package func result(
    after previous: Loaded?,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async -> Result<Loaded, SourceError> {
    await Result(awaiting: try await load(after: previous, progress: progress))
  }
}
