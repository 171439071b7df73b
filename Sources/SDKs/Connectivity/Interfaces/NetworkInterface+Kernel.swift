internal import CNetlink
internal import Glibc

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
