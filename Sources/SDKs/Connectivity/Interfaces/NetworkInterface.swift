/// A network interface of this machine.
public struct NetworkInterface: Hashable, Sendable {
  /// The name of the interface, such as `eth0`.
  public let name: String
  /// The kernel's index of the interface.
  public let index: Int
  /// The kind of network, such as Wi-Fi.
  public let kind: ConnectivityInterface
  /// Whether the interface is up and has a carrier.
  public let isUp: Bool
  /// The IPv4 and IPv6 addresses of the interface, in the order of the kernel.
  public let addresses: [String]

  /// Creates an interface for a test or a preview; a snapshot creates its interfaces itself.
  public init(
    name: String,
    index: Int,
    kind: ConnectivityInterface,
    isUp: Bool,
    addresses: [String] = []
  ) {
    self.name = name
    self.index = index
    self.kind = kind
    self.isUp = isUp
    self.addresses = addresses
  }
}

/// All network interfaces and the default route at one point in time.
public struct InterfaceSnapshot: Hashable, Sendable {
  /// All interfaces, in the order of the kernel.
  public let interfaces: [NetworkInterface]
  /// The interface of the default route; `nil` without a usable default route.
  public let current: NetworkInterface?
  /// The IP address of the default route's gateway; `nil` without a gateway.
  public let gateway: String?

  /// Creates a snapshot for a test or a preview; ``current()`` reads the real interfaces.
  public init(
    interfaces: [NetworkInterface],
    current: NetworkInterface?,
    gateway: String? = nil
  ) {
    self.interfaces = interfaces
    self.current = current
    self.gateway = gateway
  }

  /// An empty snapshot, for a system that does not allow reading the interfaces.
  public static let none = InterfaceSnapshot(interfaces: [], current: nil)
}
