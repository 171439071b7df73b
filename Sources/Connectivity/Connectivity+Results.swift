import Locking

extension Connectivity {
  /// The status of the last check; `determining` before the first check has ended.
  ///
  /// It can be set, as in the original: the value applies until the next check ends, and is not
  /// published.
  public var status: Status {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  /// Whether the Internet was reached at the last check.
  public var isConnected: Bool { status.isConnected }

  /// The kinds of the interfaces that were up at the last check, without duplicates.
  public var availableInterfaces: [Interface] {
    let interfaces = state.withLock { $0.snapshot.interfaces }
    let kinds = Set(interfaces.filter(\.isUp).map(\.kind))
    return Interface.allCases.filter(kinds.contains)
  }

  /// The kind of the interface of the default route at the last check; `other` without a route.
  public var currentInterface: Interface {
    state.withLock { $0.snapshot.current?.kind ?? .other }
  }

  /// Whether the Internet is reached by a mobile network.
  public var isConnectedViaCellular: Bool { status == .connectedViaCellular }
  /// Whether there is a mobile network without Internet behind it.
  public var isConnectedViaCellularWithoutInternet: Bool {
    status == .connectedViaCellularWithoutInternet
  }
  /// Whether the Internet is reached by cable.
  public var isConnectedViaEthernet: Bool { status == .connectedViaEthernet }
  /// Whether there is a cable without Internet behind it.
  public var isConnectedViaEthernetWithoutInternet: Bool {
    status == .connectedViaEthernetWithoutInternet
  }
  /// Whether the Internet is reached by Wi-Fi.
  public var isConnectedViaWiFi: Bool { status == .connectedViaWiFi }
  /// Whether there is Wi-Fi without Internet behind it.
  public var isConnectedViaWiFiWithoutInternet: Bool {
    status == .connectedViaWiFiWithoutInternet
  }
  /// The name of older versions for `isConnectedViaCellular`.
  public var isConnectedViaWWAN: Bool { isConnectedViaCellular }
  /// The name of older versions for `isConnectedViaCellularWithoutInternet`.
  public var isConnectedViaWWANWithoutInternet: Bool { isConnectedViaCellularWithoutInternet }

  /// A stream of the reports with a changed status; it requires a running notifier.
  ///
  /// A consumer that falls behind by more than 64 reports loses the oldest.
  public var changes: AsyncStream<ConnectivityReport> { subscribe(toAll: false, keeping: 64) }

  /// A stream of the reports of all checks; a slow consumer receives the newest.
  public var reports: AsyncStream<ConnectivityReport> { subscribe(toAll: true, keeping: 1) }
}
