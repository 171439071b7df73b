import Glibc

/// A TCP connection to a server of this machine that sends any bytes, valid HTTP or not.
public final class RawConnection: Sendable {
  let handle: Int32

  /// The error of a system call, or of a server that does not respond in time.
  public struct Failure: Error {
    /// The name of the failed system call.
    public let call: String
    /// The error number (`errno`) of the system call.
    public let number: Int32
  }

  /// Connects to a port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: The port of the server.
  ///   - timeout: The longest wait for bytes, in seconds.
  /// - Throws: `Failure` if the server does not accept the connection.
  public init(port: UInt16, timeout: Int = 20) throws {
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard handle >= 0 else { throw Failure(call: "socket", number: errno) }
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    let limitSize = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &limit, limitSize)
    setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &limit, limitSize)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.map { connect(handle, $0, size) }
    }
    guard result == 0 else {
      defer { close(handle) }
      throw Failure(call: "connect", number: errno)
    }
    self.handle = handle
  }

  deinit {
    close(handle)
  }

  /// Sends bytes; returns `false` if the server has closed the connection.
  @discardableResult
  public func send(_ bytes: some Sequence<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Sends a text, whose lines must end with CR LF where HTTP demands it.
  @discardableResult
  public func send(_ text: String) -> Bool { send(text.utf8) }

  /// Ends the sending direction, so that the server reads the end of the stream.
  public func endSending() {
    shutdown(handle, Int32(SHUT_WR))
  }

  /// Receives bytes until the text contains `end`, the server closes the connection, or the timeout
  /// expires.
  public func receive(until end: String? = nil) -> String {
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(handle, &piece, piece.count, 0)
      if count > 0 {
        received += piece[..<count]
        guard let end else { continue }
        let text = String(decoding: received, as: UTF8.self)
        if text.contains(end) { return text }
      } else if count == 0 || errno != EINTR {
        return String(decoding: received, as: UTF8.self)
      }
    }
  }

  /// Waits for bytes or for the end of the connection; returns `false` after the timeout.
  public func waitForBytes(milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }

  /// Whether the server has closed the connection; waits up to the timeout.
  public var isClosed: Bool {
    var byte: UInt8 = 0
    let count = recv(handle, &byte, 1, 0)
    return count == 0 || count < 0 && errno == ECONNRESET
  }
}
