import Documents
import FeatureFlags
import Locking
package import Networking

/// Calls etcd through the HTTP/JSON gateway of its members.
///
/// A call that one member cannot serve is sent to the next member. A user is authenticated before the first
/// call, and again when the token has expired. All methods are safe to call from any thread.
package final class EtcdClient: Sendable {
  private struct State {
    /// The index of the member that served the last call.
    var endpoint = 0
    var token: String?
  }

  /// The URLs of the cluster's members, and the namespace.
  package let address: TeamAddress
  private let credentials: TeamCredentials?
  private let http: HTTPClient
  private let callLimit: Duration
  /// The timeout of all calls of one operation together, such as reading a namespace in pages.
  let operationLimit: Duration
  private let responseLimit: Int
  private let state = Locked(State())

  /// The default timeout of all calls of one operation together.
  package static let operationLimit = Duration.seconds(20)
  /// The default limit of the size of a response in bytes.
  package static let responseLimit = 8 << 20

  /// Creates a client; no request is sent before the first call.
  ///
  /// - Parameters:
  ///   - address: The members of the cluster.
  ///   - credentials: The user; `nil` for a cluster without authentication.
  ///   - configuration: The settings of the HTTP client, such as the certificates for TLS.
  ///   - callLimit: The timeout of a call to one member; 3 s by default.
  ///   - operationLimit: The timeout of all calls of one operation together; 20 s by default.
  ///   - responseLimit: The largest size of a response, or of one message of a watch, in bytes; larger
  ///     ranges are read in pages. The default is 8 MiB.
  package init(
    _ address: TeamAddress,
    credentials: TeamCredentials? = nil,
    configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
    callLimit: Duration = .seconds(3),
    operationLimit: Duration = EtcdClient.operationLimit,
    responseLimit: Int = EtcdClient.responseLimit
  ) {
    var configuration = configuration
    if address.isLoopback { configuration.proxy = .none }
    self.address = address
    self.credentials = credentials
    self.callLimit = callLimit
    self.operationLimit = operationLimit
    self.responseLimit = responseLimit
    http = HTTPClient(configuration: configuration)
  }
}

extension EtcdClient {
  /// The index of the member that served the last call.
  var member: Int { state.withLock { $0.endpoint } }
}

// MARK: Calls

extension EtcdClient {
  /// Runs a transaction.
  ///
  /// Runs a transaction, in one atomic step.
  ///
  /// A transaction whose response was lost is sent again. To not be applied twice, it must require that a
  /// key which it changes is unchanged.
  /// unchanged, so that it is not applied twice.
  func run(_ transaction: EtcdTransaction) async throws(TeamError) -> EtcdTransaction.Outcome {
    try await send(transaction.call, EtcdTransaction.Outcome.init)
  }

  /// Creates a lease, and returns its identifier.
  func grantLease(seconds: Int64) async throws(TeamError) -> Int64 {
    try await send(.grantLease(seconds: seconds)) { node throws(DocumentError) in
      let fields = try FieldReader(node)
      // Reject the identifier 0: a key with lease 0 has no lease, and would never be deleted.
      _ = try fields.positive("TTL")
      return try fields.positive("ID")
    }
  }

  /// Renews a lease.
  ///
  /// - Throws: `leaseExpired` if etcd does not have the lease any more.
  func renewLease(_ id: Int64) async throws(TeamError) {
    let remaining = try await send(.renewLease(id)) { node throws(DocumentError) in
      try FieldReader(node).optional("result") { node throws(DocumentError) in
        try FieldReader(node).integer("TTL")
      }
    }
    // A missing TTL is the response for an expired lease.
    guard let remaining, remaining > 0 else { throw .leaseExpired }
  }

  /// Ends a lease, which deletes its keys.
  func revokeLease(_ id: Int64) async throws(TeamError) {
    try await send(.revokeLease(id)) { _ in }
  }

  /// Watches the changes of a range that follow the given revision.
  ///
  /// The watch ends with an error when the member has lost the leader of the cluster.
  func watch(_ range: EtcdRange, after revision: Int64) async throws(TeamError) -> EtcdWatch {
    try await withMember { endpoint throws(TeamError) in
      try await withToken(at: endpoint) { token throws(TeamError) in
        let limit = try EtcdDeadline.timeout(atMost: callLimit)
        var request = request(.watch(range, after: revision), at: endpoint, token, limit: limit)
        request.headers["Grpc-Metadata-Hasleader"] = "true"
        request.deadline = nil
        request.idleLimit = nil
        return try await open(request, within: limit).get()
      }
    }
  }

