extension Connectivity {
  /// The Internet connectivity: the kind of the current interface, and whether the Internet is
  /// reached through it.
  public enum ConnectivityStatus: Int, Hashable, Sendable, CaseIterable {
    /// The Internet is reached, by an interface of no known kind.
    case connected
    /// The Internet is reached by a mobile network.
    case connectedViaCellular
    /// There is a mobile network, but no Internet behind it.
    case connectedViaCellularWithoutInternet
    /// The Internet is reached by cable.
    case connectedViaEthernet
    /// There is a cable, but no Internet behind it.
    case connectedViaEthernetWithoutInternet
    /// The Internet is reached by Wi-Fi.
    case connectedViaWiFi
    /// There is Wi-Fi, but no Internet behind it.
    case connectedViaWiFiWithoutInternet
    /// No check has ended yet.
    case determining
    /// There is no Internet, and no interface of a known kind.
    case notConnected

    /// The name of older versions for `connectedViaCellular`.
    public static var connectedViaWWAN: ConnectivityStatus { .connectedViaCellular }
    /// The name of older versions for `connectedViaCellularWithoutInternet`.
    public static var connectedViaWWANWithoutInternet: ConnectivityStatus {
      .connectedViaCellularWithoutInternet
    }
  }
}

/// The Internet connectivity.
public typealias ConnectivityStatus = Connectivity.ConnectivityStatus

extension Connectivity.ConnectivityStatus {
  /// Combines the kind of the current interface with the result of the probes.
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

  /// Whether the Internet is reached.
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
  /// The same description as in the original framework, such as `Wi-Fi with Internet access`.
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
