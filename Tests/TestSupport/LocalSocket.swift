import Glibc

/// A TCP socket that is bound to a port of this machine; its deinit closes the socket.
final class LocalSocket: Sendable {
  /// The file descriptor of the socket.
  let handle: Int32
  /// The port of the initializer, or the port that the kernel has assigned.
  let port: UInt16

  /// Creates a socket that is bound to its port, but does not listen yet.
  ///
  /// - Parameters:
  ///   - host: An IP address of this machine.
  ///   - port: The port, or 0 for a free port.
  /// - Throws: `LocalServer.Failure` if the port is in use.
  init(host: String, port: UInt16) throws {
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard handle >= 0 else { throw LocalServer.Failure(call: "socket", number: errno) }
    var yes: Int32 = 1
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
      let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      guard bind(handle, pointer, length) == 0 else { return -1 }
      return pointer.map { getsockname(handle, $0, &length) } ?? -1
    }
    guard result == 0 else {
      defer { close(handle) }
      throw LocalServer.Failure(call: "bind", number: errno)
    }
    self.handle = handle
    self.port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    close(handle)
  }

  /// Starts to listen for connections.
  ///
  /// - Throws: `LocalServer.Failure` if another socket listens at the port.
  func listen() throws {
    guard Glibc.listen(handle, 1024) == 0 else {
      throw LocalServer.Failure(call: "listen", number: errno)
    }
  }
}
