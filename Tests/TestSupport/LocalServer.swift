import Dispatch
import Glibc
import Locking

/// A real HTTP server on a real socket that does what a test tells it, good or bad.
///
/// It has a thread for each connection, and is stopped when nobody holds it any more.
public final class LocalServer: Sendable {
  /// Decides what to do with a request.
  public typealias Handler = @Sendable (LocalRequest) -> LocalAnswer

  /// A host that nobody has; its first label is too long, so that no name server is even asked.
  public static let unknownHost = String(repeating: "x", count: 64) + ".invalid"

  /// Why a server cannot be started.
  public struct Failure: Error {
    /// The call that failed.
    public let call: String
    /// What the kernel said.
    public let number: Int32
  }

  /// The port that the kernel chose, or the one asked for.
  public let port: UInt16
  /// The address that the server listens at.
  public let host: String
  private let core: Core
  /// A second socket at the port, which does not listen and keeps the port.
  private let reservation: LocalSocket
  /// What keeps the ports of the servers that were stopped.
  ///
  /// A test may well ask a server that is gone, and is to be refused: not to reach the server of
  /// another test, which got its port.
  private static let stopped = Locked<[LocalSocket]>([])

  /// Starts a server.
  ///
  /// - Throws: `Failure` when it cannot listen.
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

  /// The address of a path on this server.
  public func url(_ path: String = "/") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// What was asked so far.
  public var requests: [LocalRequest] { core.state.withLock { $0.requests } }

  /// Whether what was asked is forgotten at once, for tests that watch the memory.
  public var forgetsRequests: Bool {
    get { core.state.withLock { $0.forgetsRequests } }
    set { core.state.withLock { $0.forgetsRequests = newValue } }
  }

  /// How many connections there were so far.
  public var connectionCount: Int { core.state.withLock { $0.connectionCount } }

  /// How many connections are open now.
  public var openConnectionCount: Int { core.state.withLock { $0.open.count } }

  /// Waits until the clients have closed all their connections.
  public func waitUntilIdle() async {
    await core.waitUntilIdle()
  }

  /// Waits until so many requests have come.
  public func waitForRequests(_ count: Int = 1) async {
    await core.waitForRequests(count)
  }

  /// Does something else from the next request on.
  public func change(_ handler: @escaping Handler) {
    core.state.withLock { $0.handler = handler }
  }

  /// Refuses connections from now on, closes those that are open, and waits until they are closed.
  public func stop() {
    Self.stopped.withLock { $0.append(reservation) }
    core.stop()
  }
}

extension LocalServer {
  /// What the threads of a server share.
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
        // Shutting down wakes the threads, wherever they wait; each closes its own.
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
        // Not for the programs that other tests start just now: they would hold it open.
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

    func answer(to request: LocalRequest) -> LocalAnswer {
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
