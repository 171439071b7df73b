import Documents
import FeatureFlags
import Locking
package import Networking

/// Calls etcd through the HTTP/JSON gateway of its members.
///
/// A call that one member of the cluster cannot serve is sent to the next member. The user is
/// authenticated before the first call, and again when the token has expired. All methods are safe to
/// call from any thread.
package final class EtcdClient: Sendable {
  private struct State {
    /// The index of the member that served the last call.
    var endpoint = 0
    var token: String?
  }

  /// The URLs of the cluster members, and the namespace.
  package let address: TeamAddress
  private let credentials: TeamCredentials?
  private let http: HTTPClient
  private let callLimit: Duration
  /// The total timeout of all calls of one operation, such as reading a namespace in pages.
  let operationLimit: Duration
  private let responseLimit: Int
  private let state = Locked(State())

  /// The default total timeout of all calls of one operation.
  package static let operationLimit = Duration.seconds(20)
  /// The default maximum size of a response in bytes: 8 MiB.
  package static let responseLimit = 8 << 20

  /// Creates a client; no request is sent before the first call.
  ///
  /// - Parameters:
  ///   - address: The members of the cluster, and the namespace.
  ///   - credentials: The name and password of the user; `nil` for a cluster without authentication.
  ///   - configuration: The settings of the HTTP client, such as the certificates for TLS.
  ///   - callLimit: The timeout of a call to one member; 3 s by default.
  ///   - operationLimit: The total timeout of all calls of one operation; 20 s by default.
  ///   - responseLimit: The maximum size of a response, or of one message of a watch, in bytes; 8 MiB by
  ///     default. Larger ranges are read in pages.
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
  /// Runs a transaction in one atomic step.
  ///
  /// A transaction whose response was lost is sent again. It must require that a key that it changes is
  /// unchanged, so that it is not applied twice.
  func run(_ transaction: EtcdTransaction) async throws(TeamError) -> EtcdTransaction.Outcome {
    try await send(transaction.call, EtcdTransaction.Outcome.init)
  }

  /// Creates a lease, and returns its identifier.
  func grantLease(seconds: Int64) async throws(TeamError) -> Int64 {
    try await send(.grantLease(seconds: seconds)) { node throws(DocumentError) in
      let fields = try FieldReader(node)
      // Rejects the identifier 0: a key with lease 0 has no lease, and would never be deleted.
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

  /// Watches the changes of a range after the given revision.
  ///
  /// The watch ends with an error if its member loses the connection to the leader of the cluster.
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

  /// Opens a watch; fails if etcd does not create it within the time limit.
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
        // Drops the error: the sleep fails only on cancellation, after which the result of this task is
        // not used.
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

  /// Calls a closure with the URL of the member that served the last call; after each transient error,
  /// calls it again with the URL of the next member.
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
  /// A token expires after some minutes. If etcd rejects the token, the closure is called once more with
  /// a new token.
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

extension EtcdClient {
  /// The number of keys in the first page of a range that is too large for one response.
  static let pageSize = 128

  /// Reads all keys of a range at one revision, in pages if the range is too large for one response.
  ///
  /// - Throws: `malformed` for keys that were not requested or are not in ascending order, and `exceeded`
  ///   for a range that is too large; otherwise the error of etcd.
  func read(_ range: EtcdRange) async throws(TeamError) -> EtcdSnapshot {
    var keys = CollectedKeys()
    if let snapshot = try await readWhole(.read(range)) {
      try keys.add(snapshot, inOrderOf: range)
      return snapshot
    }
    var revision: Int64?
    try await readPages(&keys) { keys, size in
      let start = keys.items.last.map { $0.key + [0] } ?? range.start
      let rest = EtcdRange(from: start, to: range.end)
      return .read(rest, limit: size, revision: revision)
    } received: { keys, page throws(TeamError) in
      // Reads all pages at the revision of the first page, so that the keys are consistent.
      revision = revision ?? page.revision
      try keys.add(page, inOrderOf: range)
      return true
    }
    return EtcdSnapshot(revision: revision ?? 0, items: keys.items)
  }

  /// Reads some keys of a range in the order of their creation, in pages if they are too large for one
  /// response.
  ///
  /// If the keys exceed the size limit of a namespace, only the first keys are returned.
  ///
  /// - Throws: `malformed` for keys that were not requested; otherwise the error of etcd.
  func read(
    _ range: EtcdRange,
    _ order: EtcdOrder,
    limit: Int
  ) async throws(TeamError) -> EtcdSnapshot {
    var keys = CollectedKeys()
    if let snapshot = try await readWhole(.read(range, order, limit: limit)) {
      try keys.add(snapshot, of: range, order)
      return snapshot
    }
    var first: EtcdSnapshot?
    try await readPages(&keys, limit: limit) { keys, size in
      .read(range, order, limit: size, beyond: keys.items.last?.createRevision)
    } received: { keys, page throws(TeamError) in
      first = first ?? page
      try keys.add(page, of: range, order)
      return !keys.isFull
    }
    return EtcdSnapshot(
      revision: first?.revision ?? 0,
      items: keys.items,
      count: first?.count ?? 0
    )
  }

  /// Reads keys in one response; `nil` if the response is too large.
  private func readWhole(_ call: EtcdCall) async throws(TeamError) -> EtcdSnapshot? {
    do throws(TeamError) { return try await send(call, EtcdSnapshot.init) } catch {
      guard error.isOfSize else { throw error }
      return nil
    }
  }

  /// Reads keys page by page, until the last page is received or `received` returns `false`.
  ///
  /// If a page is too large, the number of keys of a page is halved.
  private func readPages(
    _ keys: inout CollectedKeys,
    limit: Int = .max,
    _ call: (_ keys: CollectedKeys, _ size: Int) -> EtcdCall,
    received: (_ keys: inout CollectedKeys, _ page: EtcdSnapshot) throws(TeamError) -> Bool
  ) async throws(TeamError) {
    var size = Self.pageSize
    while keys.items.count < limit {
      let count = min(size, limit - keys.items.count)
      let page: EtcdSnapshot
      do throws(TeamError) { page = try await send(call(keys, count), EtcdSnapshot.init) } catch {
        guard error.isOfSize, size > 1 else { throw error }
        size /= 2
        continue
      }
      guard try received(&keys, page), page.items.count >= count else { break }
    }
  }
}

extension TeamError {
  /// Whether the response exceeds a size limit, so that a request for fewer keys can succeed.
  fileprivate var isOfSize: Bool {
    if case .unreachable(.tooLarge) = self { return true }
    if case .malformed(.limit(.teamResponseValues, _, _)) = self { return true }
    return false
  }
}

/// The keys of a range, collected from the pages that were received so far.
///
/// The keys of each page must follow those of the previous page, so that a server cannot send an endless
/// number of pages.
struct CollectedKeys {
  private(set) var items: [EtcdKeyValue] = []
  private var size = 0

  /// Whether the collected keys have reached the size limit of a namespace.
  var isFull: Bool {
    size >= InputLimit.teamBytes.maximum || items.count >= InputLimit.teamKeys.maximum
  }

  /// Adds a page of a range whose keys are read in ascending order.
  mutating func add(_ page: EtcdSnapshot, inOrderOf range: EtcdRange) throws(TeamError) {
    for item in page.items {
      let isLater = items.last.map { $0.key.lexicographicallyPrecedes(item.key) } ?? true
      try append(item, of: range, isInOrder: isLater)
    }
    guard items.count <= InputLimit.teamKeys.maximum else {
      throw .exceeded(.teamKeys, found: items.count)
    }
    guard size <= InputLimit.teamBytes.maximum else { throw .exceeded(.teamBytes, found: size) }
  }

  /// Adds a page of a range whose keys are read in the order of their creation.
  mutating func add(
    _ page: EtcdSnapshot,
    of range: EtcdRange,
    _ order: EtcdOrder
  ) throws(TeamError) {
    let last = items.last?.createRevision
    for item in page.items {
      let isLater =
        switch (order, last) {
        case (_, nil): true
        case (.oldestFirst, let last?): item.createRevision > last
        case (.newestFirst, let last?): item.createRevision < last
        }
      try append(item, of: range, isInOrder: isLater)
    }
  }

  private mutating func append(
    _ item: EtcdKeyValue,
    of range: EtcdRange,
    isInOrder: Bool
  ) throws(TeamError) {
    guard range.contains(item.key) else {
      throw Self.malformed(found: "a key outside of the requested range", expected: "keys in it")
    }
    guard isInOrder else {
      throw Self.malformed(found: "keys out of order", expected: "each key once, in order")
    }
    items.append(item)
    size += item.size
  }

  private static func malformed(found: String, expected: String) -> TeamError {
    .malformed(.unexpected(line: nil, found: found, expected: expected))
  }
}

/// The time limit of an operation, which all of its calls share, such as the calls for the pages of a
/// range.
///
/// Without this limit, a server that responds to each call just before its timeout could delay a command
/// endlessly.
struct EtcdDeadline: Sendable {
  private let limit: Duration
  private let end: ContinuousClock.Instant

  /// The deadline of the operation that the current task runs; `nil` outside of operations.
  @TaskLocal private static var current: EtcdDeadline?

  /// Runs an operation whose calls must finish within a time limit, and within the limit of an enclosing
  /// operation.
  ///
  /// - Throws: The error of the operation; its calls throw `slow` after the limit.
  static func within<Value, Failure: Error>(
    _ limit: Duration,
    _ operation: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var deadline = EtcdDeadline(limit: limit, end: .now + limit)
    if let current, current.end < deadline.end { deadline = current }
    let result: Result<Value, Failure> = await $current.withValue(deadline) {
      do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Returns the timeout of the next call of the current task.
  ///
  /// - Parameter limit: The maximum timeout.
  /// - Returns: The time until the deadline, but at most the maximum timeout.
  /// - Throws: `slow` after the deadline.
  static func timeout(atMost limit: Duration) throws(TeamError) -> Duration {
    guard let current else { return limit }
    let rest = current.end - .now
    guard rest > .zero else { throw .slow(limit: current.limit) }
    return min(limit, rest)
  }
}
