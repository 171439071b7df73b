import Locking

/// The handler and the connections of a server, which the callbacks of libmicrohttpd use.
final class ServerCore: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: ServerConnection] = [:]
    var isStopping = false
    /// The error messages of libmicrohttpd during the start; `nil` after the start, when messages
    /// about misbehaving clients are dropped.
    var messages: [String]? = []
  }

  let limits: ServerLimits
  let faults: ServerFaults
  let handler: HTTPServer.Handler
  /// Wakes the thread that enforces timeouts when the first connection is opened.
  let opened = WakeUp()
  private let state = Locked(State())

  init(limits: ServerLimits, handler: @escaping HTTPServer.Handler) {
    self.limits = limits
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
      return state.connections.count
    }
    if count == 1 { opened.send() }
  }

  func remove(_ connection: ServerConnection) {
    state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
  }

  /// Ends the connections of clients that are too slow.
  func enforceTimeouts() {
    // Hold the lock meanwhile: a connection is removed before its socket is closed.
    state.withLock { state in
      for connection in state.connections.values { connection.enforce(limits.timeout) }
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

  /// Whether a response is still being sent.
  var isBusy: Bool {
    state.withLock { state in
      state.connections.values.contains { connection in
        connection.shared.withLock { $0.phase } != .receiving
      }
    }
  }
}
