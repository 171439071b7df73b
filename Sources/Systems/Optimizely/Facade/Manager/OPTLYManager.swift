public import FoundationEssentials
import Locking

/// Loads a datafile and creates a client, with the names of the Objective-C SDK 3.
///
/// ```swift
/// let manager = OPTLYManager(builder: OPTLYManagerBuilder(block: { builder in
///   builder?.sdkKey = "your-key"
/// }))
/// let variation = manager?.initialize()?.activate("my_test", userId: "ana", attributes: nil)
/// ```
///
/// New code should use ``OptimizelyClient``, which has flags, typed errors and `async`. The methods
/// may be called from any thread. A newer datafile becomes active only at the next initialization,
/// as the article "Initialize SDK" of the Objective-C SDK documents.
open class OPTLYManager {
  /// The SDK key of the builder; `nil` if the builder has none.
  public let sdkKey: String?
  /// The project id of the builder; `nil` if the builder has none.
  public let projectId: String?
  /// The datafile that is bundled with the app; `nil` if there is none.
  public let datafile: Data?
  private let client: OptimizelyClient
  /// The client of the last initialization.
  private let current = Locked(UncheckedSendable<OPTLYClient?>(nil))

  /// Creates a manager; `nil` if the builder has neither a valid SDK key nor a valid project id.
  ///
  /// A key is valid if it is not empty and contains no space.
  public init?(builder: OPTLYManagerBuilder?) {
    guard let builder, let config = builder.config else { return nil }
    let logger = builder.logger ?? OPTLYLoggerDefault(logLevel: .error)
    let handler = UncheckedSendable(builder.errorHandler)
    var settings = config.settings(from: builder.settings)
    let interval = (builder.datafileManager as? OPTLYDatafileManagerDefault)?.datafileFetchInterval
    settings.polling = .olderManager(every: .seconds(interval ?? 0))
    let onProblem = settings.onProblem
    settings.onProblem = { error in
      handler.value?.handleError(error)
      onProblem(error)
    }
    client = OptimizelyClient(
      sdkKey: config.key,
      logger: logger,
      eventDispatcher: builder.eventDispatcher,
      userProfileService: builder.userProfileService,
      settings: settings
    )
    sdkKey = builder.sdkKey
    projectId = builder.projectId
    datafile = builder.datafile
  }

  /// Starts synchronously with the cached datafile, or else with the bundled one, and downloads a
  /// newer datafile for the next start.
  ///
  /// - Returns: The client; without a datafile, its calls log an error and evaluate nothing.
  open func initialize() -> OPTLYClient? {
    client.settings.reporting(try client.startStored(bundled: datafile.map { [UInt8]($0) }))
    return Self.use(client, in: current)
  }

  /// Starts synchronously with the given datafile, and downloads a newer datafile for the next
  /// start.
  ///
  /// - Parameter datafile: The datafile as JSON; must belong to the project of the SDK key.
  /// - Returns: The client; with an invalid datafile, its calls log an error and evaluate nothing.
  open func initialize(withDatafile datafile: Data) -> OPTLYClient? {
    client.settings.reporting(try client.start(only: [UInt8](datafile)))
    return Self.use(client, in: current)
  }

  /// Starts asynchronously with the server's datafile; if the request fails, with the datafile that
  /// ``initialize()`` would use.
  ///
  /// - Parameter callback: Called on any thread with the error of the download, if any, and with
  ///   the client, which can have the cached or bundled datafile despite the error.
  open func initialize(callback: ((_ error: (any Error)?, _ client: OPTLYClient?) -> Void)?) {
    let completion = UncheckedSendable(callback)
    let (client, bundled, current) = (client, datafile, current)
    Task {
      let failure = await OPTLYManager.load(client, bundled: bundled)
      completion.value?(failure, OPTLYManager.use(client, in: current))
    }
  }

  /// Loads a datafile, and returns the error of the download; `nil` if it succeeded.
  private static func load(
    _ client: OptimizelyClient,
    bundled: Data?
  ) async -> OptimizelyError? {
    do throws(OptimizelyError) {
      _ = try await client.load(resourceTimeout: nil, bundled: bundled)
      return client.downloadError
    } catch {
      client.settings.onProblem(error)
      return error
    }
  }

  /// Returns the client of the last initialization; before the first initialization, a client
  /// without a datafile.
  open func getOptimizely() -> OPTLYClient? {
    current.withLock { $0 }.value ?? OPTLYClient(client)
  }

  private static func use(
    _ client: OptimizelyClient,
    in current: Locked<UncheckedSendable<OPTLYClient?>>
  ) -> OPTLYClient {
    let made = OPTLYClient(client)
    let object = UncheckedSendable<OPTLYClient?>(made)
    current.withLock { $0 = object }
    return made
  }
}

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
