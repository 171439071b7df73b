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
  private let report: @Sendable (OptimizelyError) -> Void
  private let current = Locked(Current())

  /// Wraps the callback of an app; unchecked, because the SDK's type does not require `Sendable`,
  /// but documents that any thread may call it.
  private struct Callback: @unchecked Sendable {
    let call: ((_ error: (any Error)?, _ client: OPTLYClient?) -> Void)?
  }

  /// Wraps the client of the last initialization; unchecked, because the compiler cannot check an
  /// open class.
  private struct Current: @unchecked Sendable {
    var client: OPTLYClient?
  }

  /// Creates a manager; `nil` if the builder has neither a valid SDK key nor a valid project id.
  ///
  /// A key is valid if it is not empty and contains no space.
  public init?(builder: OPTLYManagerBuilder?) {
    guard let builder, let config = builder.config else { return nil }
    let logger = builder.logger ?? OPTLYLoggerDefault(logLevel: .error)
    let handler = ErrorHandler(handler: builder.errorHandler)
    var settings = config.settings(from: builder.settings)
    let interval = (builder.datafileManager as? OPTLYDatafileManagerDefault)?.datafileFetchInterval
    settings.polling = .olderManager(every: .seconds(interval ?? 0))
    let onProblem = settings.onProblem
    settings.onProblem = { error in
      handler.handle(error)
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
    report = client.settings.onProblem
  }

  /// Starts synchronously with the cached datafile, or else with the bundled one, and downloads a
  /// newer datafile for the next start.
  ///
  /// - Returns: The client; without a datafile, its calls log an error and evaluate nothing.
  open func initialize() -> OPTLYClient? {
    start { () throws(OptimizelyError) in
      try client.startStored(bundled: datafile.map { [UInt8]($0) })
    }
  }

  /// Starts synchronously with the given datafile, and downloads a newer datafile for the next
  /// start.
  ///
  /// - Parameter datafile: The datafile as JSON; must belong to the project of the SDK key.
  /// - Returns: The client; with an invalid datafile, its calls log an error and evaluate nothing.
  open func initialize(withDatafile datafile: Data) -> OPTLYClient? {
    start { () throws(OptimizelyError) in try client.start(only: [UInt8](datafile)) }
  }

  /// Starts asynchronously with the server's datafile; if the request fails, with the datafile that
  /// ``initialize()`` would use.
  ///
  /// - Parameter callback: Called on any thread with the error of the download, if any, and with
  ///   the client, which can have the cached or bundled datafile despite the error.
  open func initialize(callback: ((_ error: (any Error)?, _ client: OPTLYClient?) -> Void)?) {
    let completion = Callback(call: callback)
    let client = client
    let bundled = datafile
    let current = current
    let report = report
    Task {
      let failure = await OPTLYManager.load(client, bundled: bundled, report)
      completion.call?(failure, OPTLYManager.use(client, in: current).client)
    }
  }

  /// Loads a datafile, and returns the error of the download; `nil` if it succeeded.
  private static func load(
    _ client: OptimizelyClient,
    bundled: Data?,
    _ report: @Sendable (OptimizelyError) -> Void
  ) async -> OptimizelyError? {
    do throws(OptimizelyError) {
      _ = try await client.load(resourceTimeout: nil, bundled: bundled)
      return client.downloadError
    } catch {
      report(error)
      return error
    }
  }

  /// Returns the client of the last initialization; before the first initialization, a client
  /// without a datafile.
  open func getOptimizely() -> OPTLYClient? {
    current.withLock { $0 }.client ?? OPTLYClient(client)
  }

  private func start(_ start: () throws(OptimizelyError) -> Void) -> OPTLYClient? {
    do throws(OptimizelyError) {
      try start()
    } catch {
      report(error)
    }
    return Self.use(client, in: current).client
  }

  private static func use(_ client: OptimizelyClient, in current: Locked<Current>) -> Current {
    let made = Current(client: OPTLYClient(client))
    current.withLock { $0 = made }
    return made
  }
}

/// Wraps the app's error handler so that it can be passed between threads.
///
/// Unchecked: the SDK's protocol does not require `Sendable`; errors are passed on any thread.
private struct ErrorHandler: @unchecked Sendable {
  let handler: (any OPTLYErrorHandler)?

  func handle(_ error: OptimizelyError) { handler?.handleError(error) }
}
