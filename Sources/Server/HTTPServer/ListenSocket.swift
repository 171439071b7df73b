import Glibc

/// A listening TCP socket, which its owner has to close.
struct ListenSocket {
  let handle: Int32
  /// The port of the socket; for the requested port 0, the port that the kernel has selected.
  let port: UInt16

  /// The number of connections that the kernel queues until the server accepts them.
  private static let backlog: Int32 = 1_024

  /// Resolves and binds an address, and listens.
  ///
  /// - Throws: `unknownHost` or `notBound`.
  init(_ address: ListenAddress) throws(HTTPServerError) {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(address.host, String(address.port), &hints, &list)
    guard result == 0 else {
      throw .unknownHost(address.host, reason: String(cString: gai_strerror(result)))
    }
    defer { freeaddrinfo(list) }
    var failure: Int32 = EADDRNOTAVAIL
    var next = list
    while let info = next?.pointee {
      if let handle = Self.listener(info, failure: &failure) {
        self.handle = handle
        port = Self.port(of: handle) ?? address.port
        return
      }
      next = info.ai_next
    }
    throw .notBound("\(address)", HTTPServerError.BindFailure(failure))
  }

  private static func listener(_ info: addrinfo, failure: inout Int32) -> Int32? {
    let kind = info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let handle = socket(info.ai_family, kind, info.ai_protocol)
    guard handle >= 0 else {
      failure = errno
      return nil
    }
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // A restarted server can bind the port while old connections are in the state TIME_WAIT.
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    // Without this option, the data of a small response can wait for the client's delayed ACK.
    setsockopt(handle, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    guard bind(handle, info.ai_addr, info.ai_addrlen) == 0, listen(handle, backlog) == 0 else {
      failure = errno
      close(handle)
      return nil
    }
    return handle
  }

  private static func port(of handle: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes -> UInt16? in
      guard let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
        getsockname(handle, address, &size) == 0
      else { return nil }
      // The port has the same offset, 2, in the addresses of IPv4 and IPv6.
      return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
    }
  }
}
