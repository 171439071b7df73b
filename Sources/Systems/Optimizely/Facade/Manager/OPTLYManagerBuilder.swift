public import FoundationEssentials

/// The parameters for creating an ``OPTLYManager``.
open class OPTLYManagerBuilder {
  /// The SDK key of an environment; it takes precedence over the project id.
  public var sdkKey: String?
  /// The id of a project, whose primary environment is used.
  public var projectId: String?
  /// The datafile that is bundled with the app, as JSON.
  public var datafile: Data?
  /// The manager that sets the polling interval; `nil` disables polling.
  public var datafileManager: (any OPTLYDatafileManager)?
  /// The dispatcher of events; `nil` stores events on disk until they are sent.
  public var eventDispatcher: (any OPTEventDispatcher)?
  /// The service that stores sticky variations; `nil` stores them on disk.
  public var userProfileService: (any OPTUserProfileService)?
  /// The logger; `nil` writes errors to standard error.
  public var logger: (any OPTLogger)?
  /// The handler that receives errors of background work and failed starts.
  public var errorHandler: (any OPTLYErrorHandler)?
  /// All further settings, such as the URLs of servers and the folder of the cache.
  public var settings = OptimizelySdkSettings()

  /// Creates a builder, and calls the block to set its properties.
  public init?(block: (OPTLYManagerBuilder?) -> Void) {
    block(self)
  }

  /// The SDK key or project id of the datafile; `nil` if neither is valid.
  var config: OPTLYDatafileConfig? {
    OPTLYDatafileConfig(projectId: projectId, withSDKKey: sdkKey)
  }
}

/// Receives the errors of an ``OPTLYManager`` and its client, in an app's own type.
public protocol OPTLYErrorHandler {
  /// Handles an error of the manager or its client; called on any thread.
  func handleError(_ error: any Error)
}
