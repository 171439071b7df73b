public import FoundationEssentials

/// The parts of an ``OPTLYManager``.
open class OPTLYManagerBuilder {
  /// The SDK key of an environment; it takes precedence over the project id.
  public var sdkKey: String?
  /// The id of a project, whose primary environment is used.
  public var projectId: String?
  /// The datafile that is bundled with the app, as JSON.
  public var datafile: Data?
  /// The manager of the datafile, for its polling interval.
  public var datafileManager: (any OPTLYDatafileManager)?
  /// The dispatcher of events; `nil` stores them on disk until they are sent.
  public var eventDispatcher: (any OPTEventDispatcher)?
  /// The store of sticky variations; `nil` stores them on disk.
  public var userProfileService: (any OPTUserProfileService)?
  /// The logger; `nil` writes errors to standard error.
  public var logger: (any OPTLogger)?
  /// Receives the errors that no call returns.
  public var errorHandler: (any OPTLYErrorHandler)?
  /// Everything else, such as the addresses of servers and the folder of the cache.
  public var settings = OptimizelySdkSettings()

  /// Creates a builder, and passes it to the block.
  public init?(block: (OPTLYManagerBuilder?) -> Void) {
    block(self)
  }

  /// The keys of the datafile; `nil` if none is valid.
  var config: OPTLYDatafileConfig? {
    OPTLYDatafileConfig(projectId: projectId, withSDKKey: sdkKey)
  }
}

/// Receives the errors of an ``OPTLYManager`` and its client.
public protocol OPTLYErrorHandler {
  /// Receives an error, on any thread.
  func handleError(_ error: any Error)
}
