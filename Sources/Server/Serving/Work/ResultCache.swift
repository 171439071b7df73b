import FeatureFlags
import HTTPServer
import Locking
import Targeting

/// Generates results from the current version of the store on a pool of threads, and caches them.
///
/// Clients that request the same result at the same time share one job. The results of an earlier version
/// are removed when a later one is used. A result without a size is for one client only: it is neither cached
/// nor shared.
final class ResultCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Request: Hashable, Sendable {
    let version: Int
    let key: Key
  }

  private struct Client: Sendable {
    let send: ResponseSender
    let respond: @Sendable (Value) -> ServerResponse
  }

  private struct State {
    var version = -1
    var cache: SizedCache<Key, Value>
    /// The clients that wait for the result of a running or queued job.
    var clients: [Request: [Client]] = [:]

    /// Removes the cached results if they were generated from an earlier version.
    mutating func advance(to version: Int) {
      guard self.version < version else { return }
      self.version = version
      cache.removeAll()
    }
  }

  private let state: Locked<State>
  private let pool: WorkPool
  /// The size of a key and its value in bytes; `nil` for a value that is not cached.
  private let size: @Sendable (Key, Value) -> Int?

  init(
    limit: SizedCache<Key, Value>.Limit,
    pool: WorkPool,
    size: @escaping @Sendable (Key, Value) -> Int?
  ) {
    state = Locked(State(cache: SizedCache(limit: limit)))
    self.pool = pool
    self.size = size
  }

  /// Returns the result that was generated from a version of the store; `nil` if it is not cached.
  func cached(_ key: Key, version: Int) -> Value? {
    state.withLock { state in
      state.advance(to: version)
      return state.version == version ? state.cache.value(for: key) : nil
    }
  }

  /// Caches a result that was generated from a version of the store, unless a later version is in use.
  ///
  /// - Returns: Whether other clients may get the result.
  @discardableResult
  func store(_ value: Value, for key: Key, version: Int) -> Bool {
    guard let size = size(key, value) else { return false }
    state.withLock { state in
      state.advance(to: version)
      if state.version == version { state.cache.store(value, size: size, for: key) }
    }
    return true
  }

  /// Generates a result on the threads of the pool.
  ///
  /// - Parameters:
  ///   - key: The key of the result.
  ///   - version: The version of the store, which must be read before this call, so that a result is
  ///     never cached under a later version.
  ///   - isShared: Whether the result is for many clients, so that its job runs before those for one
  ///     client.
  ///   - send: Sends the response.
  ///   - respond: Converts the result to the response for this client.
  ///   - generate: Generates the result; called on a thread of the pool.
  func generate(
    _ key: Key,
    version: Int,
    isShared: Bool,
    for send: ResponseSender,
    respond: @escaping @Sendable (Value) -> ServerResponse,
    by generate: @escaping @Sendable () -> Value
  ) {
    let request = Request(version: version, key: key)
    let isFirst = state.withLock { state in
      state.clients[request, default: []].append(Client(send: send, respond: respond))
      return state.clients[request]?.count == 1
    }
    guard isFirst else { return }
    pool.add(
      WorkPool.Job(isShared: isShared, isNeeded: { self.isNeeded(request) }) {
        let value = generate()
        guard !WorkBudget.hasEnded else { return self.endWork(for: request) }
        let isForAll = self.store(value, for: key, version: version)
        for (index, client) in self.removeClients(of: request).enumerated() {
          let value = index == 0 || isForAll ? value : generate()
          client.send(WorkBudget.hasEnded ? .tooMuchWork : client.respond(value))
        }
      } refuse: {
        for client in self.removeClients(of: request) { client.send(.overloaded) }
      }
    )
  }

  /// Responds to the clients of a job that has exceeded its budget.
  ///
  /// If all clients of the job have disconnected, a later job can exist for the same request; the
  /// clients of that later job still wait for its result.
  private func endWork(for request: Request) {
    guard WorkBudget.current?.end == .exceeded else { return }
    for client in removeClients(of: request) { client.send(.tooMuchWork) }
  }

  /// Whether a client still waits for the result; if no client does, forgets the request, so that a later
  /// one starts another job.
  private func isNeeded(_ request: Request) -> Bool {
    state.withLock { state in
      let clients = state.clients[request]?.filter { !$0.send.isAbandoned } ?? []
      state.clients[request] = clients.isEmpty ? nil : clients
      return !clients.isEmpty
    }
  }

  private func removeClients(of request: Request) -> [Client] {
    state.withLock { $0.clients.removeValue(forKey: request) ?? [] }
  }
}
