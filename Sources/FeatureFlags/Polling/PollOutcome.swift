package import Networking

/// How a poll ended.
public struct PollOutcome: Sendable {
  /// What is to be used now, or why there is nothing.
  public let result: Result<ConfigurationLoader.Loaded, SourceError>
  /// The time from beginning to end.
  public let duration: Duration
  /// The polls in a row that failed; 0 when the source gave what it has now.
  public let failures: Int
  /// Whether the next poll waits longer than the interval, after scheduled polls that failed.
  package let isBackingOff: Bool

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

extension PollOutcome {
  /// Loads once, out of any turn.
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
  /// Loads the configuration, or says why there is none.
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
