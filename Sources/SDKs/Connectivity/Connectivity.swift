internal import Dispatch
internal import FoundationEssentials
import Locking
public import Networking

/// Checks whether the Internet is reachable, as opposed to a local network or a captive portal.
///
/// An instance sends no requests before a check or the start of the notifier. Instances are
/// independent of each other, and can be used from any thread.
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
/// The API is that of the original Connectivity framework for Apple platforms, without the parts
/// that need Foundation's networking types: URL requests, URL session configurations, validators of
/// URL responses, and notifications. ConnectivityFoundation adds these parts, but makes a static
/// program four times as large.
public final class Connectivity: Sendable {
  /// The Apple framework that the original framework uses to read interfaces.
  public typealias Framework = ConnectivityFramework
  /// The kind of a network interface.
  public typealias Interface = ConnectivityInterface
  /// A closure that is called on the callback queue when the Internet becomes reachable.
  public typealias NetworkConnected = (Connectivity) -> Void
  /// A closure that is called on the callback queue when the Internet becomes unreachable.
  public typealias NetworkDisconnected = (Connectivity) -> Void
  /// A percentage from 0 to 100.
  public typealias Percentage = ConnectivityPercentage
  /// The connectivity status: the kind of network, and whether the Internet is reachable.
  public typealias Status = ConnectivityStatus
  /// The mode in which responses are validated.
  public typealias ValidationMode = ConnectivityResponseValidationMode

  let state: Locked<State>
  /// Publishes the report of each check, and whether it changes the status.
  let publisher = Publisher<(report: ConnectivityReport, isChange: Bool)>()
  let client: HTTPClient
  let clock: any Clock<Duration>
  let network: Network

  private static let httpsOnly = Locked(true)

  /// Whether instances and configurations without their own `isHTTPSOnly` may only use `https`;
  /// `true` by default.
  ///
  /// The original framework ignores `false` unless the Info.plist of the app allows plain HTTP; on
  /// Linux, `false` is accepted. The value applies to the whole process from the next check on. New
  /// code sets the property of an instance.
  public static var isHTTPSOnly: Bool {
    get { httpsOnly.withLock { $0 } }
    set { httpsOnly.withLock { $0 = newValue } }
  }

  /// Creates an instance that requests the captive portal detection pages of the original
  /// framework, with polling disabled.
  ///
  /// If `shouldUseHTTPS` is `false`, the instance requests the plain `http` pages and allows other
  /// `http` URLs; the static ``isHTTPSOnly-swift.type.property`` is unchanged.
  public convenience init(shouldUseHTTPS: Bool = true) {
    var settings = ConnectivitySettings()
    settings.probeRequests = ConnectivityURLRequest.defaults(
      https: shouldUseHTTPS && Connectivity.isHTTPSOnly
    )
    settings.pollingIsEnabled = false
    settings.pollWhileOfflineOnly = false
    // Setting the mode, even to its default value, creates the validator that the original framework
    // uses if no configuration is passed.
    settings.validationMode = .containsExpectedResponseString
    if !shouldUseHTTPS { settings.isHTTPSOnly = false }
    self.init(settings: settings, client: HTTPClient(), clock: ContinuousClock(), network: .kernel)
  }

  /// Creates an instance with a copy of the settings of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The configuration; later changes of it do not affect the instance.
  ///   - client: The HTTP client that sends the requests.
  ///   - clock: The clock that measures polling intervals and delays.
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
  }

  /// The functions that read and watch the network interfaces; tests pass their own.
  struct Network: Sendable {
    /// Reads the current interfaces.
    let now: @Sendable () -> InterfaceSnapshot
    /// Reports changes of the interfaces until the returned value is released.
    let watch: @Sendable (@escaping @Sendable (InterfaceSnapshot) -> Void) -> (any Sendable)?

    static let kernel = Network(
      now: { InterfaceSnapshot.current() },
      watch: { onChange in InterfaceMonitor(onChange: onChange) }
    )
  }
}

extension Connectivity: CustomStringConvertible {
  /// The description of the current status, such as `Wi-Fi with Internet access`.
  public var description: String { status.description }
}

