import Glibc
import Locking

/// A TCP proxy on the loopback interface that cuts HTTP connections in the middle of a request or of a
/// response.
///
/// Each connection has two threads. The connections end when the proxy is released.
package final class LocalProxy: Sendable {
  /// The direction of the bytes after which a connection is cut.
  package enum Direction: CaseIterable, Sendable {
    case request, response
  }

  /// The port at which the proxy listens.
  package var port: Int { Int(core.socket.port) }
  private let core: Core

  /// Starts a proxy of a server at 127.0.0.1.
  ///
  /// - Parameter server: The port of the server.
  /// - Throws: `LocalServer.Failure` if the proxy cannot listen.
  package init(server: Int) throws {
    let socket = try LocalSocket(host: "127.0.0.1", port: 0)
    try socket.listen()
    let core = Core(socket: socket, server: UInt16(server))
    self.core = core
    startThread { core.acceptAll() }
  }

  deinit {
    core.stop()
  }

  /// Cuts one connection after a number of bytes, counted from this call.
  ///
  /// - Parameters:
  ///   - path: The path of the last request of the connection.
  ///   - direction: The direction whose bytes are counted.
  ///   - bytes: The number of bytes that are still forwarded.
  package func cut(_ path: String, _ direction: Direction, after bytes: Int) {
    core.state.withLock { $0.cut = Cut(path: path, direction: direction, rest: bytes) }
  }

  /// Cuts no further connection; returns the number of connections that were cut.
  @discardableResult
  package func heal() -> Int {
    core.state.withLock { state in
      state.cut = nil
      return state.cutCount
    }
  }

  fileprivate struct Cut {
    let path: String
    let direction: Direction
    var rest: Int
  }
}

// MARK: Threads

extension LocalProxy {
  /// The state that the threads of a proxy share.
  fileprivate final class Core: Sendable {
    struct State {
      var cut: Cut?
      var cutCount = 0
      var isStopped = false
      var connections: [ObjectIdentifier: Connection] = [:]
    }

    let socket: LocalSocket
    let state = Locked(State())
    private let server: UInt16

    init(socket: LocalSocket, server: UInt16) {
      self.socket = socket
      self.server = server
    }

    func acceptAll() {
      while true {
        let handle = accept(socket.handle, nil, nil)
        guard handle >= 0 else {
          guard errno == EINTR || errno == ECONNABORTED else { return }
          continue
        }
        _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
        // If the server does not listen, the proxy closes the connection of the client immediately.
        guard let server = try? RawConnection(port: server, timeout: 0) else {
          close(handle)
          continue
        }
        let connection = Connection(client: handle, server: server)
        let isStopped = state.withLock { state in
          state.connections[ObjectIdentifier(connection)] = connection
          return state.isStopped
        }
        guard !isStopped else { return connection.end() }
        for direction in Direction.allCases {
          startThread { self.forward(connection, direction) }
        }
      }
    }

    /// Forwards the bytes of one direction until the connection ends.
    private func forward(_ connection: Connection, _ direction: Direction) {
      var piece = [UInt8](repeating: 0, count: 16 << 10)
      while let bytes = connection.receive(direction, &piece) {
        if direction == .request { connection.notePath(of: bytes) }
        let kept = state.withLock { $0.forwarded(bytes.count, of: connection.path, direction) }
        guard connection.send(bytes.prefix(kept ?? bytes.count), direction), kept == nil else {
          break
        }
      }
      connection.end()
      state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    func stop() {
      let connections = state.withLock { state in
        state.isStopped = true
        return Array(state.connections.values)
      }
      shutdown(socket.handle, Int32(SHUT_RDWR))
      for connection in connections { connection.end() }
    }
  }
}

extension LocalProxy.Core.State {
  /// Counts received bytes; returns the number of bytes before the cut, or `nil` without a cut.
  fileprivate mutating func forwarded(
    _ count: Int,
    of path: String,
    _ direction: LocalProxy.Direction
  ) -> Int? {
    guard let cut, cut.path == path, cut.direction == direction else { return nil }
    guard cut.rest <= count else {
      self.cut?.rest -= count
      return nil
    }
    self.cut = nil
    cutCount += 1
    return cut.rest
  }
}

// MARK: Connections

extension LocalProxy {
  /// The connection of a client and the proxy's connection to the server; the deinit closes both.
  fileprivate final class Connection: Sendable {
    private let client: Int32
    private let server: RawConnection
    private let lastPath = Locked("")

    init(client: Int32, server: RawConnection) {
      self.client = client
      self.server = server
    }

    deinit {
      close(client)
    }

    /// The path of the last request.
    var path: String { lastPath.withLock { $0 } }

    /// Stores the path of a request, if the bytes are the beginning of one.
    func notePath(of bytes: ArraySlice<UInt8>) {
      guard bytes.starts(with: "POST ".utf8) else { return }
      let path = bytes.dropFirst(5).prefix { $0 != UInt8(ascii: " ") }
      lastPath.withLock { $0 = String(decoding: path, as: UTF8.self) }
    }

    func receive(_ direction: Direction, _ piece: inout [UInt8]) -> ArraySlice<UInt8>? {
      let handle = direction == .request ? client : server.handle
      while true {
        let count = recv(handle, &piece, piece.count, 0)
        if count > 0 { return piece[..<count] }
        guard count < 0, errno == EINTR else { return nil }
      }
    }

    func send(_ bytes: ArraySlice<UInt8>, _ direction: Direction) -> Bool {
      var rest = bytes
      let handle = direction == .request ? server.handle : client
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

    /// Ends both connections, which wakes the threads that wait for their bytes.
    func end() {
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server.handle, Int32(SHUT_RDWR))
    }
  }
}
