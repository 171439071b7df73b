import CMicrohttpd
import Locking
import Networking

extension ServerConnection {
  /// Calls the handler, or sends the response that the handler has created after it returned; closes the
  /// connection if the server is stopping.
  func respond(on connection: OpaquePointer, _ core: ServerCore) -> MHD_Result {
    if let later = shared.withLock({ $0.laterResponse }) {
      exchange.isHandled = true
      return queue(later, on: connection, core)
    }
    // Closes the connection instead of sending status 503: after that status, some clients never reopen
    // their event streams, but they reconnect when the connection is closed.
    guard !exchange.isHandled, !core.isStopping else { return .NO }
    if let fault = fault(of: core) ?? takeInflated(core) {
      exchange.isHandled = true
      return queue(fault, on: connection, core)
    }
    guard exchange.encoding == .identity else {
      inflate(on: connection, core)
      return .YES
    }
    return handle(on: connection, core)
  }

  private func handle(on connection: OpaquePointer, _ core: ServerCore) -> MHD_Result {
    exchange.isHandled = true
    guard let path = exchange.target.path else {
      return queue(core.faults.badPath, on: connection, core)
    }
    let request = ServerRequest(
      method: exchange.method,
      path: path,
      query: exchange.target.query,
      body: exchange.body,
      client: client,
      connection: connection
    )
    let reply = core.handler(request)
    switch reply {
    case .response(let response):
      releaseBody(core)
      return queue(response, on: connection, core)
    case .later(let start):
      // The handler may still use the body: its memory remains reserved until the response is sent.
      exchange.body = []
      let number = suspend(connection)
      start(
        ResponseSender(
          send: { self.respondLater($0, to: number) },
          isUnneeded: { self.isAbandoned(number) }
        )
      )
      // If `beginStop` ran before the connection was suspended, it has not resumed the connection.
      if core.isStopping { endWaiting() }
      return .YES
    }
  }

  /// The response to a request that must not reach the handler; `nil` for a valid request.
  private func fault(of core: ServerCore) -> ServerResponse? {
    if exchange.bodySize > core.limits.bodySize { return core.faults.tooLarge }
    if exchange.isDiscarded { return core.faults.noMemory }
    guard exchange.bodySize > 0 else {
      exchange.encoding = .identity
      return nil
    }
    return exchange.encoding == .unsupported ? core.faults.unsupportedEncoding : nil
  }

  /// Sends a response; the result `MHD_NO` closes the connection.
  func queue(
    _ response: ServerResponse,
    on connection: OpaquePointer,
    _ core: ServerCore
  ) -> MHD_Result {
    let handle: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
      guard reserve(bytes, core) else { return queue(core.faults.congested, on: connection, core) }
      enter(.responding)
      handle = ResponseHandle.create(bytes, for: self)
    case .stream(let stream):
      if let fault = open(stream, on: connection, core) {
        return queue(fault, on: connection, core)
      }
      handle = ResponseHandle.create(streaming: stream)
      // If `beginStop` ran before the stream was stored, it has not finished the stream.
      if core.isStopping { stream.finish() }
    }
    guard let handle else { return .NO }
    defer { cmhd_destroy(handle) }
    for field in response.headers.fields {
      // libmicrohttpd refuses a header with a line break, which could add further headers to the response.
      guard cmhd_add_header(handle, field.name, field.value) != 0 else {
        return queue(core.faults.badResponse, on: connection, core)
      }
    }
    let isQueued = cmhd_queue(connection, UInt32(response.status), handle) != 0
    return isQueued ? .YES : .NO
  }

  /// Connects a stream to the connection; returns the error response if that is not possible, and `nil`
  /// otherwise.
  private func open(
    _ stream: ResponseStream,
    on connection: OpaquePointer,
    _ core: ServerCore
  ) -> ServerResponse? {
    guard core.reserveStream() else {
      stream.end()
      return core.faults.tooManyStreams
    }
    let backlog = core.limits.streamBacklog
    switch stream.open(on: connection, backlog: backlog, memory: core.unsent) {
    case .opened:
      shared.withLock { shared in
        shared.phase = .waiting
        shared.stream = stream
      }
      return nil
    case .used:
      core.releaseStream()
      return core.faults.badResponse
    case .congested:
      core.releaseStream()
      stream.end()
      return core.faults.congested
    }
  }

  /// Reserves memory for a body until the client has received it; returns `false` if other clients have
  /// too many unread bodies.
  private func reserve(_ bytes: [UInt8], _ core: ServerCore) -> Bool {
    guard bytes.count > ResponseHandle.blockSize, exchange.unsentBody == nil else { return true }
    guard core.unsent.add(bytes, overhead: ResponseHandle.blockSize) else { return false }
    exchange.unsentBody = bytes
    return true
  }
}
