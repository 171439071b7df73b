internal import CNetlink
internal import Glibc

/// A netlink socket that reads the kernel's interfaces, addresses and routes.
final class NetlinkSocket: Sendable {
  /// The multicast groups that report changes of links, addresses and routes, for IPv4 and IPv6.
  static let changes = UInt32(
    RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE
  )

  let handle: Int32

  /// Opens a socket in the network namespace of the calling thread and joins multicast groups;
  /// `nil` if the kernel denies access.
  init?(groups: UInt32 = 0) {
    let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue)
    handle = socket(AF_NETLINK, kind, NETLINK_ROUTE)
    guard handle >= 0 else { return nil }
    var address = sockaddr_nl()
    address.nl_family = UInt16(AF_NETLINK)
    address.nl_groups = groups
    let size = socklen_t(MemoryLayout<sockaddr_nl>.size)
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.map { bind(handle, $0, size) }
    }
    guard result == 0 else { return nil }
    // The kernel responds immediately; the timeout guards against blocking forever.
    var timeout = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(
      handle,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &timeout,
      socklen_t(MemoryLayout<timeval>.size)
    )
  }

  deinit {
    if handle >= 0 {
      close(handle)
    }
  }

  /// Reads all entries of a kernel table.
  ///
  /// The kernel marks a listing (dump) during which the table has changed; it is then read again. The
  /// result is `nil` if the kernel does not respond, or marks four listings in a row.
  func table(_ request: Int, fixedSize: Int) -> [NetlinkMessage]? {
    for _ in 0..<4 {
      guard send(request, fixedSize: fixedSize) else { return nil }
      var messages: [NetlinkMessage] = []
      var isConsistent = true
      reading: while let bytes = receive() {
        isConsistent = isConsistent && !Self.isInterrupted(bytes)
        for message in NetlinkMessage.messages(in: bytes[...]) {
          if message.type == NLMSG_ERROR { return nil }
          if message.type == NLMSG_DONE { break reading }
          messages.append(message)
        }
      }
      if isConsistent { return messages }
    }
    return nil
  }

  /// Discards all received messages without parsing them.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 32 << 10)
    while true {
      let count = recv(handle, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      // ENOBUFS reports lost messages, which is harmless: the caller reads the whole tables again.
      guard count > 0 || (count < 0 && (errno == ENOBUFS || errno == EINTR)) else { return }
    }
  }

  private func send(_ request: Int, fixedSize: Int) -> Bool {
    var header = nlmsghdr()
    let size = MemoryLayout<nlmsghdr>.size + fixedSize
    header.nlmsg_len = UInt32(size)
    header.nlmsg_type = UInt16(request)
    header.nlmsg_flags = UInt16(NLM_F_REQUEST | NLM_F_DUMP)
    var bytes = withUnsafeBytes(of: header) { Array($0) }
    bytes += [UInt8](repeating: 0, count: fixedSize)
    return Glibc.send(handle, &bytes, bytes.count, 0) == bytes.count
  }

  private func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(handle, &bytes, bytes.count, 0)
      if count > 0 { return Array(bytes[..<count]) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  private static func isInterrupted(_ bytes: [UInt8]) -> Bool {
    (bytes[...].number(UInt16.self, at: 6) ?? 0) & UInt16(NLM_F_DUMP_INTR) != 0
  }
}
