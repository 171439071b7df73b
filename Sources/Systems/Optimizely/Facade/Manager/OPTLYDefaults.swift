import FeatureFlags
public import FoundationEssentials

/// Configures the polling of a datafile; ``OPTLYDatafileManagerDefault`` is the only conforming
/// type that the library uses.
public protocol OPTLYDatafileManager: AnyObject {}

/// The SDK key or project id with which a datafile is requested.
open class OPTLYDatafileConfig {
  /// The SDK key, or else the project id.
  public let key: String
  private let isProject: Bool

  /// Creates a configuration; `nil` if neither key is valid.
  ///
  /// A key is valid if it is not empty and contains no space.
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

  /// Returns settings with the URL of the datafile; a URL that the app has set is not replaced.
  func settings(from settings: OptimizelySdkSettings) -> OptimizelySdkSettings {
    guard isProject, settings.datafileURL == OptimizelySdkSettings().datafileURL else {
      return settings
    }
    var settings = settings
    settings.datafileURL = "https://cdn.optimizely.com/json/%@.json"
    return settings
  }
}

/// The parameters for creating an ``OPTLYDatafileManagerDefault``.
open class OPTLYDatafileManagerBuilder {
  /// The SDK key or project id of the datafile; required.
  public var datafileConfig: OPTLYDatafileConfig?
  /// The seconds between polls; 0 disables polling.
  public var datafileFetchInterval: TimeInterval = 0
  /// A logger for source compatibility; the client's own logger is used instead.
  public var logger: (any OPTLogger)?
  /// An error handler for source compatibility; the client's own handler is used instead.
  public var errorHandler: (any OPTLYErrorHandler)?

  /// Creates a builder, and calls the block to set its properties.
  public init?(block: (OPTLYDatafileManagerBuilder?) -> Void) {
    block(self)
  }
}

/// Sets the polling interval of the datafile of an ``OPTLYManager``.
open class OPTLYDatafileManagerDefault: OPTLYDatafileManager {
  /// The shortest time between polls, in seconds.
  public static let minimumInterval: TimeInterval = 120
  /// The seconds between polls, at least 120; 0 means no polling.
  public let datafileFetchInterval: TimeInterval

  /// Creates a manager; `nil` if the builder is `nil`, has no `datafileConfig`, or has a negative
  /// interval.
  public init?(builder: OPTLYDatafileManagerBuilder?) {
    guard let builder, builder.datafileConfig != nil, builder.datafileFetchInterval >= 0 else {
      return nil
    }
    let interval = min(builder.datafileFetchInterval, 1e9)
    datafileFetchInterval = interval > 0 ? max(interval, Self.minimumInterval) : 0
  }
}

/// The parameters for creating an ``OPTLYEventDispatcherDefault``.
open class OPTLYEventDispatcherBuilder {
  /// The seconds after which a batch is sent even if it is not full; 0 sends each event at once.
  public var eventDispatcherDispatchInterval: TimeInterval = 0
  /// A logger for source compatibility; the client's own logger is used instead.
  public var logger: (any OPTLogger)?

  /// Creates a builder, and calls the block to set its properties.
  public init?(block: (OPTLYEventDispatcherBuilder?) -> Void) {
    block(self)
  }
}

/// Stores events until they are sent; has the class name of the Objective-C SDK, for source
/// compatibility.
open class OPTLYEventDispatcherDefault: DefaultEventDispatcher {
  /// Creates a dispatcher from the parameters of the builder; `nil` without a builder.
  public init?(builder: OPTLYEventDispatcherBuilder?) {
    guard let builder else { return nil }
    super.init(timerInterval: builder.eventDispatcherDispatchInterval)
  }
}

/// The parameters for creating an ``OPTLYUserProfileServiceDefault``.
open class OPTLYUserProfileServiceBuilder {
  /// A logger for source compatibility; the client's own logger is used instead.
  public var logger: (any OPTLogger)?

  /// Creates a builder, and calls the block to set its properties.
  public init?(block: (OPTLYUserProfileServiceBuilder?) -> Void) {
    block(self)
  }
}

/// Stores sticky variations on disk; has the class name of the Objective-C SDK, for source
/// compatibility.
open class OPTLYUserProfileServiceDefault: DefaultUserProfileService {
  /// Creates a service from the parameters of the builder; `nil` without a builder.
  public convenience init?(builder: OPTLYUserProfileServiceBuilder?) {
    guard builder != nil else { return nil }
    self.init()
  }
}

/// Writes messages to standard error, with a level for each instance.
open class OPTLYLoggerDefault: DefaultLogger {
  private let level: OptimizelyLogLevel

  override var effectiveLevel: OptimizelyLogLevel { level }

  /// Creates a logger with its own level.
  public init(logLevel: OptimizelyLogLevel) {
    level = logLevel
    super.init()
  }

  /// Creates a logger with the level `info`.
  public required convenience init() {
    self.init(logLevel: .info)
  }

  /// Writes the message if its level is at most the level of this logger.
  open override func log(level: OptimizelyLogLevel, message: String) {
    if level <= self.level { write(level, message) }
  }
}
