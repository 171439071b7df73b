internal import CNetlink
internal import Glibc

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

extension NetworkInterface {
  /// Parses a link message of the kernel; `nil` for other messages.
  init?(
    link message: NetlinkMessage,
    addresses: [Int: [String]],
    isWireless: (String) -> Bool
  ) {
    guard message.type == Int(RTM_NEWLINK),
      let hardware = message.payload.number(UInt16.self, at: 2),
      let index = message.payload.number(Int32.self, at: 4),
      let flags = message.payload.number(UInt32.self, at: 8)
    else { return nil }
    let attributes = message.attributes(after: MemoryLayout<ifinfomsg>.size)
    guard let name = attributes[Int(IFLA_IFNAME)]?.text else { return nil }
    let details = attributes[Int(IFLA_LINKINFO)].map { NetlinkMessage.attributes(in: $0) } ?? [:]
    let isRunning = UInt32(IFF_UP.rawValue) | UInt32(IFF_RUNNING.rawValue)
    self.init(
      name: name,
      index: Int(index),
      kind: flags & UInt32(IFF_LOOPBACK.rawValue) != 0
        ? .loopback
        : Self.kind(
          name: name,
          hardware: Int32(hardware),
          driver: details[Int(IFLA_INFO_KIND)]?.text,
          isWireless: isWireless(name)
        ),
      isUp: flags & isRunning == isRunning,
      addresses: addresses[Int(index)] ?? []
    )
  }

  /// Derives the kind of an interface from its name, hardware type and driver.
  static func kind(
    name: String,
    hardware: Int32,
    driver: String?,
    isWireless: Bool
  ) -> ConnectivityInterface {
    if isWireless { return .wifi }
    let isModem = ["wwan", "wwp", "ppp", "rmnet"].contains { name.hasPrefix($0) }
    if isModem || hardware == ARPHRD_PPP || hardware == ARPHRD_RAWIP { return .cellular }
    let isVirtual = ["tun", "wireguard", "dummy", "vxlan", "gretap", "ifb"].contains(driver)
    return hardware == ARPHRD_ETHER && !isVirtual ? .ethernet : .other
  }
}
