/// A network interface of the kernel.
public struct NetworkInterface: Hashable, Sendable {
  /// The name, such as `eth0`.
  public let name: String
  /// The index of the interface in the kernel.
  public let index: Int
  /// The kind of the network.
  public let kind: ConnectivityInterface
  /// Whether the interface is up and has a carrier.
  public let isUp: Bool
  /// The IPv4 and IPv6 addresses, in the order of the kernel.
  public let addresses: [String]

  /// Creates an interface.
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

/// The network interfaces at one moment, with the default route.
public struct InterfaceSnapshot: Hashable, Sendable {
  /// All interfaces, in the order of the kernel.
  public let interfaces: [NetworkInterface]
  /// The interface of the default route; `nil` without a usable default route.
  public let current: NetworkInterface?
  /// The address of the gateway of the default route; `nil` without a gateway.
  public let gateway: String?

  /// Creates a snapshot.
  public init(
    interfaces: [NetworkInterface],
    current: NetworkInterface?,
    gateway: String? = nil
  ) {
    self.interfaces = interfaces
    self.current = current
    self.gateway = gateway
  }

  /// A snapshot without interfaces, for a system that denies reading them.
  public static let none = InterfaceSnapshot(interfaces: [], current: nil)
}
