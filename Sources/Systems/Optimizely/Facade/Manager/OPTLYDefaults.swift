public import FoundationEssentials

/// The parameters for creating an ``OPTLYEventDispatcherDefault``.
open class OPTLYEventDispatcherBuilder {
  /// The seconds after which a batch is sent even if it is not full; 0 sends each event at once.
  public var eventDispatcherDispatchInterval: TimeInterval = 0
  /// A logger for source compatibility; the client's own logger is used instead.
  public var logger: (any OPTLogger)?

  /// Creates a builder, and calls the block to set its properties.
  public init?(block: (OPTLYEventDispatcherBuilder?) -> Void) {
    block(self)
  }
}

/// Stores events until they are sent; has the class name of the Objective-C SDK, for source
/// compatibility.
open class OPTLYEventDispatcherDefault: DefaultEventDispatcher {
  /// Creates a dispatcher from the parameters of the builder; `nil` without a builder.
  public init?(builder: OPTLYEventDispatcherBuilder?) {
    guard let builder else { return nil }
    super.init(timerInterval: builder.eventDispatcherDispatchInterval)
  }
}

/// The parameters for creating an ``OPTLYUserProfileServiceDefault``.
open class OPTLYUserProfileServiceBuilder {
  /// A logger for source compatibility; the client's own logger is used instead.
  public var logger: (any OPTLogger)?

  /// Creates a builder, and calls the block to set its properties.
  public init?(block: (OPTLYUserProfileServiceBuilder?) -> Void) {
    block(self)
  }
}

/// Stores sticky variations on disk; has the class name of the Objective-C SDK, for source
/// compatibility.
open class OPTLYUserProfileServiceDefault: DefaultUserProfileService {
  /// Creates a service from the parameters of the builder; `nil` without a builder.
  public convenience init?(builder: OPTLYUserProfileServiceBuilder?) {
    guard builder != nil else { return nil }
    self.init()
  }
}

/// Writes messages to standard error, with a level for each instance.
open class OPTLYLoggerDefault: DefaultLogger {
  private let level: OptimizelyLogLevel

  override var effectiveLevel: OptimizelyLogLevel { level }

  /// Creates a logger with its own level.
  public init(logLevel: OptimizelyLogLevel) {
    level = logLevel
    super.init()
  }

  /// Creates a logger with the level `info`.
  public required convenience init() {
    self.init(logLevel: .info)
  }

  /// Writes the message if its level is at most the level of this logger.
  open override func log(level: OptimizelyLogLevel, message: String) {
    if level <= self.level { write(level, message) }
  }
}
