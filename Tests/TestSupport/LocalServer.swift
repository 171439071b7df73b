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

  /// Starts a server.
  ///
  /// - Throws: `Failure` when it cannot listen.
  public init(
    host: String = "127.0.0.1",
    port: UInt16 = 0,
    _ handler: @escaping Handler
  ) throws {
    let (socket, port) = try Self.listen(host: host, port: port)
    self.host = host
    self.port = port
    core = Core(socket: socket, handler: handler)
    core.start()
  }

  deinit {
    stop()
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

  /// Closes the port and all connections, and waits until they are closed.
  public func stop() {
    core.stop()
  }

  private static func listen(host: String, port: UInt16) throws -> (Int32, UInt16) {
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard handle >= 0 else { throw Failure(call: "socket", number: errno) }
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
      guard Glibc.listen(handle, 1024) == 0 else { return -1 }
      return pointer.map { getsockname(handle, $0, &length) } ?? -1
    }
    guard result == 0 else {
      defer { close(handle) }
      throw Failure(call: "bind", number: errno)
    }
    return (handle, UInt16(bigEndian: address.sin_port))
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
    private let socket: Int32
    private let threads = DispatchGroup()
    private let connections = DispatchGroup()

    init(socket: Int32, handler: @escaping Handler) {
      self.socket = socket
      state = Locked(State(handler: handler))
    }

    func start() {
      run { core in core.acceptAll() }
    }

    func stop() {
      let isFirst = state.withLock { state in
        guard !state.isStopped else { return false }
        state.isStopped = true
        // Shutting down wakes the threads, wherever they wait; each closes its own.
        shutdown(socket, Int32(SHUT_RDWR))
        state.open.forEach { shutdown($0, Int32(SHUT_RDWR)) }
        return true
      }
      threads.wait()
      if isFirst {
        close(socket)
      }
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
        let handle = accept(socket, nil, nil)
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
