/// The kind of a network interface.
public enum ConnectivityInterface: String, Hashable, Sendable, CaseIterable {
  /// A mobile network.
  case cellular
  /// A cable, or what looks like one to the kernel.
  case ethernet
  /// The machine itself.
  case loopback
  /// Anything else, such as a tunnel.
  case other
  /// Wi-Fi.
  case wifi
}

/// Which part of Apple's systems the original asks about interfaces; both mean the kernel here.
public enum ConnectivityFramework: Int, Hashable, Sendable {
  /// The Network framework.
  case network
  /// The SystemConfiguration framework.
  case systemConfiguration
}
