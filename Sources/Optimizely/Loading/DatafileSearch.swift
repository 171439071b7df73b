public import FeatureFlags

/// The result of a search for a datafile.
public struct DatafileSearch: Sendable {
  /// The datafile; `nil` if no location has a valid one.
  public internal(set) var loaded: LoadedDatafile?
  /// The searched locations, in order.
  public internal(set) var attempts: [DatafileAttempt] = []
  /// The reason why a downloaded datafile could not be cached; `nil` if it was, or if there was
  /// none.
  public internal(set) var keepFailure: WorkspaceError?
  /// The delay that the server requests before the next request; `nil` without one.
  var retryDelay: Duration?

  mutating func note(_ place: Origin, _ outcome: DatafileAttempt.Outcome) {
    attempts.append(DatafileAttempt(place: place, outcome: outcome))
  }

  /// The error of a search without a datafile: that of the first location that failed.
  func error(key: String) -> OptimizelyError {
    for attempt in attempts {
      switch attempt.outcome {
      case .failed(.status): return .datafileLoadingFailed(key)
      case .failed(let error): return .datafileDownloadFailed("\(error)")
      case .handlerFailed(let error): return error
      case .invalid(.version(let found, _)): return .dataFileVersionInvalid(found)
      case .invalid(let error): return .dataFileInvalid(error)
      case .unreadable(let error): return .cacheFailed(error)
      case .found, .unchanged, .missing: continue
      }
    }
    return .datafileLoadingFailed(key)
  }
}
