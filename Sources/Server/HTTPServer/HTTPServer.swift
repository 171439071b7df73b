import CMicrohttpd
import Glibc
import Locking

/// Serves HTTP requests with libmicrohttpd, on a few threads of its own.
///
/// ```swift
/// let server = try HTTPServer(ListenAddress("127.0.0.1:0")) { request in
///   .response(ServerResponse(headers: ["Content-Type": "text/plain"], body: .bytes([0x4f, 0x4b])))
/// }
/// print(server.url)
/// server.stop()
/// ```
///
/// Connections are kept alive. The threads end when the server is stopped or released.
public final class HTTPServer: Sendable {
  /// Responds to a request; called on the threads of the server, several at a time.
  ///
  /// A slow handler must return ``ServerReply/later(_:)``, because each thread serves many connections.
  public typealias Handler = @Sendable (borrowing ServerRequest) -> ServerReply

  /// A certificate with its private key, both as PEM text.
  public struct TLS: Hashable, Sendable {
    /// The certificate of the server, followed by those of intermediate authorities.
    public var certificate: String
    /// The private key of the certificate, without a password.
    public var key: String

    /// Creates a certificate with its key; both are validated when a server starts.
    public init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// The address on which the server listens, with the actual port if port 0 was requested.
  public let address: ListenAddress
  /// Whether clients have to connect with TLS.
  public let isSecure: Bool
  private let core: ServerCore
  private let daemon: Locked<Daemon?>
  private let sweeper: Sweeper?

  /// Whether libmicrohttpd can be loaded.
  package static var hasLibrary: Bool { cmhd_is_ready() != 0 }

  /// Whether zlib can be loaded; without zlib, compressed request bodies are refused.
  package static var hasInflation: Bool { BodyEncoding.hasLibrary }

  /// Binds an address and starts to serve.
  ///
  /// - Parameters:
  ///   - address: The address; port 0 means any free port.
  ///   - tls: The certificate for TLS; `nil` for a server without TLS.
  ///   - limits: The limits of requests and connections.
  ///   - threads: The number of threads that serve connections.
  ///   - handler: Responds to the requests.
  /// - Throws: The reason why the server cannot start.
  public init(
    _ address: ListenAddress,
    tls: TLS? = nil,
    limits: ServerLimits = ServerLimits(),
    threads: Int = 2,
    handler: @escaping Handler
  ) throws(HTTPServerError) {
    guard Self.hasLibrary else { throw .noLibrary }
    let socket = try ListenSocket(address)
    self.address = ListenAddress(host: address.host, port: socket.port)
    isSecure = tls != nil
    let core: ServerCore
    do throws(HTTPServerError) {
      core = ServerCore(
        limits: limits,
        connections: try limits.usableConnections(),
        isSecure: tls != nil,
        handler: handler
      )
    } catch {
      close(socket.handle)
      throw error
    }
    self.core = core
    daemon = Locked(try Daemon(socket: socket, tls: tls, threads: threads, core: core))
    sweeper = Sweeper(core)
  }

  deinit {
    stop(within: .zero)
  }

  /// The base URL of the server, without a trailing slash.
  public var url: String { "\(isSecure ? "https" : "http")://\(address)" }

  /// The number of open connections.
  public var connectionCount: Int { core.connectionCount }

  /// Refuses new connections; requests on the open ones are served until the server is stopped.
  ///
  /// When the stream of a client ends and the client reconnects, its connection is refused, as if the
  /// program had ended, and the client retries later. After a response such as 503, some clients would
  /// not reconnect.
  public func stopListening() {
    daemon.withLock { $0?.stopListening() }
  }

  /// Refuses new connections, finishes the current responses and streams, and closes all connections.
  ///
  /// A new request, or one whose handler has not responded yet, gets no response: its connection is
  /// closed, as if the program had ended. Blocks the calling thread; later calls do nothing.
  ///
  /// - Parameter grace: The longest wait for responses that are being sent; there is no wait for clients
  ///   that do not read their responses.
  public func stop(within grace: Duration = .seconds(1)) {
    let daemon = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    guard let daemon else { return }
    daemon.stopListening()
    core.beginStop()
    let deadline = ContinuousClock.now + grace
    while core.isBusy, ContinuousClock.now < deadline { usleep(5_000) }
    daemon.stop()
  }
}

/// A thread that ends the connections of slow and of disconnected clients, once a second.
final class Sweeper: Sendable {
  private let signal: StopSignal

  /// Starts the thread; `nil` if the system has no free thread or descriptor.
  init?(_ core: ServerCore) {
    guard let signal = StopSignal(),
      BackgroundThread.start({
        // Waits without a timeout while there are no connections, so that an idle program is not woken.
        while signal.wait(for: core.opened.handle, timeout: core.connectionCount > 0 ? 1_000 : -1)
          != nil
        {
          core.opened.reset()
          core.endConnections()
        }
      })
    else { return nil }
    self.signal = signal
  }

  deinit {
    signal.send()
  }
}
