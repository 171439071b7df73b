import Glibc

/// One connection of a `LocalServer`, which a separate thread serves.
struct LocalConnection {
  let handle: Int32
  let number: Int
  let core: LocalServer.Core

  /// `POLLRDHUP`, which Swift does not import: the client has closed its side.
  private static let hangUp: Int16 = 0x2000

  /// Reads requests and sends responses until one side closes the connection.
  func serve() {
    defer { core.end(handle) }
    var yes: Int32 = 1
    setsockopt(
      handle,
      Int32(IPPROTO_TCP),
      TCP_NODELAY,
      &yes,
      socklen_t(MemoryLayout<Int32>.size)
    )
    var buffer: [UInt8] = []
    while receive(into: &buffer) {
      while let request = LocalRequest.parse(from: &buffer, connection: number) {
        for step in core.response(to: request).steps {
          guard perform(step) else { return }
        }
      }
    }
  }

  private func receive(into buffer: inout [UInt8]) -> Bool {
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(handle, &piece, piece.count, 0)
      if count > 0 {
        buffer += piece[..<count]
        return true
      }
      guard count < 0, errno == EINTR else { return false }
    }
  }

  /// Performs one step of a response; returns `false` if the connection has ended.
  private func perform(_ step: LocalResponse.Step) -> Bool {
    switch step {
    case .send(let bytes):
      return send(bytes)
    case .repeat(let bytes, let count):
      // Limits the number of system calls: a decompression bomb repeats a small part very often.
      let portion = min(count, 4_096)
      var piece: [UInt8] = []
      for _ in 0..<portion { piece += bytes }
      let rest = Array(piece[..<(bytes.count * (count % max(portion, 1)))])
      return (0..<(count / max(portion, 1))).allSatisfy { _ in send(piece) } && send(rest)
    case .generate(let bytes):
      return (0...).allSatisfy { send(bytes($0)) }
    case .wait(let pause):
      return wait(pause)
    case .hold:
      return wait(nil)
    case .close:
      return false
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout<Glibc.linger>.size)
      setsockopt(handle, SOL_SOCKET, SO_LINGER, &linger, size)
      return false
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 || errno == EINTR else { return false }
      sent += max(count, 0)
    }
    return true
  }

  /// Waits for the given time, or without a limit if it is `nil`.
  ///
  /// - Returns: `false` if the client has disconnected or the server is stopped.
  private func wait(_ pause: Duration?) -> Bool {
    var milliseconds: Int32 = -1
    if let pause {
      milliseconds =
        Int32(pause.components.seconds * 1_000)
        + Int32(pause.components.attoseconds / 1_000_000_000_000_000)
    }
    guard milliseconds != 0 else { return true }
    var poll = pollfd(fd: handle, events: Self.hangUp, revents: 0)
    return Glibc.poll(&poll, 1, milliseconds) == 0
  }
}
