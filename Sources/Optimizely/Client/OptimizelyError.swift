public import FeatureFlags

/// Why a call to the client did not do what it should.
public enum OptimizelyError: Error, Hashable, Sendable {
  /// There is no datafile yet.
  case sdkNotReady
  /// The server could not be asked for the datafile.
  case datafileDownloadFailed(String)
  /// There is no datafile for the key.
  case datafileLoadingFailed(String)
  /// What was found is no datafile.
  case dataFileInvalid(DatafileError)
  /// The datafile has another version than 4.
  case dataFileVersionInvalid(String)
  /// The datafile could not be kept for the next start, or what was kept not be read.
  case cacheFailed(WorkspaceError)
  /// The file of a tester's overrides could not be followed or read.
  case overridesFailed(WorkspaceError)
  /// The datafile has no such experiment.
  case experimentKeyInvalid(String)
  /// The datafile has no such event.
  case eventKeyInvalid(String)
  /// So many events wait already that no more are taken.
  case eventQueueFull(limit: Int)
  /// An event could not be kept until it is sent, or was refused by the server, for this reason.
  case eventDispatchFailed(String)
  /// A user's sticky variations could not be read or kept.
  case userProfileFailed(String)
  /// The data platform knows no such user.
  case invalidSegmentIdentifier
  /// The data platform did not tell the segments, for this reason.
  case fetchSegmentsFailed(String)
  /// The app has turned the data platform off.
  case odpNotEnabled
}

/// What a call has brought, or why nothing.
public typealias OptimizelyResult<Value> = Result<Value, OptimizelyError>

extension OptimizelyError: CustomStringConvertible {
  /// What went wrong, in words.
  public var description: String {
    switch self {
    case .sdkNotReady: "there is no datafile yet"
    case .datafileDownloadFailed(let reason): "the datafile could not be fetched: \(reason)"
    case .datafileLoadingFailed(let key): "there is no datafile for the key \"\(key)\""
    case .dataFileInvalid(let error): "the datafile cannot be used: \(error)"
    case .dataFileVersionInvalid(let version):
      "the datafile has version \"\(version)\", wanted \"4\""
    case .cacheFailed(let error), .overridesFailed(let error): "\(error)"
    case .experimentKeyInvalid(let key): "the datafile has no experiment \"\(key)\""
    case .eventKeyInvalid(let key): "the datafile has no event \"\(key)\""
    case .eventQueueFull(let limit): "\(limit) events wait to be sent, and no more are taken"
    case .eventDispatchFailed(let reason): "events were not sent: \(reason)"
    case .userProfileFailed(let reason): "sticky variations: \(reason)"
    case .invalidSegmentIdentifier: "the data platform knows no such user"
    case .fetchSegmentsFailed(let reason): "the segments could not be fetched: \(reason)"
    case .odpNotEnabled: "the data platform is turned off"
    }
  }
}
