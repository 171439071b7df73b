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
