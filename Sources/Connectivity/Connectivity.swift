import Locking
public import Networking

/// Checks whether the Internet is reached, as opposed to a local network or a captive portal.
///
/// Nothing is requested before a check or the start of the notifier. Instances are independent, and
/// can be used from any thread.
///
/// ```swift
/// import Dispatch
///
/// let connectivity = Connectivity()
/// connectivity.whenConnected = { print($0.status) }
/// connectivity.startNotifier(queue: DispatchQueue(label: "connectivity"))
///
/// let report = await connectivity.check()
/// print(report.status, report.captivePortal?.host ?? "no captive portal")
/// ```
///
/// The API is that of the framework of the same name, without the parts that need Foundation's
/// networking types: URL requests, URL session configurations, validators of URL responses, and
/// notifications. ConnectivityFoundation adds them, but makes a static program four times as large.
public final class Connectivity: Sendable {
  /// The Apple framework from which the original reads interfaces.
  public typealias Framework = ConnectivityFramework
  /// The kind of a network interface.
  public typealias Interface = ConnectivityInterface
  /// A closure that is called on the callback queue when the Internet is reached.
  public typealias NetworkConnected = (Connectivity) -> Void
  /// A closure that is called on the callback queue when the Internet is not reached.
  public typealias NetworkDisconnected = (Connectivity) -> Void
  /// A percentage from 0 to 100.
  public typealias Percentage = ConnectivityPercentage
  /// The Internet connectivity.
  public typealias Status = ConnectivityStatus
  /// How responses are validated.
  public typealias ValidationMode = ConnectivityResponseValidationMode

  let state: Locked<State>
  let client: HTTPClient
  let clock: any Clock<Duration>
  let network: Network

  private static let httpsOnly = Locked(true)

  /// Whether only `https` is allowed by instances and configurations that do not set their own
  /// `isHTTPSOnly`; `true` by default.
  ///
  /// The original ignores `false` unless the Info.plist of the app allows plain HTTP; without such a
  /// file, `false` is accepted. The value applies to the whole process from the next check on: the
  /// property of an instance is preferred.
  public static var isHTTPSOnly: Bool {
    get { httpsOnly.withLock { $0 } }
    set { httpsOnly.withLock { $0 = newValue } }
  }

  /// Creates an instance that does not poll, with the public detection pages of the original.
  ///
  /// With `shouldUseHTTPS` off, this instance requests the plain `http` pages and allows other
  /// `http` URLs; the static ``isHTTPSOnly-swift.type.property`` is unchanged.
  public convenience init(shouldUseHTTPS: Bool = true) {
    var settings = ConnectivitySettings()
    settings.probeRequests = ConnectivityURLRequest.defaults(
      https: shouldUseHTTPS && Connectivity.isHTTPSOnly
    )
    settings.pollingIsEnabled = false
    settings.pollWhileOfflineOnly = false
    // Sets the mode to its default value to create the validator that the original has without a
    // configuration.
    settings.validationMode = .containsExpectedResponseString
    if !shouldUseHTTPS { settings.isHTTPSOnly = false }
    self.init(settings: settings, client: HTTPClient(), clock: ContinuousClock(), network: .kernel)
  }

  /// Creates an instance with the current settings of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The settings are copied: a later change does not affect the instance.
  ///   - client: The client that sends the requests.
  ///   - clock: The clock of polling.
  public convenience init(
    configuration: ConnectivityConfiguration,
    client: HTTPClient = HTTPClient(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      settings: configuration.settings,
      client: client,
      clock: clock,
      network: .kernel
    )
  }

  init(
    settings: ConnectivitySettings,
    client: HTTPClient,
    clock: any Clock<Duration>,
    network: Network
  ) {
    state = Locked(State(settings: settings))
    self.client = client
    self.clock = clock
    self.network = network
  }

  deinit {
    stopNotifier()
    let continuations = state.withLock { Array($0.subscribers.values) }
    continuations.forEach { $0.continuation.finish() }
  }

  /// The source of the network interfaces.
  struct Network: Sendable {
    /// Returns the current interfaces.
    let now: @Sendable () -> InterfaceSnapshot
    /// Reports changes for as long as the returned value is retained.
    let watch: @Sendable (@escaping @Sendable (InterfaceSnapshot) -> Void) -> (any Sendable)?

    static let kernel = Network(
      now: { InterfaceSnapshot.current() },
      watch: { onChange in InterfaceMonitor(onChange: onChange) }
    )
  }
}

extension Connectivity: CustomStringConvertible {
  /// The description of the status, such as `Wi-Fi with Internet access`.
  public var description: String { status.description }
}

extension Connectivity: Hashable {
  /// Whether both are the same object, as for the original's `NSObject`.
  public static func == (left: Connectivity, right: Connectivity) -> Bool {
    left === right
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
