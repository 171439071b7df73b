import CMicrohttpd
import Dispatch
import Glibc
import Locking
import Networking

/// The handler, the connections and the memory limits of a server, for the callbacks of libmicrohttpd.
final class ServerCore: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: ServerConnection] = [:]
    /// The number of connections that were opened so far.
    var openedCount = 0
    var isStopping = false
    /// Whether a new connection is ended at once, because the server stops.
    var isClosed = false
    /// The size of all large request bodies in memory, in bytes.
    var bodySize = 0
    /// The number of open streams.
    var streams = 0
    /// The error messages of libmicrohttpd during the start; `nil` after the start: later messages
    /// concern misbehaving clients, and are not recorded.
    var messages: [String]? = []
  }

  let limits: ServerLimits
  /// The largest number of open connections.
  let connectionLimit: Int
  /// Whether the connections use TLS.
  let isSecure: Bool
  let faults: ErrorResponses
  let handler: HTTPServer.Handler
  /// Wakes the thread that enforces timeouts when the first connection is opened.
  let opened = WakeUp()
  /// The responses and events that clients have not received yet.
  let unsent: UnsentMemory
  /// Inflates compressed bodies, one after the other.
  let inflating = DispatchQueue(label: "halyard.inflating")
  private let state = Locked(State())

  init(
    limits: ServerLimits,
    connections: Int,
    isSecure: Bool,
    handler: @escaping HTTPServer.Handler
  ) {
    self.limits = limits
    connectionLimit = connections
    self.isSecure = isSecure
    faults = ErrorResponses(limits: limits)
    unsent = UnsentMemory(limit: limits.totalUnsentSize)
    self.handler = handler
  }

  /// The number of open connections.
  var connectionCount: Int { state.withLock { $0.connections.count } }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  func record(_ message: String) {
    state.withLock { $0.messages?.append(message) }
  }

  /// Stops recording error messages, and returns the recorded ones.
  func endRecording() -> [String] {
    state.withLock { state in
      defer { state.messages = nil }
      return state.messages ?? []
    }
  }

  func add(_ connection: ServerConnection) {
    let count = state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      connection.shared.withLock { $0.number = state.openedCount }
      state.openedCount += 1
      if state.isClosed { connection.end() }
      if isCrowded(state) { Self.endIdle(state, connectionLimit / 8) }
      return state.connections.count
    }
    if count == 1 { opened.send() }
  }

  func remove(_ connection: ServerConnection) {
    state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
  }

  /// The poll event for a client that has closed its sending direction: `POLLRDHUP` of Linux, which Glibc
  /// does not export to Swift.
  private static let peerClosed: Int16 = 0x2000

  /// Reserves memory for a part of a request body; returns `false` if the limit of all bodies is
  /// reached.
  func reserveMemory(_ size: Int) -> Bool {
    state.withLock { state in
      guard state.bodySize + size <= limits.totalBodySize else { return false }
      state.bodySize += size
      return true
    }
  }

  /// Whether memory for a body of the given size is free at the moment.
  func hasMemory(_ size: Int) -> Bool {
    state.withLock { $0.bodySize + size <= limits.totalBodySize }
  }

  func releaseMemory(_ size: Int) {
    guard size > 0 else { return }
    state.withLock { $0.bodySize -= size }
  }

  /// Counts a stream before it is opened; returns `false` if the limit of streams is reached.
  func reserveStream() -> Bool {
    state.withLock { state in
      guard state.streams < min(limits.streams, connectionLimit / 4) else { return false }
      state.streams += 1
      return true
    }
  }

  func releaseStream() {
    state.withLock { $0.streams -= 1 }
  }

  /// Whether at least three quarters of the connections are in use.
  private func isCrowded(_ state: State) -> Bool {
    // Does not require that all connections are in use: libmicrohttpd divides the limit among its
    // threads, so that one thread can be full before the others.
    state.connections.count * 4 >= connectionLimit * 3
  }

  /// Ends the connections that have been idle for the longest time, so that new clients do not wait for
  /// a timeout.
  private static func endIdle(_ state: State, _ count: Int) {
    var idle: [(connection: ServerConnection, since: CoarseTime, number: Int)] = []
    for connection in state.connections.values {
      let shared = connection.shared.withLock { $0 }
      if shared.isIdle { idle.append((connection, shared.since, shared.number)) }
    }
    // Among connections that became idle at the same time, the newest ones are spared: they have
    // probably not sent their request yet.
    idle.sort { ($0.since, $0.number) < ($1.since, $1.number) }
    var handles = idle.prefix(count).map {
      pollfd(fd: $0.connection.socket, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&handles, nfds_t(handles.count), 0) >= 0 else { return }
    // Spares a connection with unread bytes: its thread has probably not read the first request yet.
    for (handle, idle) in zip(handles, idle) where handle.revents == 0 { idle.connection.end() }
  }

  /// Ends the connections of clients that are too slow, or that have closed their sending direction.
  func endConnections() {
    // Holds the lock, which keeps the sockets open: a connection is removed from the list before its
    // socket is closed.
    state.withLock { state in
      let connections = Array(state.connections.values)
      let short = min(limits.timeout, ServerLimits.shortTimeout)
      let timeout = isCrowded(state) ? short : limits.timeout
      let stall = unsent.isCongested ? short : limits.timeout
      for connection in connections { connection.enforce(timeout, stall: stall) }
      var handles = connections.map {
        pollfd(fd: $0.socket, events: Self.peerClosed, revents: 0)
      }
      guard poll(&handles, nfds_t(handles.count), 0) > 0 else { return }
      for (handle, connection) in zip(handles, connections) where handle.revents != 0 {
        connection.endSending(faults.abandoned)
      }
    }
  }

  /// Returns the connections of the calling thread whose exchange has a property.
  private func ownConnections(where property: (ServerConnection.Exchange) -> Bool)
    -> [ServerConnection]
  {
    let thread = pthread_self()
    return state.withLock { state in
      guard state.messages == nil else { return [] }
      return state.connections.values.filter {
        pthread_equal($0.thread, thread) != 0 && property($0.exchange)
      }
    }
  }

  /// Ends all streams, and the connections whose requests wait for their handlers; later requests get no
  /// response.
  func beginStop() {
    let connections = state.withLock { state in
      state.isStopping = true
      return Array(state.connections.values)
    }
    for connection in connections {
      connection.shared.withLock { $0.stream }?.finish()
      connection.endWaiting()
    }
  }

  /// Ends all connections, and each connection that is opened later.
  func endAllConnections() {
    // Holds the lock, which keeps the sockets open: a connection is removed from the list before its
    // socket is closed.
    state.withLock { state in
      state.isClosed = true
      for connection in state.connections.values { connection.end() }
    }
  }

  /// Whether a response is still being created or sent.
  var isBusy: Bool {
    state.withLock { state in
      state.connections.values.contains(where: \.isBusy)
    }
  }
}

