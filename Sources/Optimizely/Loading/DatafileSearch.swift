public import FeatureFlags

/// What looking for a datafile has brought.
public struct DatafileSearch: Sendable {
  /// The datafile to use; `nil` if no place has one.
  public internal(set) var loaded: LoadedDatafile?
  /// The places that were tried, in order.
  public internal(set) var attempts: [DatafileAttempt] = []
  /// Why the datafile could not be kept for the next start; `nil` if it could, or was not new.
  public internal(set) var keepFailure: WorkspaceError?
  /// How long the server asks to be left alone; `nil` if it does not.
  var retryDelay: Duration?

  mutating func note(_ place: Origin, _ outcome: DatafileAttempt.Outcome) {
    attempts.append(DatafileAttempt(place: place, outcome: outcome))
  }

  /// Why there is no datafile: the reason of the place that should have had it first.
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
