internal import CNetlink
internal import Glibc

extension InterfaceSnapshot {
  /// Reads the interfaces and the default route in the network namespace of the calling thread.
  public static func current() -> InterfaceSnapshot {
    NetlinkSocket().flatMap { InterfaceSnapshot(socket: $0) } ?? .none
  }

  /// Reads the interfaces through a netlink socket; `nil` if the kernel does not respond.
  init?(socket: NetlinkSocket) {
    let links = socket.table(Int(RTM_GETLINK), fixedSize: MemoryLayout<ifinfomsg>.size)
    let routes = socket.table(Int(RTM_GETROUTE), fixedSize: MemoryLayout<rtmsg>.size)
    let addresses = socket.table(Int(RTM_GETADDR), fixedSize: MemoryLayout<ifaddrmsg>.size)
    guard let links, let routes, let addresses else { return nil }
    self.init(links: links, routes: routes, addresses: addresses, isWireless: Self.isWireless)
  }

  /// Creates a snapshot from the link, route and address messages of the kernel.
  init(
    links: [NetlinkMessage],
    routes: [NetlinkMessage],
    addresses: [NetlinkMessage],
    isWireless: (String) -> Bool
  ) {
    let own = Dictionary(grouping: addresses.compactMap(InterfaceAddress.init), by: \.interface)
      .mapValues { $0.map(\.text) }
    let interfaces = links.compactMap {
      NetworkInterface(link: $0, addresses: own, isWireless: isWireless)
    }
    let usable = Dictionary(
      interfaces.filter { $0.isUp && $0.kind != .loopback }.map { ($0.index, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let best = routes.compactMap(DefaultRoute.init)
      .filter { usable[$0.interface] != nil }
      .min { ($0.family, $0.priority) < ($1.family, $1.priority) }
    self.init(
      interfaces: interfaces,
      current: best.flatMap { usable[$0.interface] },
      gateway: best?.gateway
    )
  }

  private static func isWireless(_ name: String) -> Bool {
    ["wireless", "phy80211"].contains { access("/sys/class/net/\(name)/\($0)", F_OK) == 0 }
  }
}

/// An IP address of an interface, parsed from a netlink message.
struct InterfaceAddress: Hashable {
  let interface: Int
  let text: String

  init?(_ message: NetlinkMessage) {
    guard message.type == Int(RTM_NEWADDR),
      let family = message.payload.number(UInt8.self, at: 0),
      let index = message.payload.number(UInt32.self, at: 4)
    else { return nil }
    let attributes = message.attributes(after: MemoryLayout<ifaddrmsg>.size)
    // On a point-to-point link, IFA_ADDRESS is the address of the peer, and IFA_LOCAL is the
    // address of this machine.
    let bytes = attributes[Int(IFA_LOCAL)] ?? attributes[Int(IFA_ADDRESS)]
    guard let text = bytes.flatMap({ Self.text($0, family: family) }) else { return nil }
    interface = Int(index)
    self.text = text
  }

  /// Formats an IPv4 or IPv6 address; `nil` for another address family.
  static func text(_ bytes: ArraySlice<UInt8>, family: UInt8) -> String? {
    let sizes = [AF_INET: 4, AF_INET6: 16]
    guard sizes[Int32(family)] == bytes.count else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let result = bytes.withUnsafeBytes {
      inet_ntop(Int32(family), $0.baseAddress, &text, socklen_t(text.count))
    }
    return result.map { String(cString: $0) }
  }
}

/// A default route of the main table over a usable interface, parsed from a netlink message.
struct DefaultRoute: Hashable {
  /// The address family; AF_INET is less than AF_INET6, so that IPv4 routes sort first.
  let family: UInt8
  let priority: UInt32
  let interface: Int
  let gateway: String?

  init?(_ message: NetlinkMessage) {
    let fixed = message.payload
    guard message.type == Int(RTM_NEWROUTE), let family = fixed.number(UInt8.self, at: 0),
      fixed.number(UInt8.self, at: 1) == 0, let table = fixed.number(UInt8.self, at: 4),
      fixed.number(UInt8.self, at: 7) == UInt8(RTN_UNICAST),
      let flags = fixed.number(UInt32.self, at: 8)
    else { return nil }
    let attributes = message.attributes(after: MemoryLayout<rtmsg>.size)
    let longTable = attributes[Int(RTA_TABLE.rawValue)]?.number(UInt32.self, at: 0)
    guard longTable ?? UInt32(table) == UInt32(RT_TABLE_MAIN.rawValue) else { return nil }
    let interfaceIndex = attributes[Int(RTA_OIF.rawValue)]?.number(Int32.self, at: 0)
    let hops = attributes[Int(RTA_MULTIPATH.rawValue)]
    guard
      let interface = Self.isUsable(flags) ? interfaceIndex ?? Self.firstInterface(of: hops) : nil
    else { return nil }
    self.family = family
    self.interface = Int(interface)
    gateway = attributes[Int(RTA_GATEWAY.rawValue)].flatMap {
      InterfaceAddress.text($0, family: family)
    }
    priority = attributes[Int(RTA_PRIORITY.rawValue)]?.number(UInt32.self, at: 0) ?? 0
  }

  /// Returns the index of the interface of a multipath route's first usable next hop.
  private static func firstInterface(of hops: ArraySlice<UInt8>?) -> Int32? {
    var rest = hops ?? []
    while let length = rest.number(UInt16.self, at: 0), length >= 8,
      let flags = rest.number(UInt8.self, at: 2), let interface = rest.number(Int32.self, at: 4)
    {
      if isUsable(UInt32(flags)) { return interface }
      rest = rest.dropFirst(Int(length + 3) & ~3)
    }
    return nil
  }

  private static func isUsable(_ flags: UInt32) -> Bool {
    flags & UInt32(RTNH_F_DEAD | RTNH_F_LINKDOWN) == 0
  }
}