extension Connectivity: Hashable {
  /// Compares the identity of the objects, as `NSObject` does in the original framework.
  public static func == (left: Connectivity, right: Connectivity) -> Bool {
    left === right
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Connectivity {
  /// Whether the notifier polls, in addition to its checks after changes of the network interfaces.
  public var isPollingEnabled: Bool {
    get { settings.pollingIsEnabled }
    set {
      state.withLock { $0.settings.pollingIsEnabled = newValue }
      restartPolling()
    }
  }

  /// The polling interval in seconds, from 0.1 to 86,400.
  public var pollingInterval: Double {
    get { settings.pollingInterval }
    set {
      state.withLock { $0.settings.pollingInterval = newValue }
      restartPolling()
    }
  }

  /// Whether polling pauses while the Internet is reachable.
  public var pollWhileOfflineOnly: Bool {
    get { settings.pollWhileOfflineOnly }
    set { state.withLock { $0.settings.pollWhileOfflineOnly = newValue } }
  }

  /// A closure that is called on the callback queue when the Internet becomes reachable.
  public var whenConnected: NetworkConnected? {
    get { state.withLock { $0.whenConnected }?.call }
    set {
      let callback = newValue.map(Callback.init)
      state.withLock { $0.whenConnected = callback }
    }
  }

  /// A closure that is called on the callback queue when the Internet becomes unreachable.
  public var whenDisconnected: NetworkDisconnected? {
    get { state.withLock { $0.whenDisconnected }?.call }
    set {
      let callback = newValue.map(Callback.init)
      state.withLock { $0.whenDisconnected = callback }
    }
  }
}

extension Connectivity {
  /// Sends all probe requests once, and reports the result.
  ///
  /// Cancelling the calling task cancels the requests and leaves the status unchanged.
  @concurrent
  public func check() async -> ConnectivityReport {
    await check(onEnd: {})
  }

  /// Runs a check like ``check()``, and calls a closure between its last request and the publication of its
  /// report.
  @concurrent
  func check(onEnd: @Sendable () -> Void) async -> ConnectivityReport {
    let (settings, number) = state.withLock { state in
      state.lastBegun += 1
      return (state.settings, state.lastBegun)
    }
    let started = ContinuousClock.now
    let round = ProbeRound(settings, client: client)
    let probes = await round.run()
    let snapshot = network.now()
    let isConnected = probes.count(where: \.isSuccess) >= round.required
    let isCancelled = Task.isCancelled && !isConnected
    let report = ConnectivityReport(
      status: isCancelled
        ? .determining
        : ConnectivityStatus(interface: snapshot.current?.kind, isConnected: isConnected),
      interface: snapshot.current,
      probes: probes,
      refusedURLs: round.refused.map { URLRedaction.redacted($0.url.absoluteString) },
      threshold: settings.successThreshold,
      required: round.required,
      duration: started.duration(to: .now)
    )
    onEnd()
    if !Task.isCancelled {
      publish(report, snapshot, number: number)
    }
    return report
  }

  /// Runs a check like ``check()``, and returns only the resulting status.
  @concurrent
  public func status() async -> Status {
    await check().status
  }

  /// Runs a check in the background, then calls a closure on the callback queue.
  ///
  /// The instance is retained until the closure has been called. New code uses ``check()``.
  public func checkConnectivity(completion: ((Connectivity) -> Void)? = nil) {
    let callback = completion.map(Callback.init)
    Task {
      _ = await check()
      guard let callback else { return }
      settings.callbackQueue.async { callback.call(self) }
    }
  }
}

extension Connectivity {
  /// A closure that the app has set.
  ///
  /// Unchecked, because the closure is called only on the callback queue, and is otherwise only
  /// returned to the app.
  struct Callback: @unchecked Sendable {
    let call: (Connectivity) -> Void
  }

  /// The mutable state of an instance, which a lock protects.
  struct State {
    var settings: ConnectivitySettings
    var status = ConnectivityStatus.determining
    var snapshot = InterfaceSnapshot.none
    var whenConnected: Callback?
    var whenDisconnected: Callback?
    var observation: Observation?
    var lastNotified = ConnectivityStatus.determining
    /// The sequence number of the check that was started last.
    var lastBegun = 0
    /// The sequence number of the check whose result was published last.
    var lastPublished = 0
  }

  /// Stores and publishes the result of a check, unless the result of a later check has already been
  /// published.
  func publish(_ report: ConnectivityReport, _ snapshot: InterfaceSnapshot, number: Int) {
    state.withLock { state in
      guard number > state.lastPublished else { return }
      state.lastPublished = number
      state.status = report.status
      state.snapshot = snapshot
      let isChange = state.observation != nil && report.status != state.lastNotified
      publisher.publish((report, isChange))
      guard isChange else { return }
      state.lastNotified = report.status
      // Enqueues the closures while the lock is held, so that they are called in the order of the
      // status changes.
      let callback = report.isConnected ? state.whenConnected : state.whenDisconnected
      let post = ConnectivityHooks.installed.connectivityDidChange
      guard callback != nil || post != nil else { return }
      state.settings.callbackQueue.async {
        post?(self)
        callback?.call(self)
      }
    }
  }

  /// Creates a stream of all reports, or only of those that change the status.
  func subscribe(toAll receivesAll: Bool, keeping count: Int) -> AsyncStream<ConnectivityReport> {
    publisher.stream(buffering: .bufferingNewest(count)) { report, isChange in
      receivesAll || isChange ? report : nil
    }
  }
}

extension Connectivity {
  /// The status of the last check; `determining` until the first check has finished.
  ///
  /// As in the original framework, the status can be set. The value applies until the next check
  /// finishes, and is not published.
  public var status: Status {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  /// Whether the Internet was reachable at the last check.
  public var isConnected: Bool { status.isConnected }

  /// The kinds of the interfaces that were up at the last check, without duplicates.
  public var availableInterfaces: [Interface] {
    let interfaces = state.withLock { $0.snapshot.interfaces }
    let kinds = Set(interfaces.filter(\.isUp).map(\.kind))
    return Interface.allCases.filter(kinds.contains)
  }

  /// The kind of the default route's interface at the last check; `other` without a default route.
  public var currentInterface: Interface {
    state.withLock { $0.snapshot.current?.kind ?? .other }
  }

  /// Whether the Internet is reachable through a mobile network.
  public var isConnectedViaCellular: Bool { status == .connectedViaCellular }
  /// Whether a mobile network is up but does not provide Internet access.
  public var isConnectedViaCellularWithoutInternet: Bool {
    status == .connectedViaCellularWithoutInternet
  }
  /// Whether the Internet is reachable through a wired network.
  public var isConnectedViaEthernet: Bool { status == .connectedViaEthernet }
  /// Whether a wired network is up but does not provide Internet access.
  public var isConnectedViaEthernetWithoutInternet: Bool {
    status == .connectedViaEthernetWithoutInternet
  }
  /// Whether the Internet is reachable through Wi-Fi.
  public var isConnectedViaWiFi: Bool { status == .connectedViaWiFi }
  /// Whether Wi-Fi is up but does not provide Internet access.
  public var isConnectedViaWiFiWithoutInternet: Bool {
    status == .connectedViaWiFiWithoutInternet
  }
  /// The former name of ``isConnectedViaCellular``.
  public var isConnectedViaWWAN: Bool { isConnectedViaCellular }
  /// The former name of ``isConnectedViaCellularWithoutInternet``.
  public var isConnectedViaWWANWithoutInternet: Bool { isConnectedViaCellularWithoutInternet }

  /// A stream of the reports that change the status; it requires a running notifier.
  ///
  /// The stream buffers 64 reports; if a consumer is slower, the oldest reports are dropped.
  public var changes: AsyncStream<ConnectivityReport> { subscribe(toAll: false, keeping: 64) }

  /// A stream of the reports of all checks; it buffers only the newest report.
  public var reports: AsyncStream<ConnectivityReport> { subscribe(toAll: true, keeping: 1) }
}
