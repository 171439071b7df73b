import Locking

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
