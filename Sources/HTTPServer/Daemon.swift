import CMicrohttpd
import Glibc

/// A running server of libmicrohttpd with its threads.
///
/// Unchecked: the owner removes the value from its lock before it stops the server, so that the
/// pointers are used by one call at a time.
struct Daemon: @unchecked Sendable {
  private let handle: OpaquePointer
  /// The settings, which libmicrohttpd uses until it is stopped.
  private let settings: UnsafeMutablePointer<cmhd_settings>
  private let core: Unmanaged<ServerCore>

  /// Starts the threads.
  ///
  /// - Throws: `badCertificate` or `unavailable`, with the messages of libmicrohttpd.
  init(
    socket: ListenSocket,
    tls: HTTPServer.TLS?,
    threads: Int,
    core: ServerCore
  ) throws(HTTPServerError) {
    let retained = Unmanaged.passRetained(core)
    let settings = UnsafeMutablePointer<cmhd_settings>.allocate(capacity: 1)
    settings.initialize(to: Self.settings(socket, threads: threads, limits: core.limits))
    settings.pointee.context = retained.toOpaque()
    if let tls {
      // The texts are released when the server is stopped.
      settings.pointee.key = UnsafePointer(strdup(tls.key))
      settings.pointee.certificate = UnsafePointer(strdup(tls.certificate))
    }
    let handle = cmhd_start(settings)
    let messages = core.endRecording()
    guard let handle else {
      close(socket.handle)
      Self.release(settings, retained)
      let reason = messages.joined(separator: ": ")
      throw tls == nil ? .unavailable("libmicrohttpd: \(reason)") : .badCertificate(reason)
    }
    self.handle = handle
    self.settings = settings
    self.core = retained
  }

  private static func settings(
    _ socket: ListenSocket,
    threads: Int,
    limits: ServerLimits
  ) -> cmhd_settings {
    var settings = cmhd_settings()
    settings.listener = socket.handle
    settings.threads = UInt32(max(threads, 1))
    settings.connections = UInt32(max(limits.connections, threads))
    settings.timeout = UInt32(max(limits.timeout.components.seconds, 1))
    settings.memory = limits.headerSize
    settings.connection_changed = ServerCallbacks.connectionChanged
    settings.request_started = ServerCallbacks.requestStarted
    settings.request_received = ServerCallbacks.requestReceived
    settings.request_completed = ServerCallbacks.requestCompleted
    settings.failed = ServerCallbacks.failed
    return settings
  }

  /// Stops to accept connections; the kernel refuses further ones.
  func quiesce() {
    let listener = cmhd_quiesce(handle)
    if listener >= 0 { close(listener) }
  }

  /// Closes all connections, and blocks until the threads have ended; must be called once.
  func stop() {
    cmhd_stop(handle)
    Self.release(settings, core)
  }

  private static func release(
    _ settings: UnsafeMutablePointer<cmhd_settings>,
    _ core: Unmanaged<ServerCore>
  ) {
    free(UnsafeMutableRawPointer(mutating: settings.pointee.key))
    free(UnsafeMutableRawPointer(mutating: settings.pointee.certificate))
    settings.deallocate()
    core.release()
  }
}
