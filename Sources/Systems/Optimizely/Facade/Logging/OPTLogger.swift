/// The severity up to which a logger logs messages, and the severity of a message.
public enum OptimizelyLogLevel: Int, CaseIterable, Hashable, Sendable {
  /// Logs no messages.
  case off = 0
  /// Logs only errors.
  case error = 1
  /// Logs errors and warnings.
  case warning = 2
  /// Also logs the results of calls.
  case info = 3
  /// Also logs the steps of decisions.
  case debug = 4
  /// Logs all messages.
  case verbose = 5

  /// The name in capital letters, as loggers print it.
  public var name: String { "\(self)".uppercased() }
}

extension OptimizelyLogLevel: Comparable {
  /// Whether `left` logs fewer messages than `right`.
  public static func < (left: OptimizelyLogLevel, right: OptimizelyLogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Logs messages of a client: the protocol of the Swift SDK for loggers of an app.
///
/// A client logs errors of background work at the level `error`. If the logger's level is `debug`
/// or higher, the client also logs the reasons of its decisions. It calls the logger from any
/// thread.
public protocol OPTLogger {
  /// The log level of all loggers of the type.
  static var logLevel: OptimizelyLogLevel { get set }

  /// Creates a logger with the default level.
  init()

  /// Logs the message unless the logger's level excludes it.
  func log(level: OptimizelyLogLevel, message: String)
}
