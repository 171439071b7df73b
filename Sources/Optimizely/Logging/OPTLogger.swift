/// The level of a logger, which logs the messages of its level and of more severe levels.
public enum OptimizelyLogLevel: Int, CaseIterable, Hashable, Sendable {
  /// No messages.
  case off = 0
  /// Errors.
  case error = 1
  /// Warnings.
  case warning = 2
  /// The results of calls.
  case info = 3
  /// The steps of decisions.
  case debug = 4
  /// All messages.
  case verbose = 5

  /// The name in capitals, as loggers print it.
  public var name: String { "\(self)".uppercased() }
}

extension OptimizelyLogLevel: Comparable {
  /// Compares how much two levels log.
  public static func < (left: OptimizelyLogLevel, right: OptimizelyLogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Logs messages of a client: the protocol of the Swift SDK for loggers of an app.
///
/// A client logs the errors that it cannot throw at the level `error`, and with a logger of the
/// level `debug` or more also the reasons of its decisions. It calls the logger from any thread.
public protocol OPTLogger {
  /// The level of all loggers of the type.
  static var logLevel: OptimizelyLogLevel { get set }

  /// Creates a logger.
  init()

  /// Logs a message, unless the logger's level excludes it.
  func log(level: OptimizelyLogLevel, message: String)
}
