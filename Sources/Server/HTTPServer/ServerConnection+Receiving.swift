import CMicrohttpd
import Locking
import Networking

extension ServerConnection {
  /// Starts a new exchange when the request line has been received.
  func begin(target: RequestTarget) {
    exchange = Exchange()
    exchange.target = target
    exchange.isStarted = true
    shared.withLock { shared in
      shared.isIdle = false
      shared.requestNumber += 1
      // The time between two requests does not count for the timeout of the request.
      shared.since = .now
    }
  }

  /// Records the method, and rejects a malformed head.
  ///
  /// A body whose announced size is far above the limit is rejected before it is received; a client that
  /// waits for `100 Continue` is rejected for any size above the limit.
  func receiveHeaders(
    _ head: cmhd_head,
    _ method: UnsafePointer<CChar>,
    on connection: OpaquePointer,
    _ core: ServerCore
  ) -> MHD_Result {
    exchange.hasHeaders = true
    exchange.method = HTTPMethod(method)
    if let fault = core.faults.fault(of: head) {
      exchange.isHandled = true
      return queue(fault, on: connection, core)
    }
    guard cmhd_head_size(connection) <= core.limits.headerSize else {
      return rejectHead(on: connection, core)
    }
    let encoding = cmhd_request_header(connection, "Content-Encoding").map { String(cString: $0) }
    exchange.encoding = BodyEncoding(encoding)
    exchange.isChunked = cmhd_request_header(connection, "Transfer-Encoding") != nil
    // With `Expect: 100-continue`, the client waits for a response before it sends the body.
    let isWaiting = cmhd_request_header(connection, "Expect") != nil
    let limit = isWaiting ? core.limits.bodySize : core.limits.discardedBodySize
    let size = cmhd_request_header(connection, "Content-Length").flatMap {
      Int(String(cString: $0))
    }
    guard let size else { return .YES }
    if size > limit {
      // The response is sent before the body is received, so that libmicrohttpd closes the connection.
      return queue(core.faults.tooLarge, on: connection, core)
    }
    guard size > ServerLimits.smallBodySize else { return .YES }
    // The body is rejected at once: receiving it only to discard it would take time from other clients.
    guard size > core.limits.bodySize || core.hasMemory(size) else {
      return queue(core.faults.noMemory, on: connection, core)
    }
    // Reserves the announced size: a growing array would take up to twice the memory.
    exchange.body.reserveCapacity(min(size, core.limits.bodySize))
    return .YES
  }

  /// Responds to a head above the limit, and closes the connection.
  private func rejectHead(on connection: OpaquePointer, _ core: ServerCore) -> MHD_Result {
    exchange.isHandled = true
    let isTarget = exchange.target.size > core.limits.headerSize
    let fault = isTarget ? core.faults.largeTarget : core.faults.largeHead
    guard !core.isSecure else { return queue(fault, on: connection, core) }
    // Does not let libmicrohttpd respond: the memory of the connection can have too little space left
    // for the head of a response.
    replaceError(with: ServerCore.text(of: fault))
    return .NO
  }

  /// Appends received bytes to the body; discards a body above the limit.
  func receive(_ bytes: UnsafeRawBufferPointer, _ core: ServerCore) -> MHD_Result {
    exchange.bodySize += bytes.count
    if exchange.bodySize <= core.limits.bodySize, reserve(exchange.bodySize, core) {
      exchange.body.append(contentsOf: bytes)
    } else {
      discardBody(core)
    }
    return exchange.bodySize <= core.limits.discardedBodySize ? .YES : .NO
  }

  /// Reserves memory for a body of the given size; returns `false` if the bodies of other requests use
  /// all of it.
  private func reserve(_ size: Int, _ core: ServerCore) -> Bool {
    guard !exchange.isDiscarded else { return false }
    // Small bodies are not counted: the limit of connections limits their memory too.
    guard size > ServerLimits.smallBodySize else { return true }
    guard core.reserveMemory(size - exchange.reservedSize) else { return false }
    exchange.reservedSize = size
    return true
  }

  private func discardBody(_ core: ServerCore) {
    exchange.isDiscarded = true
    releaseBody(core)
  }

  /// Releases the memory that the body has reserved.
  func releaseBody(_ core: ServerCore) {
    exchange.body = []
    core.releaseMemory(exchange.reservedSize)
    exchange.reservedSize = 0
  }

  /// Ends the exchange, because the response was sent or the connection is closed.
  func complete(_ core: ServerCore) {
    let stream = shared.withLock { shared in
      shared.phase = .receiving
      shared.since = .now
      shared.isIdle = true
      shared.laterResponse = nil
      shared.inflated = nil
      shared.suspended = nil
      defer { shared.stream = nil }
      return shared.stream
    }
    if let stream {
      stream.end()
      core.releaseStream()
    }
    if let body = exchange.unsentBody {
      core.unsent.remove(body, overhead: ResponseHandle.blockSize)
    }
    releaseBody(core)
    exchange = Exchange()
  }
}
