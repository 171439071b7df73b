/// What holds for all plugins.
public struct AscendCoreConfig: Sendable {
  /// The key of the app, sent as `api-key` where no header of that name is configured.
  public let apiKey: String
  /// What the app calls its surroundings, such as `production`.
  public let environment: String
  /// Whether `log` gets more than warnings.
  public let enableDebugLogging: Bool
  /// Kept for programs that set it: nothing is measured.
  public let enablePerformanceMonitoring: Bool
  /// Kept for programs that set it: nothing is reported.
  public let enableCrashReporting: Bool
  /// The folder for experiments and user; `nil` takes one of the program among those of the user.
  public let storageFolder: String?
  /// Where completion handlers run.
  public let callbacks: AscendCallbacks
  /// Takes warnings and, with `enableDebugLogging`, what happens; nothing is written without it.
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

  /// Passes a line on to the log of the app: warnings always, the rest if that is wanted.
  func log(_ level: AscendLogLevel, _ text: @autoclosure () -> String, isWanted: Bool) {
    guard let log, isWanted || level == .warning else { return }
    log(level, text())
  }
}

/// How much a line of the log matters.
public enum AscendLogLevel: String, Sendable {
  /// What happens.
  case debug
  /// What went wrong, and how it goes on.
  case warning
}
