import Glibc
import Locking

/// Writes messages to standard error, a line each: `[Optimizely] [ERROR] …`.
///
/// A client without a logger writes nothing; with `logger: DefaultLogger()` it writes here.
open class DefaultLogger: OPTLogger {
  private static let level = Locked<OptimizelyLogLevel?>(nil)

  /// The level of all default loggers, which is `info` until it is set.
  ///
  /// Only the first assignment has an effect, as in the SDK: the default level of a second client
  /// does not replace it.
  public static var logLevel: OptimizelyLogLevel {
    get { level.withLock { $0 } ?? .info }
    set { level.withLock { $0 = $0 ?? newValue } }
  }

  /// Creates a logger.
  public required init() {}

  /// Writes a message, unless the level excludes it.
  open func log(level: OptimizelyLogLevel, message: String) {
    if level <= Self.logLevel { write(level, message) }
  }

  /// The level of this logger: that of all default loggers, unless a subclass has its own.
  var effectiveLevel: OptimizelyLogLevel { Self.logLevel }

  func write(_ level: OptimizelyLogLevel, _ message: String) {
    let line = Array("[Optimizely] [\(level.name)] \(message)\n".utf8)
    // Drops the error of a failed write: the log is the only channel for errors.
    _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The logger of a client.
///
/// Unchecked: the SDK's protocol demands no Sendable, and documents that any thread calls it.
struct ClientLogger: @unchecked Sendable {
  let logger: (any OPTLogger)?

  init(_ logger: (any OPTLogger)?, level: OptimizelyLogLevel?) {
    self.logger = logger
    if let logger, let level { type(of: logger).logLevel = level }
  }

  /// Whether the reasons of decisions are logged.
  var logsDecisions: Bool {
    guard let logger else { return false }
    return ((logger as? DefaultLogger)?.effectiveLevel ?? type(of: logger).logLevel) >= .debug
  }

  func log(_ level: OptimizelyLogLevel, _ message: @autoclosure () -> String) {
    guard let logger else { return }
    logger.log(level: level, message: message())
  }
}
