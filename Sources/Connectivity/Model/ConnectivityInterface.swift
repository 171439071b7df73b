/// The kind of a network interface.
public enum ConnectivityInterface: String, Hashable, Sendable, CaseIterable {
  /// A mobile network.
  case cellular
  /// A wired connection, or an interface that the kernel treats as wired.
  case ethernet
  /// The loopback interface.
  case loopback
  /// Anything else, such as a tunnel.
  case other
  /// Wi-Fi.
  case wifi
}

/// The Apple framework from which the original reads interfaces.
///
/// On Linux, interfaces are always read from the kernel, whatever the value.
public enum ConnectivityFramework: Int, Hashable, Sendable {
  /// The Network framework.
  case network
  /// The SystemConfiguration framework.
  case systemConfiguration
}
