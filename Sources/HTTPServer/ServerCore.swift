import Glibc
import Locking

/// The handler and the connections of a server, which the callbacks of libmicrohttpd use.
final class ServerCore: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: ServerConnection] = [:]
    var isStopping = false
    /// Whether connections are ended as soon as they are opened.
    var isClosed = false
    /// The size of the large bodies that are in memory.
    var bodySize = 0
    /// The error messages of libmicrohttpd during the start; `nil` after the start, when messages
    /// about misbehaving clients are dropped.
    var messages: [String]? = []
  }

  let limits: ServerLimits
  /// The largest number of open connections.
  let connectionLimit: Int
  let faults: ServerFaults
  let handler: HTTPServer.Handler
  /// Wakes the thread that enforces timeouts when the first connection is opened.
  let opened = WakeUp()
  private let state = Locked(State())

  init(limits: ServerLimits, handler: @escaping HTTPServer.Handler) {
    self.limits = limits
    connectionLimit = limits.usableConnections
    faults = ServerFaults(limits: limits)
    self.handler = handler
  }

  /// The number of open connections.
  var connectionCount: Int { state.withLock { $0.connections.count } }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  func record(_ message: String) {
    state.withLock { $0.messages?.append(message) }
  }

  /// Stops to record messages, and returns those that were recorded.
  func endRecording() -> [String] {
    state.withLock { state in
      defer { state.messages = nil }
      return state.messages ?? []
    }
  }

  func add(_ connection: ServerConnection) {
    let count = state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      if state.isClosed { connection.end() }
      return state.connections.count
    }
    if count == 1 { opened.send() }
  }

  func remove(_ connection: ServerConnection) {
    state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
  }

  /// The event of a client that has ended its sending direction: `POLLRDHUP` of Linux, which Glibc does
  /// not export.
  private static let peerClosed: Int16 = 0x2000

  /// Reserves memory for a part of a body; `false` if the limit of all bodies is reached.
  func reserveMemory(_ size: Int) -> Bool {
    state.withLock { state in
      guard state.bodySize + size <= limits.totalBodySize else { return false }
      state.bodySize += size
      return true
    }
  }

  func releaseMemory(_ size: Int) {
    guard size > 0 else { return }
    state.withLock { $0.bodySize -= size }
  }

  /// Ends the connections of clients that are too slow, or that have closed their end.
  func endConnections() {
    // Hold the lock meanwhile: a connection is removed before its socket is closed.
    state.withLock { state in
      let connections = Array(state.connections.values)
      // Each thread has its own share of the limit, so that one can be full before the others.
      let isCrowded = connections.count * 4 >= connectionLimit * 3
      let timeout = isCrowded ? min(limits.timeout, ServerLimits.shortTimeout) : limits.timeout
      for connection in connections { connection.enforce(timeout) }
      var handles = connections.map {
        pollfd(fd: $0.socket, events: Self.peerClosed, revents: 0)
      }
      guard poll(&handles, nfds_t(handles.count), 0) > 0 else { return }
      for (handle, connection) in zip(handles, connections) where handle.revents != 0 {
        connection.endSending()
      }
    }
  }

  /// Rejects new requests, ends all streams, and responds to requests whose handlers have not
  /// responded yet.
  func beginStop() {
    let connections = state.withLock { state in
      state.isStopping = true
      return Array(state.connections.values)
    }
    for connection in connections {
      connection.shared.withLock { $0.stream }?.finish()
      connection.respondLater(faults.stopping)
    }
  }

  /// Ends all connections, and each connection that is opened later.
  func endAllConnections() {
    // Hold the lock meanwhile: a connection is removed before its socket is closed.
    state.withLock { state in
      state.isClosed = true
      for connection in state.connections.values { connection.end() }
    }
  }

  /// Whether a response is still being sent.
  var isBusy: Bool {
    state.withLock { state in
      state.connections.values.contains { connection in
        connection.shared.withLock { $0.phase } != .receiving
      }
    }
  }
}
