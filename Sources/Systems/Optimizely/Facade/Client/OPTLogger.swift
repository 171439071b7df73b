import Glibc
import Locking

/// The severity up to which a logger logs messages, and the severity of a message.
public enum OptimizelyLogLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
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

/// Writes messages to standard error, one line per message: `[Optimizely] [ERROR] …`.
///
/// A client writes no messages unless it has a logger, such as `logger: DefaultLogger()`.
open class DefaultLogger: OPTLogger {
  private static let level = Locked<OptimizelyLogLevel?>(nil)

  /// The level of all default loggers, which is `info` until it is set.
  ///
  /// Only the first assignment has an effect, as in the SDK: a second client does not change the
  /// level.
  public static var logLevel: OptimizelyLogLevel {
    get { level.withLock { $0 } ?? .info }
    set { level.withLock { $0 = $0 ?? newValue } }
  }

  /// Creates a logger with the level that all default loggers share.
  public required init() {}

  /// Writes the message if its level is at most ``logLevel``.
  open func log(level: OptimizelyLogLevel, message: String) {
    if level <= Self.logLevel { write(level, message) }
  }

  /// The level that applies to this logger: ``logLevel``, unless a subclass has a level per
  /// instance.
  var effectiveLevel: OptimizelyLogLevel { Self.logLevel }

  func write(_ level: OptimizelyLogLevel, _ message: String) {
    let line = Array("[Optimizely] [\(level.name)] \(message)\n".utf8)
    // Drops the error of a failed write: the log is the only channel for errors.
    _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Passes the messages of a client to the app's logger, if there is one.
///
/// Unchecked: the SDK's protocol does not require `Sendable`, but documents that any thread may
/// call it.
struct ClientLogger: @unchecked Sendable {
  let logger: (any OPTLogger)?

  init(_ logger: (any OPTLogger)?, level: OptimizelyLogLevel?) {
    self.logger = logger
    if let logger, let level { type(of: logger).logLevel = level }
  }

  /// Whether the logger's level includes the reasons of decisions.
  var logsDecisions: Bool {
    guard let logger else { return false }
    return ((logger as? DefaultLogger)?.effectiveLevel ?? type(of: logger).logLevel) >= .debug
  }

  func log(_ level: OptimizelyLogLevel, _ message: @autoclosure () -> String) {
    guard let logger else { return }
    logger.log(level: level, message: message())
  }
}
