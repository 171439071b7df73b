public import Dispatch
import Locking

/// The configuration of a ``Connectivity``: an object whose methods change it and return it.
///
/// ```swift
/// import FoundationEssentials
///
/// let urls = ["https://example.test/ping"].compactMap { URL(string: $0) }
/// let configuration = ConnectivityConfiguration(pollingInterval: 5)
///   .configureConnectivity(urls: urls)
///   .configureResponseValidation(.equalsExpectedResponseString, expected: "pong")
/// let report = await Connectivity(configuration: configuration).check()
/// print(report.status)
/// ```
///
/// The properties of ``ConnectivitySettings`` are available as properties of the configuration, such
/// as `configuration.pollingInterval`. A configuration can be used from any thread. A ``Connectivity``
/// copies the settings when it is created: a later change applies to instances created afterwards.
@dynamicMemberLookup
public final class ConnectivityConfiguration: Sendable {
  /// The requests that are sent by default: the two HTTPS detection pages of Apple.
  public static var defaultProbeRequests: [ConnectivityURLRequest] {
    ConnectivityURLRequest.defaults(https: true)
  }

  private let locked: Locked<ConnectivitySettings>

  /// Creates a configuration from settings.
  public init(settings: ConnectivitySettings) {
    locked = Locked(settings)
  }

  /// Creates a configuration with the defaults of the original.
  ///
  /// A validator sets the validation mode to `custom`, unless a mode is passed too. The other
  /// parameters are documented at the properties of ``ConnectivitySettings``.
  public convenience init(
    callbackQueue: DispatchQueue = .main,
    checkWhenApplicationDidBecomeActive: Bool = true,
    connectivityQueue: DispatchQueue = .global(qos: .default),
    probeRequests: [ConnectivityURLRequest] = defaultProbeRequests,
    pollingInterval: Double = 10,
    pollingIsEnabled: Bool = true,
    pollWhileOfflineOnly: Bool = true,
    validator: (any ConnectivityValidator)? = nil,
    successThreshold: ConnectivityPercentage = ConnectivityPercentage(50),
    validationMode: ConnectivityResponseValidationMode? = nil
  ) {
    var settings = ConnectivitySettings()
    settings.callbackQueue = callbackQueue
    settings.checkWhenApplicationDidBecomeActive = checkWhenApplicationDidBecomeActive
    settings.connectivityQueue = connectivityQueue
    settings.probeRequests = probeRequests
    settings.pollingInterval = pollingInterval
    settings.pollingIsEnabled = pollingIsEnabled
    settings.pollWhileOfflineOnly = pollWhileOfflineOnly
    settings.successThreshold = successThreshold
    if let validator { settings.validator = validator }
    if let validationMode { settings.validationMode = validationMode }
    self.init(settings: settings)
  }

  /// A copy of the current settings.
  public var settings: ConnectivitySettings { locked.withLock { $0 } }

  /// Reads a setting, or changes it in place.
  public subscript<Value: Sendable>(
    dynamicMember path: WritableKeyPath<ConnectivitySettings, Value>
  ) -> Value {
    get { locked.withLock { $0[keyPath: path] } }
    set { locked.withLock { $0[keyPath: path] = newValue } }
  }

  /// Changes the settings atomically, and returns the configuration.
  package func change(_ body: (inout ConnectivitySettings) -> Void) -> Self {
    locked.withLock { body(&$0) }
    return self
  }
}

extension ConnectivityConfiguration: Hashable {
  /// Whether both are the same object, as for the original's `NSObject`.
  public static func == (
    left: ConnectivityConfiguration,
    right: ConnectivityConfiguration
  ) -> Bool {
    left === right
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
