public import FeatureFlags

/// One location in which a datafile was searched, with the result.
public struct DatafileAttempt: Hashable, Sendable {
  /// The location: `remote`, `cache` or `bundled`.
  public let place: Origin
  /// The result of the search.
  public let outcome: Outcome

  /// The result of a search for a datafile.
  public enum Outcome: Hashable, Sendable {
    /// A valid datafile.
    case found(revision: String)
    /// The server has no newer datafile (status 304).
    case unchanged
    /// The location has no datafile.
    case missing
    /// The download failed.
    case failed(SourceError)
    /// The app's own datafile handler failed.
    case handlerFailed(OptimizelyError)
    /// The document is not a valid datafile.
    case invalid(DatafileError)
    /// The stored datafile could not be read.
    case unreadable(WorkspaceError)
  }
}

extension DatafileAttempt: CustomStringConvertible {
  /// The location and the result as text.
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
  /// The searched locations as a client reports them.
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
  /// The error of a search without a datafile: that of the first location that failed.
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
