/// The kind of a network interface.
public enum ConnectivityInterface: String, Hashable, Sendable, CaseIterable {
  /// An interface of a mobile network.
  case cellular
  /// A wired connection, or an interface that the kernel treats as wired.
  case ethernet
  /// The loopback interface of this machine.
  case loopback
  /// Any other interface, such as a tunnel.
  case other
  /// An interface of a wireless LAN.
  case wifi
}

/// The Apple framework that the original framework uses to read network interfaces.
///
/// The value has no effect on Linux: interfaces are always read from the kernel.
public enum ConnectivityFramework: Int, Hashable, Sendable {
  /// Apple's Network framework.
  case network
  /// Apple's SystemConfiguration framework.
  case systemConfiguration
}
