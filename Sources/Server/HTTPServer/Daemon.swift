import CMicrohttpd
import Glibc

/// A running server of libmicrohttpd with its threads.
///
/// Unchecked `Sendable`: the owner guards this value with a lock, and removes it before it calls
/// ``stop()``, so that only one call at a time uses the pointers.
struct Daemon: @unchecked Sendable {
  private let handle: OpaquePointer
  /// The settings, which libmicrohttpd uses until it is stopped.
  private let settings: UnsafeMutablePointer<cmhd_settings>
  private let core: Unmanaged<ServerCore>

  /// The longest wait for open connections to end while the server stops.
  ///
  /// Their sockets are shut down by then, so that the threads only read the data that was received
  /// before.
  private static let patience = Duration.milliseconds(500)

  /// Starts the threads.
  ///
  /// - Throws: `badCertificate` or `unavailable`, with the messages of libmicrohttpd.
  init(
    socket: ListenSocket,
    tls: HTTPServer.TLS?,
    threads: Int,
    core: ServerCore
  ) throws(HTTPServerError) {
    // When the start fails, libmicrohttpd closes its socket in some cases only. It gets a duplicate of
    // the descriptor: closing the same descriptor twice could close a file that another thread has
    // opened meanwhile.
    let duplicate = fcntl(socket.handle, F_DUPFD_CLOEXEC, 0)
    defer { close(socket.handle) }
    guard duplicate >= 0 else { throw .unavailable(String(cString: strerror(errno))) }
    let retained = Unmanaged.passRetained(core)
    let settings = UnsafeMutablePointer<cmhd_settings>.allocate(capacity: 1)
    settings.initialize(to: Self.settings(duplicate, threads: threads, core: core))
    settings.pointee.context = retained.toOpaque()
    if let tls {
      // The texts are released when the server is stopped.
      settings.pointee.key = UnsafePointer(strdup(tls.key))
      settings.pointee.certificate = UnsafePointer(strdup(tls.certificate))
    }
    let handle = cmhd_start(settings)
    let messages = core.endRecording()
    guard let handle else {
      // If libmicrohttpd has not closed the duplicate, the socket must not accept connections any more.
      shutdown(socket.handle, Int32(SHUT_RDWR))
      Self.release(settings, retained)
      let reason = messages.joined(separator: ": ")
      throw tls == nil ? .unavailable("libmicrohttpd: \(reason)") : .badCertificate(reason)
    }
    self.handle = handle
    self.settings = settings
    self.core = retained
  }

  private static func settings(
    _ listener: Int32,
    threads: Int,
    core: ServerCore
  ) -> cmhd_settings {
    var settings = cmhd_settings()
    settings.listener = listener
    settings.threads = UInt32(max(threads, 1))
    settings.connections = UInt32(max(core.connectionLimit, threads))
    settings.timeout = UInt32(max(core.limits.timeout.components.seconds, 1))
    settings.memory = core.limits.connectionMemory
    settings.connection_changed = ServerCallbacks.connectionChanged
    settings.request_started = ServerCallbacks.requestStarted
    settings.request_received = ServerCallbacks.requestReceived
    settings.request_completed = ServerCallbacks.requestCompleted
    settings.failed = ServerCallbacks.failed
    return settings
  }

  /// Closes all connections, and blocks until the threads have ended; must be called once.
  func stop() {
    endConnections()
    cmhd_stop(handle)
    Self.release(settings, core)
  }

  /// Refuses new connections; can be called several times, but not after ``stop()``.
  func stopListening() {
    shutdown(settings.pointee.listener, Int32(SHUT_RDWR))
  }

  /// Waits until the open connections have ended.
  ///
  /// libmicrohttpd 0.9.75 crashes if it rejects a malformed request while it is being stopped:
  /// `MHD_queue_response` then reports success but ignores the error response.
  private func endConnections() {
    stopListening()
    let core = core.takeUnretainedValue()
    core.endAllConnections()
    let deadline = ContinuousClock.now + Self.patience
    while core.connectionCount > 0, ContinuousClock.now < deadline { usleep(1_000) }
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
