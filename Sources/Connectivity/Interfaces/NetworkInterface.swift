/// One network interface, as the kernel has it.
public struct NetworkInterface: Hashable, Sendable {
  /// The name, such as `eth0`.
  public let name: String
  /// The kernel's number for it.
  public let index: Int
  /// What kind of network it leads to.
  public let kind: ConnectivityInterface
  /// Whether it is switched on and has a carrier.
  public let isUp: Bool
  /// Its own addresses, IPv4 and IPv6, in the kernel's order.
  public let addresses: [String]

  /// Makes an interface.
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

/// The interfaces of the machine at one moment, and the one in use.
public struct InterfaceSnapshot: Hashable, Sendable {
  /// All interfaces, in the kernel's order.
  public let interfaces: [NetworkInterface]
  /// The one that the default route leads through; `nil` without a usable default route.
  public let current: NetworkInterface?
  /// The address of the router that the default route leads to; `nil` without one.
  public let gateway: String?

  /// Makes a snapshot.
  public init(
    interfaces: [NetworkInterface],
    current: NetworkInterface?,
    gateway: String? = nil
  ) {
    self.interfaces = interfaces
    self.current = current
    self.gateway = gateway
  }

  /// A snapshot without interfaces, for a machine that does not tell.
  public static let none = InterfaceSnapshot(interfaces: [], current: nil)
}
