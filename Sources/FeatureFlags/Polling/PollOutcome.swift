package import Networking

/// The outcome of one poll.
public struct PollOutcome: Sendable {
  /// The configuration to use, or the error if there is none.
  public let result: Result<ConfigurationLoader.Loaded, SourceError>
  /// The duration of the poll.
  public let duration: Duration
  /// The number of consecutive failed polls; 0 after a success.
  public let failures: Int
  /// Whether back-off applies: the next poll waits longer than the interval, after scheduled polls
  /// that failed.
  package let isBackingOff: Bool

  /// The configuration of the source; `nil` when the poll failed, even if a fallback is used.
  public var current: ConfigurationLoader.Loaded? {
    // Drops the error: `result` has it.
    guard let loaded = try? result.get(), loaded.isCurrent else { return nil }
    return loaded
  }

  /// The error of the source; `nil` when the poll succeeded.
  public var error: SourceError? {
    switch result {
    case .success(let loaded): loaded.reason
    case .failure(let error): error
    }
  }
}

extension PollOutcome {
  /// Loads once, outside the schedule of a poller.
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
  /// Loads the configuration, and returns its error as a value.
  package func result(
    after previous: Loaded?,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async -> Result<Loaded, SourceError> {
    do throws(SourceError) {
      return .success(try await load(after: previous, progress: progress))
    } catch {
      return .failure(error)
    }
  }
}
