public import FeatureFlags

/// One place where a datafile was looked for, and what came of it.
public struct DatafileAttempt: Hashable, Sendable {
  /// The place: `remote`, `cache` or `bundled`.
  public let place: Origin
  /// What came of it.
  public let outcome: Outcome

  /// What came of looking for a datafile.
  public enum Outcome: Hashable, Sendable {
    /// A datafile that can be used.
    case found(revision: String)
    /// The server says that the datafile at hand is still the right one.
    case unchanged
    /// There is nothing.
    case missing
    /// The server gave no datafile.
    case failed(SourceError)
    /// The app's own datafile handler failed.
    case handlerFailed(OptimizelyError)
    /// What is there is no datafile.
    case invalid(DatafileError)
    /// What is there could not be read.
    case unreadable(WorkspaceError)
  }
}

extension DatafileAttempt: CustomStringConvertible {
  /// The place and what came of it, in words.
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
