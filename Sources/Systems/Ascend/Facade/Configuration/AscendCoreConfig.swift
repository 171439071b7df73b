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
  /// A step of normal operation, which is logged only if debug logging is enabled.
  case debug
  /// A failure, and how Ascend continues; always logged.
  case warning
}
