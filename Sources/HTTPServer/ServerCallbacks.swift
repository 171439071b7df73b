import CMicrohttpd
import Glibc
import Locking
import Networking

/// The callbacks of libmicrohttpd, which convert its connections, requests and responses.
///
/// libmicrohttpd calls all of them for one connection on one thread.
enum ServerCallbacks {
  static let connectionChanged: MHD_NotifyConnectionCallback = { core, connection, context, code in
    guard let core = ServerCallbacks.core(core), let connection, let context else { return }
    if code.rawValue == cmhd_started {
      let opened = ServerConnection(connection)
      core.add(opened)
      context.pointee = Unmanaged.passRetained(opened).toOpaque()
    } else if let opened = context.pointee {
      let closed = Unmanaged<ServerConnection>.fromOpaque(opened).takeRetainedValue()
      context.pointee = nil
      core.remove(closed)
    }
  }

  static let requestStarted:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { _, target, connection in
      guard let target, let connection, let context = cmhd_socket_context(connection) else {
        return nil
      }
      let opened = Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue()
      opened.begin(target: RequestTarget(target))
      return context
    }

  static let requestReceived: MHD_AccessHandlerCallback = {
    core,
    connection,
    _,
    method,
    _,
    bytes,
    size,
    context in
    guard let core = ServerCallbacks.core(core), let connection, let method, let size,
      let opened = ServerCallbacks.connection(context)
    else { return .NO }
    guard opened.exchange.hasHeaders else {
      return opened.receiveHeaders(method, on: connection, core)
    }
    guard size.pointee == 0 else {
      defer { size.pointee = 0 }
      let bytes = UnsafeRawBufferPointer(start: bytes, count: size.pointee)
      return opened.receive(bytes, limits: core.limits)
    }
    return opened.respond(on: connection, core)
  }

  static let requestCompleted: MHD_RequestCompletedCallback = { _, _, context, _ in
    guard let opened = ServerCallbacks.connection(context) else { return }
    context?.pointee = nil
    opened.complete()
  }

  static let failed: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = {
    core,
    message in
    guard let core = ServerCallbacks.core(core), let message else { return }
    var text = String(cString: message)
    while text.last?.isWhitespace == true { text.removeLast() }
    core.record(text)
  }

  private static func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
    context.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func connection(
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> ServerConnection? {
    guard let opened = context?.pointee else { return nil }
    return Unmanaged<ServerConnection>.fromOpaque(opened).takeUnretainedValue()
  }
}

// MARK: Receiving

extension ServerConnection {
  fileprivate func begin(target: RequestTarget) {
    exchange = Exchange()
    exchange.target = target
    shared.withLock { $0.requestNumber += 1 }
  }

  /// Records the method; rejects a body whose announced size is far above the limit.
  fileprivate func receiveHeaders(
    _ method: UnsafePointer<CChar>,
    on connection: OpaquePointer,
    _ core: ServerCore
  ) -> MHD_Result {
    exchange.hasHeaders = true
    exchange.method = HTTPMethod(method)
    if let size = cmhd_request_header(connection, "Content-Length").flatMap({
      Int(String(cString: $0))
    }),
      size > core.limits.discardedBodySize
    {
      // A response before the end of the body closes the connection.
      return queue(core.faults.tooLarge, on: connection, core)
    }
    return .YES
  }

  /// Collects a part of the body; discards the body above the limit.
  fileprivate func receive(_ bytes: UnsafeRawBufferPointer, limits: ServerLimits) -> MHD_Result {
    exchange.bodySize += bytes.count
    if exchange.bodySize <= limits.bodySize {
      exchange.body.append(contentsOf: bytes)
    } else {
      exchange.body = []
    }
    return exchange.bodySize <= limits.discardedBodySize ? .YES : .NO
  }

  fileprivate func complete() {
    let stream = shared.withLock { shared in
      shared.phase = .receiving
      shared.since = .now
      shared.laterResponse = nil
      shared.suspended = nil
      defer { shared.stream = nil }
      return shared.stream
    }
    stream?.end()
    exchange = Exchange()
  }
}

// MARK: Responding

extension ServerConnection {
  /// Calls the handler, or sends the response that the handler has created later.
  fileprivate func respond(on connection: OpaquePointer, _ core: ServerCore) -> MHD_Result {
    if exchange.isHandled {
      let later = shared.withLock { $0.laterResponse }
      return later.map { queue($0, on: connection, core) } ?? .NO
    }
    exchange.isHandled = true
    guard !core.isStopping else {
      return queue(core.faults.stopping, on: connection, core)
    }
    guard exchange.bodySize <= core.limits.bodySize else {
      return queue(core.faults.tooLarge, on: connection, core)
    }
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
    switch core.handler(request) {
    case .response(let response): return queue(response, on: connection, core)
    case .later(let start):
      let number = suspend(connection)
      start { self.respondLater($0, to: number) }
      // `beginStop` may have run before the connection was suspended.
      if core.isStopping { respondLater(core.faults.stopping) }
      return .YES
    }
  }

  private func queue(
    _ response: ServerResponse,
    on connection: OpaquePointer,
    _ core: ServerCore
  ) -> MHD_Result {
    let handle: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
      enter(.responding)
      handle = bytes.withUnsafeBytes { cmhd_copy_response($0.count, $0.baseAddress) }
    case .stream(let stream):
      shared.withLock { shared in
        shared.phase = .waiting
        shared.stream = stream
      }
      stream.open(on: connection, backlog: core.limits.streamBacklog)
      handle = Self.response(streaming: stream)
      // `beginStop` may have run before the stream was stored.
      if core.isStopping { stream.finish() }
    }
    guard let handle else { return .NO }
    defer { cmhd_destroy(handle) }
    for field in response.headers.fields {
      // libmicrohttpd refuses headers with line breaks, which would split the response.
      guard cmhd_add_header(handle, field.name, field.value) != 0 else { return .NO }
    }
    let isQueued = cmhd_queue(connection, UInt32(response.status), handle) != 0
    return isQueued ? .YES : .NO
  }

  private static func response(streaming stream: ResponseStream) -> OpaquePointer? {
    let context = Unmanaged.passRetained(stream).toOpaque()
    let handle = cmhd_stream_response(
      { context, _, bytes, size in
        guard let context, let bytes else { return cmhd_end_of_stream }
        let stream = Unmanaged<ResponseStream>.fromOpaque(context).takeUnretainedValue()
        return stream.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size))
      },
      context,
      { context in
        guard let context else { return }
        Unmanaged<ResponseStream>.fromOpaque(context).release()
      }
    )
    if handle == nil { Unmanaged<ResponseStream>.fromOpaque(context).release() }
    return handle
  }
}
