public import FeatureFlags

/// A location that was searched for a datafile, with the result.
public struct DatafileAttempt: Hashable, Sendable, CustomStringConvertible {
  /// The location: `remote`, `cache` or `bundled`.
  public let place: Origin
  /// The result of the search in the location.
  public let outcome: Outcome

  /// The result of the search for a datafile in one location.
  public enum Outcome: Hashable, Sendable {
    /// The location has a valid datafile.
    case found(revision: String)
    /// The server has no newer datafile (status 304).
    case unchanged
    /// The location has no datafile.
    case missing
    /// The request for the datafile failed.
    case failed(SourceError)
    /// The app's own datafile handler reported an error.
    case handlerFailed(OptimizelyError)
    /// The location has a document that is not a valid datafile.
    case invalid(DatafileError)
    /// The stored datafile could not be read.
    case unreadable(WorkspaceError)
  }

  /// The location and the result on one line, such as `cache: revision 42`.
  public var description: String {
    switch outcome {
    case .found(let revision): "\(place): revision \(revision)"
    case .unchanged: "\(place): unchanged"
    case .missing: "\(place): there is none"
    case .failed(let error): "\(place): \(error)"
    case .handlerFailed(let error): "\(place): \(error)"
    case .invalid(let error): "\(place): \(error)"
    case .unreadable(let error): "\(place): \(error)"
    }
  }
}

extension DatafileSearch {
  /// The searched locations with their results, as a client publishes them.
  var locations: [DatafileAttempt] {
    attempts.map { origin, outcome in
      let outcome: DatafileAttempt.Outcome =
        switch outcome {
        case .success(let loaded?): .found(revision: loaded.datafile.revision)
        case .success(nil): origin == .remote && loader.hasServer ? .unchanged : .missing
        case .failure(.source(let error)): .failed(error)
        case .failure(.handler(let error)): .handlerFailed(error)
        case .failure(.invalid(let error)): .invalid(error)
        case .failure(.cache(let error)): .unreadable(error)
        }
      return DatafileAttempt(place: origin, outcome: outcome)
    }
  }
}

extension [DatafileAttempt] {
  /// Returns the error of a search that has found no datafile: the error of the first location that
  /// failed.
  func error(key: String) -> OptimizelyError {
    for attempt in self {
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