/// Replaces error responses of libmicrohttpd.
///
/// libmicrohttpd 0.9.75 sends the head of its response to a malformed `Content-Length` twice, and responds
/// with a page of status 500 if the extension of a chunk does not fit into its buffer. No callback with the
/// connection precedes these responses, but the error message is reported on the thread of the connection.
extension ServerCore {
  /// Sends a response of this server instead of that of libmicrohttpd, if the connection can be determined.
  ///
  /// Called on a thread of libmicrohttpd while it processes one connection.
  func replaceError(_ message: String) {
    guard !isSecure else { return endMalformed() }
    for (connection, fault) in malformed() {
      connection.replaceError(with: Self.text(of: fault))
    }
    guard message.contains("response code is 500") else { return }
    let chunked = ownConnections { $0.hasHeaders && $0.isChunked && !$0.isHandled }
    // The error of the parser does not name its connection: if several connections receive chunks, it
    // is unknown which of them is meant.
    if chunked.count == 1 { chunked.first?.replaceError(with: Self.text(of: faults.malformed)) }
  }

  /// Ends the connections with a malformed `Content-Length` without a response, which would have to be
  /// encrypted by TLS.
  private func endMalformed() {
    for (connection, _) in malformed() { connection.end() }
  }

  /// The connections of this thread whose head has a malformed `Content-Length`.
  private func malformed() -> [(ServerConnection, ServerResponse)] {
    ownConnections { $0.isStarted && !$0.hasHeaders }
      .compactMap { connection in
        faults.fault(of: cmhd_check_length(connection.handle)).map { (connection, $0) }
      }
  }

  /// The bytes of a response that closes the connection.
  static func text(of response: ServerResponse) -> [UInt8] {
    guard case .bytes(let body) = response.body else { return [] }
    let reasons = [
      400: "Bad Request", 413: "Content Too Large", 414: "URI Too Long",
      431: "Request Header Fields Too Large",
    ]
    let reason = reasons[response.status] ?? ""
    var head = "HTTP/1.1 \(response.status) \(reason)\r\nContent-Length: \(body.count)\r\n"
    for field in response.headers.fields where field.name != "Connection" {
      head += "\(field.name): \(field.value)\r\n"
    }
    return Array((head + "Connection: close\r\n\r\n").utf8) + body
  }
}

/// Wakes a thread that polls a descriptor; can be used any number of times.
final class WakeUp: Sendable {
  /// The descriptor, which is readable after ``send()``; negative if the system has no free descriptor.
  let handle: Int32
  private let writer: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // If the call fails, the descriptors remain negative, and all methods do nothing.
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (handle, writer) = (ends[0], ends[1])
  }

  deinit {
    close(handle)
    close(writer)
  }

  /// Makes the descriptor readable.
  func send() {
    var byte: UInt8 = 0
    // A full pipe means that the descriptor is readable already.
    write(writer, &byte, 1)
  }

  /// Makes the descriptor unreadable.
  func reset() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(handle, &bytes, bytes.count) > 0 {}
  }
}
