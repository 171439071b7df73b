public import Dispatch
import Locking

/// The mutable configuration of ``Connectivity`` instances; its methods can be chained.
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
/// The properties of ``ConnectivitySettings`` are available as properties of the configuration,
/// such as `configuration.pollingInterval`. A configuration can be used from any thread. A
/// ``Connectivity`` copies the settings when it is created: later changes apply only to instances
/// created afterwards.
@dynamicMemberLookup
public final class ConnectivityConfiguration: Sendable {
  /// The default requests of a check: the two HTTPS detection pages of Apple.
  public static var defaultProbeRequests: [ConnectivityURLRequest] {
    ConnectivityURLRequest.defaults(https: true)
  }

  private let locked: Locked<ConnectivitySettings>

  /// Creates a configuration with a copy of the given settings.
  public init(settings: ConnectivitySettings) {
    locked = Locked(settings)
  }

  /// Creates a configuration with the defaults of the original framework.
  ///
  /// Passing a validator sets the validation mode to `custom`, unless a mode is also passed. The
  /// other parameters are documented at the properties of ``ConnectivitySettings``.
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

  /// A copy of the current settings; changing the copy does not affect the configuration.
  public var settings: ConnectivitySettings { locked.withLock { $0 } }

  /// Reads or changes one property of the settings.
  public subscript<Value: Sendable>(
    dynamicMember path: WritableKeyPath<ConnectivitySettings, Value>
  ) -> Value {
    get { locked.withLock { $0[keyPath: path] } }
    set { locked.withLock { $0[keyPath: path] = newValue } }
  }

  /// Changes the settings atomically and returns the configuration, for chained calls.
  package func change(_ body: (inout ConnectivitySettings) -> Void) -> Self {
    locked.withLock { body(&$0) }
    return self
  }
}

extension ConnectivityConfiguration: Hashable {
  /// Compares the identity of the objects, as `NSObject` does in the original framework.
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
