/// The configuration of Ascend; pass it to ``Ascend/initialize(with:)``.
public struct AscendConfig: Sendable {
  /// The plugins to register; the last of several plugins of the same type wins.
  public let plugins: [AscendPlugin]
  /// The default settings of requests, which a plugin can override.
  public let httpConfig: HTTPConfig
  /// The settings that apply to all plugins.
  public let coreConfig: AscendCoreConfig

  /// Creates a configuration; `httpConfig` defaults to the default values of ``HTTPConfig``.
  public init(
    plugins: [AscendPlugin],
    httpConfig: HTTPConfig = HTTPConfig(),
    coreConfig: AscendCoreConfig
  ) {
    self.plugins = plugins
    self.httpConfig = httpConfig
    self.coreConfig = coreConfig
  }
}

/// The settings that apply to all plugins, such as the API key and the log.
public struct AscendCoreConfig: Sendable {
  /// The API key of the app, which requests send as the header `api-key` unless the app configures
  /// a header of that name.
  public let apiKey: String
  /// The name of the deployment, such as `production`; shown in ``AscendDebugInfo``.
  public let environment: String
  /// Whether ``log`` receives debug lines in addition to warnings; `false` by default.
  public let enableDebugLogging: Bool
  /// Has no effect; exists for compatibility with programs that set the property.
  public let enablePerformanceMonitoring: Bool
  /// Has no effect; exists for compatibility with programs that set the property.
  public let enableCrashReporting: Bool
  /// The folder for the persisted experiments and the persisted user.
  ///
  /// By default it is `nil`, which selects a folder with the name of the program in the application
  /// support folder of the user.
  public let storageFolder: String?
  /// The thread on which completion handlers run; by default the main thread.
  public let callbacks: AscendCallbacks
  /// A function that receives warnings and, with ``enableDebugLogging``, debug lines, on any
  /// thread.
  ///
  /// By default it is `nil`, and all lines are discarded.
  public let log: (@Sendable (AscendLogLevel, String) -> Void)?

  /// Creates the settings; by default only warnings are logged, and completion handlers run on the
  /// main thread.
  public init(
    apiKey: String,
    environment: String,
    enableDebugLogging: Bool = false,
    enablePerformanceMonitoring: Bool = true,
    enableCrashReporting: Bool = true,
    storageFolder: String? = nil,
    callbacks: AscendCallbacks = .mainActor,
    log: (@Sendable (AscendLogLevel, String) -> Void)? = nil
  ) {
    self.apiKey = apiKey
    self.environment = environment
    self.enableDebugLogging = enableDebugLogging
    self.enablePerformanceMonitoring = enablePerformanceMonitoring
    self.enableCrashReporting = enableCrashReporting
    self.storageFolder = storageFolder
    self.callbacks = callbacks
    self.log = log
  }

  /// Passes a line to ``log`` if the line is a warning, or if `isIncluded` is true.
  func log(_ level: AscendLogLevel, _ text: @autoclosure () -> String, isIncluded: Bool) {
    guard let log, isIncluded || level == .warning else { return }
    log(level, text())
  }
}

/// The severity of a line of the log.
public enum AscendLogLevel: String, Sendable {
  /// A line about normal operation, logged only if debug logging is enabled.
  case debug
  /// A failure and how Ascend continues after it; always logged.
  case warning
}

/// The default settings of requests, which a plugin can override.
///
/// The original SDK ignores these settings; this library applies all of them.
public struct HTTPConfig: Hashable, Sendable {
  /// The base URL of requests, to which the endpoint of a plugin is appended.
  public let apiBaseUrl: String
  /// The timeout of each attempt, in seconds; 30 by default.
  public let timeout: Double
  /// Whether requests are retried after transient failures; `true` by default.
  public let shouldRetry: Bool
  /// The back-off after the first failure in seconds, 1 by default; it doubles with each failure,
  /// up to 10 seconds.
  public let retryDelay: Double
  /// The maximum number of attempts of a request, including the first one; 3 by default.
  public let maxRetries: Int
  /// Headers of every request; headers of a plugin have precedence.
  public let defaultHeaders: [String: String]

  /// Creates the settings; see the properties for the default values.
  public init(
    apiBaseUrl: String = "https://api.ascend.com",
    timeout: Double = 30,
    shouldRetry: Bool = true,
    retryDelay: Double = 1,
    maxRetries: Int = 3,
    defaultHeaders: [String: String] = [:]
  ) {
    self.apiBaseUrl = apiBaseUrl
    self.timeout = timeout
    self.shouldRetry = shouldRetry
    self.retryDelay = retryDelay
    self.maxRetries = maxRetries
    self.defaultHeaders = defaultHeaders
  }
}

/// Selects the thread on which completion handlers run.
public struct AscendCallbacks: Sendable {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Creates a value that runs completion handlers with a function of the app, such as one that
  /// uses a dispatch queue.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// Runs completion handlers on the main thread, which is the default.
  ///
  /// The handlers do not run in a program whose main thread is blocked: the main thread has to await, or
  /// to run its queue.
  public static let mainActor = AscendCallbacks { body in Task { @MainActor in body() } }

  /// Runs completion handlers immediately, on the thread on which the fetch completes.
  public static let anywhere = AscendCallbacks { $0() }
}

/// A completion handler of the app, which may run on a different thread than the call.
///
/// The conformance is unchecked: handlers need not be `@Sendable`, so that code without concurrency
/// checking compiles. ``AscendCallbacks`` selects the thread, by default the main thread.
struct Completion<Value, Failure>: @unchecked Sendable {
  let run: (Value?, Failure?) -> Void
}
