public import FoundationEssentials

/// The parts of an ``OPTLYEventDispatcherDefault``.
open class OPTLYEventDispatcherBuilder {
  /// The seconds until a batch that is not full is sent; 0 sends each event at once.
  public var eventDispatcherDispatchInterval: TimeInterval = 0
  /// A logger, which the dispatcher does not use: the client has one.
  public var logger: (any OPTLogger)?

  /// Creates a builder, and passes it to the block.
  public init?(block: (OPTLYEventDispatcherBuilder?) -> Void) {
    block(self)
  }
}

/// The event dispatcher of the Objective-C SDK, by its name there: a ``DefaultEventDispatcher``.
open class OPTLYEventDispatcherDefault: DefaultEventDispatcher {
  /// Creates a dispatcher; `nil` without a builder.
  public init?(builder: OPTLYEventDispatcherBuilder?) {
    guard let builder else { return nil }
    super.init(timerInterval: builder.eventDispatcherDispatchInterval)
  }
}

/// The parts of an ``OPTLYUserProfileServiceDefault``.
open class OPTLYUserProfileServiceBuilder {
  /// A logger, which the service does not use: the client has one.
  public var logger: (any OPTLogger)?

  /// Creates a builder, and passes it to the block.
  public init?(block: (OPTLYUserProfileServiceBuilder?) -> Void) {
    block(self)
  }
}

/// The user profile service of the Objective-C SDK, by its name there: a
/// ``DefaultUserProfileService``.
open class OPTLYUserProfileServiceDefault: DefaultUserProfileService {
  /// Creates a service; `nil` without a builder.
  public convenience init?(builder: OPTLYUserProfileServiceBuilder?) {
    guard builder != nil else { return nil }
    self.init()
  }
}

/// Writes messages to standard error, with a level per instance.
open class OPTLYLoggerDefault: DefaultLogger {
  private let level: OptimizelyLogLevel

  override var effectiveLevel: OptimizelyLogLevel { level }

  /// Creates a logger.
  public init(logLevel: OptimizelyLogLevel) {
    level = logLevel
    super.init()
  }

  /// Creates a logger of the level `info`.
  public required convenience init() {
    self.init(logLevel: .info)
  }

  /// Writes a message, unless the level excludes it.
  open override func log(level: OptimizelyLogLevel, message: String) {
    if level <= self.level { write(level, message) }
  }
}
