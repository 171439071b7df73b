/// The part of the configuration that applies to all plugins.
public struct AscendCoreConfig: Sendable {
  /// The key of the app, which requests send as `api-key` unless a header of that name is
  /// configured.
  public let apiKey: String
  /// The name of the deployment, such as `production`; shown in ``AscendDebugInfo``.
  public let environment: String
  /// Whether ``log`` receives debug lines besides warnings; false by default.
  public let enableDebugLogging: Bool
  /// Has no effect; exists for programs that set the property.
  public let enablePerformanceMonitoring: Bool
  /// Has no effect; exists for programs that set the property.
  public let enableCrashReporting: Bool
  /// The folder for the persisted experiments and user.
  ///
  /// `nil`, the default, is a folder with the name of the program in the application support folder
  /// of the user.
  public let storageFolder: String?
  /// The thread on which completion handlers run; the main thread by default.
  public let callbacks: AscendCallbacks
  /// Receives warnings and, with ``enableDebugLogging``, debug lines, on any thread.
  ///
  /// `nil`, the default, discards all lines.
  public let log: (@Sendable (AscendLogLevel, String) -> Void)?

  /// Makes a configuration.
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

/// The severity of a line in the log.
public enum AscendLogLevel: String, Sendable {
  /// A step of normal operation.
  case debug
  /// A failure, and how Ascend continues.
  case warning
}
