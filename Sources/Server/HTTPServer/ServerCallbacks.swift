import CMicrohttpd

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
      cmhd_drop_query(target)
      return context
    }

  static let requestReceived: MHD_AccessHandlerCallback = {
    core,
    connection,
    url,
    method,
    version,
    bytes,
    size,
    context in
    guard let core = ServerCallbacks.core(core), let connection, let url, let method, let version,
      let size, let opened = ServerCallbacks.connection(context)
    else { return .NO }
    guard opened.exchange.hasHeaders else {
      let head = cmhd_check_head(connection, url, opened.exchange.target.size, method, version)
      return opened.receiveHeaders(head, method, on: connection, core)
    }
    guard size.pointee == 0 else {
      defer { size.pointee = 0 }
      let bytes = UnsafeRawBufferPointer(start: bytes, count: size.pointee)
      return opened.receive(bytes, core)
    }
    return opened.respond(on: connection, core)
  }

  static let requestCompleted: MHD_RequestCompletedCallback = { core, _, context, _ in
    guard let core = ServerCallbacks.core(core), let opened = ServerCallbacks.connection(context)
    else { return }
    context?.pointee = nil
    opened.complete(core)
  }

  static let failed: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = {
    core,
    message in
    guard let core = ServerCallbacks.core(core), let message else { return }
    var text = String(cString: message)
    while text.last?.isWhitespace == true { text.removeLast() }
    core.record(text)
    core.replaceError(text)
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
