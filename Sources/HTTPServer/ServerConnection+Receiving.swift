import CMicrohttpd
import Locking

extension ServerConnection {
  /// Starts a new exchange when the request line has been received.
  func begin(target: RequestTarget) {
    exchange = Exchange()
    exchange.target = target
    shared.withLock { shared in
      shared.requestNumber += 1
      // The time without a request does not count as a part of the request.
      shared.since = .now
    }
  }

  /// Records the method; rejects a body whose announced size is far above the limit, or above the
  /// limit if the client has not sent it yet.
  func receiveHeaders(
    _ method: UnsafePointer<CChar>,
    on connection: OpaquePointer,
    _ core: ServerCore
  ) -> MHD_Result {
    exchange.hasHeaders = true
    exchange.method = HTTPMethod(method)
    // A client that expects status 100 waits for the response before it sends the body.
    let isWaiting = cmhd_request_header(connection, "Expect") != nil
    let limit = isWaiting ? core.limits.bodySize : core.limits.discardedBodySize
    if let size = cmhd_request_header(connection, "Content-Length").flatMap({
      Int(String(cString: $0))
    }),
      size > limit
    {
      // A response before the end of the body closes the connection.
      return queue(core.faults.tooLarge, on: connection, core)
    }
    return .YES
  }

  /// Collects a part of the body; discards the body above the limit.
  func receive(_ bytes: UnsafeRawBufferPointer, _ core: ServerCore) -> MHD_Result {
    exchange.bodySize += bytes.count
    if exchange.bodySize <= core.limits.bodySize, reserve(exchange.bodySize, core) {
      exchange.body.append(contentsOf: bytes)
    } else {
      discardBody(core)
    }
    return exchange.bodySize <= core.limits.discardedBodySize ? .YES : .NO
  }

  /// Reserves memory for a body of the given size; `false` if the bodies of other requests need it.
  private func reserve(_ size: Int, _ core: ServerCore) -> Bool {
    guard !exchange.isDiscarded else { return false }
    // The limit of connections limits the memory of small bodies: counting them would only take time.
    guard size > ServerLimits.smallBodySize else { return true }
    guard core.reserveMemory(size - exchange.reservedSize) else { return false }
    exchange.reservedSize = size
    return true
  }

  private func discardBody(_ core: ServerCore) {
    exchange.isDiscarded = true
    releaseBody(core)
  }

  /// Releases the memory of the body, which is not needed after the handler has returned.
  func releaseBody(_ core: ServerCore) {
    exchange.body = []
    core.releaseMemory(exchange.reservedSize)
    exchange.reservedSize = 0
  }

  /// Ends the exchange: the response was sent, or the connection is closed.
  func complete(_ core: ServerCore) {
    let stream = shared.withLock { shared in
      shared.phase = .receiving
      shared.since = .now
      shared.laterResponse = nil
      shared.suspended = nil
      defer { shared.stream = nil }
      return shared.stream
    }
    stream?.end()
    releaseBody(core)
    exchange = Exchange()
  }
}
