import Dispatch
import Glibc
import Locking

/// An HTTP server on the loopback interface that sends the responses, valid or not, of a handler.
///
/// The server has one thread for each connection, and stops when it is released.
public final class LocalServer: Sendable {
  /// A closure that returns the response to a request; called on the threads of the connections.
  public typealias Handler = @Sendable (LocalRequest) -> LocalResponse

  /// A host name that cannot be resolved: its first label is too long for a DNS query.
  public static let unknownHost = String(repeating: "x", count: 64) + ".invalid"

  /// The error of a system call during the start of a server.
  public struct Failure: Error {
    /// The name of the failed system call.
    public let call: String
    /// The error number (`errno`) of the system call.
    public let number: Int32
  }

  /// The port of the initializer, or the port that the kernel has assigned.
  public let port: UInt16
  /// The IP address on which the server listens.
  public let host: String
  private let core: Core
  /// A second socket that is bound to the port without listening, to reserve the port.
  private let reservation: LocalSocket
  /// The sockets that reserve the ports of stopped servers.
  ///
  /// A connection to a stopped server must be refused, but would reach the server of another test
  /// if the kernel assigned the port again.
  private static let stopped = Locked<[LocalSocket]>([])

  /// Starts a server on a thread of its own.
  ///
  /// - Throws: `Failure` if the server cannot listen.
  public init(
    host: String = "127.0.0.1",
    port: UInt16 = 0,
    _ handler: @escaping Handler
  ) throws {
    reservation = try LocalSocket(host: host, port: port)
    self.port = reservation.port
    self.host = host
    let socket = try LocalSocket(host: host, port: reservation.port)
    try socket.listen()
    core = Core(socket: socket, handler: handler)
    core.start()
  }

  deinit {
    core.stop()
  }

  /// Returns the URL of the given path on this server.
  public func url(_ path: String = "/") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// All requests that the server has received.
  public var requests: [LocalRequest] { core.state.withLock { $0.requests } }

  /// Whether the server does not store requests, for tests that measure memory.
  public var forgetsRequests: Bool {
    get { core.state.withLock { $0.forgetsRequests } }
    set { core.state.withLock { $0.forgetsRequests = newValue } }
  }

  /// The number of connections that the server has accepted.
  public var connectionCount: Int { core.state.withLock { $0.connectionCount } }

  /// The number of connections that are open now.
  public var openConnectionCount: Int { core.state.withLock { $0.open.count } }

  /// Waits until the clients have closed all connections.
  public func waitUntilIdle() async {
    await core.waitUntilIdle()
  }

  /// Waits until the server has received the given number of requests.
  public func waitForRequests(_ count: Int = 1) async {
    await core.waitForRequests(count)
  }

  /// Replaces the handler; applies to the next request.
  public func change(_ handler: @escaping Handler) {
    core.state.withLock { $0.handler = handler }
  }

  /// Refuses new connections, closes open ones, and waits until they are closed.
  public func stop() {
    Self.stopped.withLock { $0.append(reservation) }
    core.stop()
  }
}

extension LocalServer {
  /// The state that the threads of a server share.
  final class Core: Sendable {
    struct State {
      var handler: Handler
      var requests: [LocalRequest] = []
      var connectionCount = 0
      var open: Set<Int32> = []
      var isStopped = false
      var forgetsRequests = false
      var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let state: Locked<State>
    private let socket: LocalSocket
    private let threads = DispatchGroup()
    private let connections = DispatchGroup()

    init(socket: LocalSocket, handler: @escaping Handler) {
      self.socket = socket
      state = Locked(State(handler: handler))
    }

    func start() {
      run { core in core.acceptAll() }
    }

    func stop() {
      state.withLock { state in
        guard !state.isStopped else { return }
        state.isStopped = true
        // `shutdown` wakes threads that block on a socket; each thread closes its own descriptor.
        shutdown(socket.handle, Int32(SHUT_RDWR))
        state.open.forEach { shutdown($0, Int32(SHUT_RDWR)) }
      }
      threads.wait()
    }

    func waitUntilIdle() async {
      await withCheckedContinuation { continuation in
        connections.notify(queue: .global()) { continuation.resume() }
      }
    }

    func waitForRequests(_ count: Int) async {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          guard state.requests.count < count else { return true }
          state.watchers.append((count, continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    }

    private func run(_ work: @escaping @Sendable (Core) -> Void) {
      threads.enter()
      let isRunning = startThread {
        work(self)
        self.threads.leave()
      }
      if !isRunning {
        threads.leave()
      }
    }

    private func acceptAll() {
      while true {
        // Close-on-exec: otherwise a process that another test starts would keep the connection
        // open.
        let handle = accept(socket.handle, nil, nil)
        _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
        guard handle >= 0 else {
          guard errno == EINTR || errno == ECONNABORTED else { return }
          continue
        }
        let number = state.withLock { state -> Int? in
          guard !state.isStopped else { return nil }
          state.connectionCount += 1
          state.open.insert(handle)
          return state.connectionCount
        }
        guard let number else {
          close(handle)
          return
        }
        connections.enter()
        run { core in
          LocalConnection(handle: handle, number: number, core: core).serve()
          core.connections.leave()
        }
      }
    }

    func response(to request: LocalRequest) -> LocalResponse {
      let (handler, ready) = state.withLock { state in
        state.requests.append(request)
        let ready = state.watchers.filter { $0.count <= state.requests.count }
        state.watchers.removeAll { $0.count <= state.requests.count }
        if state.forgetsRequests { state.requests.removeAll() }
        return (state.handler, ready.map(\.continuation))
      }
      ready.forEach { $0.resume() }
      return handler(request)
    }

    func end(_ handle: Int32) {
      state.withLock { _ = $0.open.remove(handle) }
      close(handle)
    }
  }
}
