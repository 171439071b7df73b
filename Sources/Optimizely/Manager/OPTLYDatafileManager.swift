import FeatureFlags
public import FoundationEssentials

/// A manager of datafiles; ``OPTLYDatafileManagerDefault`` is the only conformer that is used.
public protocol OPTLYDatafileManager: AnyObject {}

/// The keys by which a datafile is downloaded.
open class OPTLYDatafileConfig {
  /// The key of the datafile: the SDK key, or else the project id.
  public let key: String
  private let isProject: Bool

  /// Creates a configuration; `nil` if neither key is valid.
  ///
  /// A key is valid if it is not empty and has no space.
  ///
  /// - Parameters:
  ///   - projectId: The id of a project, whose primary environment is used.
  ///   - sdkKey: The SDK key of an environment; it takes precedence over the project id.
  public init?(projectId: String?, withSDKKey sdkKey: String?) {
    let isValid = { (key: String) in !key.isEmpty && !key.contains(" ") }
    guard let key = [sdkKey, projectId].compactMap({ $0 }).first(where: isValid) else { return nil }
    self.key = key
    isProject = key != sdkKey
  }

  /// Settings with the URL of the datafile; a URL that the app has set is not replaced.
  func settings(from settings: OptimizelySdkSettings) -> OptimizelySdkSettings {
    guard isProject, settings.datafileURL == OptimizelySdkSettings().datafileURL else {
      return settings
    }
    var settings = settings
    settings.datafileURL = "https://cdn.optimizely.com/json/%@.json"
    return settings
  }
}

/// The parts of an ``OPTLYDatafileManagerDefault``.
open class OPTLYDatafileManagerBuilder {
  /// The keys of the datafile.
  public var datafileConfig: OPTLYDatafileConfig?
  /// The seconds between polls; 0 is off.
  public var datafileFetchInterval: TimeInterval = 0
  /// A logger, which the manager does not use: the client has one.
  public var logger: (any OPTLogger)?
  /// An error handler, which the manager does not use: the client has one.
  public var errorHandler: (any OPTLYErrorHandler)?

  /// Creates a builder, and passes it to the block.
  public init?(block: (OPTLYDatafileManagerBuilder?) -> Void) {
    block(self)
  }
}

/// The polling of a manager's datafile.
open class OPTLYDatafileManagerDefault: OPTLYDatafileManager {
  /// The shortest time between polls, in seconds.
  public static let minimumInterval: TimeInterval = 120
  /// The seconds between polls, at least 120; 0 is off.
  public let datafileFetchInterval: TimeInterval

  /// Creates a manager; `nil` without keys, and for an interval of less than 0.
  public init?(builder: OPTLYDatafileManagerBuilder?) {
    guard let builder, builder.datafileConfig != nil, builder.datafileFetchInterval >= 0 else {
      return nil
    }
    let interval = min(builder.datafileFetchInterval, 1e9)
    datafileFetchInterval = interval > 0 ? max(interval, Self.minimumInterval) : 0
  }
}
