extension Connectivity {
  /// The connectivity status: the kind of the current interface, and whether the Internet is
  /// reachable.
  public enum ConnectivityStatus: Int, Hashable, Sendable, CaseIterable {
    /// The Internet is reachable through an interface of an unknown kind.
    case connected
    /// The Internet is reachable through a mobile network.
    case connectedViaCellular
    /// A mobile network is up but does not provide Internet access.
    case connectedViaCellularWithoutInternet
    /// The Internet is reachable through a wired network.
    case connectedViaEthernet
    /// A wired network is up but does not provide Internet access.
    case connectedViaEthernetWithoutInternet
    /// The Internet is reachable through Wi-Fi.
    case connectedViaWiFi
    /// Wi-Fi is up but does not provide Internet access.
    case connectedViaWiFiWithoutInternet
    /// No check has finished yet.
    case determining
    /// The Internet is unreachable, and no interface of a known kind is up.
    case notConnected

    /// The former name of ``connectedViaCellular``.
    public static var connectedViaWWAN: ConnectivityStatus { .connectedViaCellular }
    /// The former name of ``connectedViaCellularWithoutInternet``.
    public static var connectedViaWWANWithoutInternet: ConnectivityStatus {
      .connectedViaCellularWithoutInternet
    }
  }
}

/// A top-level name for ``Connectivity/ConnectivityStatus``, as in the original framework.
public typealias ConnectivityStatus = Connectivity.ConnectivityStatus

extension Connectivity.ConnectivityStatus {
  /// Combines the kind of the current interface with the result of a check.
  init(interface: ConnectivityInterface?, isConnected: Bool) {
    self =
      switch (interface, isConnected) {
      case (.wifi, true): .connectedViaWiFi
      case (.wifi, false): .connectedViaWiFiWithoutInternet
      case (.ethernet, true): .connectedViaEthernet
      case (.ethernet, false): .connectedViaEthernetWithoutInternet
      case (.cellular, true): .connectedViaCellular
      case (.cellular, false): .connectedViaCellularWithoutInternet
      case (.loopback, true), (.other, true), (nil, true): .connected
      case (.loopback, false), (.other, false), (nil, false): .notConnected
      }
  }

  /// Whether the status means that the Internet is reachable.
  public var isConnected: Bool {
    switch self {
    case .connected, .connectedViaCellular, .connectedViaEthernet, .connectedViaWiFi: true
    case .connectedViaCellularWithoutInternet, .connectedViaEthernetWithoutInternet,
      .connectedViaWiFiWithoutInternet, .determining, .notConnected:
      false
    }
  }
}

extension Connectivity.ConnectivityStatus: CustomStringConvertible {
  /// The text of the status, as in the original framework, such as `Wi-Fi with Internet access`.
  public var description: String {
    switch self {
    case .connected: "Internet access"
    case .connectedViaCellular: "Cellular with Internet access"
    case .connectedViaCellularWithoutInternet: "Cellular without Internet access"
    case .connectedViaEthernet: "Ethernet with Internet access"
    case .connectedViaEthernetWithoutInternet: "Ethernet without Internet access"
    case .connectedViaWiFi: "Wi-Fi with Internet access"
    case .connectedViaWiFiWithoutInternet: "Wi-Fi without Internet access"
    case .determining: "Connectivity checks pending"
    case .notConnected: "No Connection"
    }
  }
}
