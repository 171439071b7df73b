public import FeatureFlags
import Networking

public import struct FoundationEssentials.Date

/// A datafile that can be used, and how it was got.
public struct LoadedDatafile: Sendable {
  /// The document, byte for byte.
  public let bytes: [UInt8]
  /// What decides by the datafile.
  public let evaluator: Evaluator
  /// How the datafile was got: `remote`, `cache` or `bundled`.
  public let origin: Origin
  /// When the datafile was received; `nil` for one that came with the program.
  public let date: Date?
  /// What the server calls the datafile, by which it is asked for a newer one.
  let revision: HTTPRevision?

  /// The datafile.
  public var datafile: Datafile { evaluator.datafile }
}

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
      case .invalid(.version(let found, _)): return .dataFileVersionInvalid(found)
      case .invalid(let error): return .dataFileInvalid(error)
      case .unreadable(let error): return .cacheFailed(error)
      case .found, .unchanged, .missing: continue
      }
    }
    return .datafileLoadingFailed(key)
  }
}
