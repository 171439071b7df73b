internal import CNetlink
internal import Glibc

extension InterfaceSnapshot {
  /// Asks the kernel, in the network of the calling thread.
  public static func current() -> InterfaceSnapshot {
    NetlinkSocket().flatMap { InterfaceSnapshot(socket: $0) } ?? .none
  }

  /// Asks the kernel through a socket; `nil` when it does not answer.
  init?(socket: NetlinkSocket) {
    let links = socket.table(Int(RTM_GETLINK), fixedSize: MemoryLayout<ifinfomsg>.size)
    let routes = socket.table(Int(RTM_GETROUTE), fixedSize: MemoryLayout<rtmsg>.size)
    let addresses = socket.table(Int(RTM_GETADDR), fixedSize: MemoryLayout<ifaddrmsg>.size)
    guard let links, let routes, let addresses else { return nil }
    self.init(links: links, routes: routes, addresses: addresses, isWireless: Self.isWireless)
  }

  /// Puts together what the kernel says of its links, routes and addresses.
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

/// An address of an interface.
struct InterfaceAddress: Hashable {
  let interface: Int
  let text: String

  init?(_ message: NetlinkMessage) {
    guard message.type == Int(RTM_NEWADDR),
      let family = message.payload.number(UInt8.self, at: 0),
      let index = message.payload.number(UInt32.self, at: 4)
    else { return nil }
    let attributes = message.attributes(after: MemoryLayout<ifaddrmsg>.size)
    // Of a line between two machines IFA_ADDRESS is the other end; IFA_LOCAL is this one.
    let bytes = attributes[Int(IFA_LOCAL)] ?? attributes[Int(IFA_ADDRESS)]
    guard let text = bytes.flatMap({ Self.text($0, family: family) }) else { return nil }
    interface = Int(index)
    self.text = text
  }

  /// An address in the usual notation; `nil` when it is of no known family.
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

/// A route to everywhere, of the main table, over an interface that works.
struct DefaultRoute: Hashable {
  /// The number of IPv4 is below that of IPv6, which is asked second.
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
    let single = attributes[Int(RTA_OIF.rawValue)]?.number(Int32.self, at: 0)
    let several = attributes[Int(RTA_MULTIPATH.rawValue)]
    guard let interface = Self.works(flags) ? single ?? Self.first(of: several) : nil
    else { return nil }
    self.family = family
    self.interface = Int(interface)
    gateway = attributes[Int(RTA_GATEWAY.rawValue)].flatMap {
      InterfaceAddress.text($0, family: family)
    }
    priority = attributes[Int(RTA_PRIORITY.rawValue)]?.number(UInt32.self, at: 0) ?? 0
  }

  /// The first way that works, of a route that has several.
  private static func first(of hops: ArraySlice<UInt8>?) -> Int32? {
    var rest = hops ?? []
    while let length = rest.number(UInt16.self, at: 0), length >= 8,
      let flags = rest.number(UInt8.self, at: 2), let interface = rest.number(Int32.self, at: 4)
    {
      if works(UInt32(flags)) { return interface }
      rest = rest.dropFirst(Int(length + 3) & ~3)
    }
    return nil
  }

  private static func works(_ flags: UInt32) -> Bool {
    flags & UInt32(RTNH_F_DEAD | RTNH_F_LINKDOWN) == 0
  }
}