  /// Opens a watch, unless etcd does not create it within a time limit.
  private func open(
    _ request: HTTPRequest,
    within limit: Duration
  ) async -> Result<EtcdWatch, TeamError> {
    await withTaskGroup(of: Result<EtcdWatch, TeamError>.self) { group in
      group.addTask {
        do throws(TeamError) { return .success(try await self.open(request)) } catch {
          return .failure(error)
        }
      }
      group.addTask {
        // Drops the error: the sleep fails only on cancellation, and then the result of this task is not
        // used.
        try? await Task.sleep(for: limit)
        return .failure(.unreachable(.timedOut(.firstByte, .deadline)))
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failure(.unreachable(.cancelled))
    }
  }

  private func open(_ request: HTTPRequest) async throws(TeamError) -> EtcdWatch {
    let stream = try await mapError(awaiting: await http.stream(request), to: TeamError.unreachable)
    var watch = EtcdWatch(stream.lines.makeAsyncIterator())
    guard stream.status == 200 else { throw try await watch.rejection(status: stream.status) }
    try await watch.begin()
    return watch
  }
}

// MARK: Members and tokens

extension EtcdClient {
  /// Sends a call, and decodes its response.
  func send<Value: Sendable>(
    _ call: EtcdCall,
    _ read: (Node) throws(DocumentError) -> Value
  ) async throws(TeamError) -> Value {
    let node = try await withMember { endpoint throws(TeamError) in
      try await withToken(at: endpoint) { token throws(TeamError) in
        try await exchange(call, at: endpoint, token)
      }
    }
    return try mapError(read(node), to: TeamError.malformed)
  }

  /// Calls a closure with the URL of the member that responded last; while the error is transient, calls it
  /// again with the URLs of the other members.
  private func withMember<Value: Sendable>(
    _ body: (String) async throws(TeamError) -> Value
  ) async throws(TeamError) -> Value {
    var attempt = 1
    while true {
      let index = state.withLock { $0.endpoint }
      do throws(TeamError) { return try await body(address.endpoints[index]) } catch {
        guard error.isTransient, !Task.isCancelled else { throw error }
        let count = address.endpoints.count
        state.withLock { state in
          // A concurrent call may have selected another member already.
          if state.endpoint == index { state.endpoint = (index + 1) % count }
        }
        guard attempt < count else { throw error }
        attempt += 1
      }
    }
  }

  /// Calls a closure with the token of the user.
  ///
  /// If etcd rejects the token, which expires after some minutes, calls the closure once more with a new
  /// token.
  private func withToken<Value: Sendable>(
    at endpoint: String,
    _ body: (String?) async throws(TeamError) -> Value
  ) async throws(TeamError) -> Value {
    guard let credentials else { return try await body(nil) }
    if let token = state.withLock({ $0.token }) {
      do throws(TeamError) { return try await body(token) } catch {
        guard case .unauthenticated = error else { throw error }
      }
    }
    let node: Node
    do throws(TeamError) {
      node = try await exchange(.authenticate(credentials), at: endpoint, nil)
    } catch {
      // A cluster without authentication serves all calls without a token.
      guard case .rejected(_, let message) = error, message.contains("is not enabled") else {
        throw error
      }
      return try await body(nil)
    }
    let token = try mapError(FieldReader(node).text("token"), to: TeamError.malformed)
    state.withLock { $0.token = token }
    return try await body(token)
  }

  private func exchange(
    _ call: EtcdCall,
    at endpoint: String,
    _ token: String?
  ) async throws(TeamError) -> Node {
    let limit = try EtcdDeadline.timeout(atMost: callLimit)
    let response = try await mapError(
      awaiting: await http.send(request(call, at: endpoint, token, limit: limit)),
      to: TeamError.unreachable
    )
    guard response.status == 200 else {
      throw TeamError(status: response.status, response.body, hasCredentials: credentials != nil)
    }
    return try mapError(
      JSONReader.read(response.body, valueLimit: .teamResponseValues),
      to: TeamError.malformed
    )
  }

  private func request(
    _ call: EtcdCall,
    at endpoint: String,
    _ token: String?,
    limit: Duration
  ) -> HTTPRequest {
    var request = HTTPRequest(url: endpoint + call.path, method: "POST", body: call.body)
    request.headers["Content-Type"] = "application/json"
    // etcd expects the token without the word "Bearer".
    if let token { request.headers["Authorization"] = token }
    request.headers["User-Agent"] = "Halyard"
    request.deadline = limit
    request.connectLimit = limit
    request.redirectLimit = 0
    request.maximumBodySize = responseLimit
    return request
  }
}
