import Glibc
import Locking
import Networking

/// A cluster of etcd members on this machine, whose data is in a temporary folder.
///
/// The members end with the test process, or when the cluster is released.
package final class LocalEtcd: Sendable {
  /// The error if the cluster cannot be started.
  package struct Failure: Error {
    package let reason: String
  }

  /// The cluster that tests share, each with a namespace of its own.
  package static let shared = Result { try LocalEtcd() }

  /// The members; their number does not change.
  package let members: [Member]
  private let folder: TemporaryFolder
  private let certificates: Certificates?
  private static let namespaceNumber = Locked(0)

  /// Starts a cluster, without waiting until it is ready.
  ///
  /// - Parameters:
  ///   - memberCount: The number of members.
  ///   - arguments: Additional arguments of each member.
  ///   - certificates: The certificates of the members for TLS; `nil` for members without TLS.
  /// - Throws: An error if etcd cannot be started.
  package init(
    memberCount: Int = 1,
    arguments: [String] = [],
    certificates: Certificates? = nil
  ) throws {
    let folder = try TemporaryFolder()
    let ports = try (0..<memberCount).map { _ in try Ports() }
    let cluster = ports.enumerated().map { "m\($0)=http://127.0.0.1:\($1.peer.port)" }
    let common =
      arguments + (certificates?.arguments ?? [])
      + ["--initial-cluster", cluster.joined(separator: ",")]
    members = try ports.enumerated().map { number, ports in
      try Member(
        name: "m\(number)",
        folder: folder.path(of: "m\(number)"),
        ports: ports,
        scheme: certificates == nil ? "http" : "https",
        arguments: common
      )
    }
    self.folder = folder
    self.certificates = certificates
  }

  /// Returns the text of an address of a namespace in the shared cluster that no other test uses, once the
  /// cluster is ready.
  package static func sharedAddress() async throws -> String {
    let etcd = try shared.get()
    try await etcd.waitUntilReady()
    return etcd.newAddress()
  }

  /// Returns the text of an address of a namespace that no other test uses.
  package func newAddress() -> String {
    let number = Self.namespaceNumber.withLock { number in
      number += 1
      return number
    }
    return address(namespace: "test-\(number)")
  }

  /// Returns the text of the address of a namespace.
  package func address(namespace: String) -> String {
    let scheme = certificates == nil ? "etcd" : "etcds"
    return
      "\(scheme)://\(members.map { "127.0.0.1:\($0.port)" }.joined(separator: ","))/\(namespace)"
  }

  /// Waits until every running member serves requests.
  package func waitUntilReady() async throws {
    for member in members where member.isRunning { try await member.waitUntilReady() }
  }
}

extension LocalEtcd {
  /// The certificates of members that use TLS, and that require a certificate of each client.
  package struct Certificates: Sendable {
    /// The certificate of each member.
    package let server: LocalAuthority.Certificate
    /// The authority of the clients.
    package let clients: LocalAuthority

    /// Creates the certificates of a cluster.
    package init(server: LocalAuthority.Certificate, clients: LocalAuthority) {
      self.server = server
      self.clients = clients
    }

    fileprivate var arguments: [String] {
      [
        "--cert-file", server.path, "--key-file", server.keyPath, "--client-cert-auth",
        "--trusted-ca-file", clients.root.path,
      ]
    }
  }

  /// The reserved ports of a member; the last port serves metrics and the health of the member without TLS.
  ///
  /// The ports are reserved for as long as the sockets are bound: etcd can listen at them, because all
  /// sockets allow the reuse of the address.
  struct Ports: Sendable {
    let client: LocalSocket
    let peer: LocalSocket
    let metrics: LocalSocket

    init() throws {
      client = try LocalSocket(host: "127.0.0.1", port: 0)
      peer = try LocalSocket(host: "127.0.0.1", port: 0)
      metrics = try LocalSocket(host: "127.0.0.1", port: 0)
    }
  }
}

extension LocalEtcd {
  /// One member of a cluster, which can be killed, paused and started again.
  package final class Member: Sendable {
    private struct State {
      /// The shell that kills etcd when the pipe of its input is closed.
      var guardian: pid_t?
      var input: Int32 = -1
    }

    /// The port for clients.
    package let port: Int
    private let command: String
    private let folder: String
    private let ports: Ports
    private let state = Locked(State())

    init(
      name: String,
      folder: String,
      ports: Ports,
      scheme: String,
      arguments: [String]
    ) throws {
      let url = "\(scheme)://127.0.0.1:\(ports.client.port)"
      let peerURL = "http://127.0.0.1:\(ports.peer.port)"
      let all =
        [
          "etcd", "--name", name, "--data-dir", folder, "--listen-client-urls", url,
          "--advertise-client-urls", url, "--listen-peer-urls", peerURL,
          "--initial-advertise-peer-urls", peerURL, "--listen-metrics-urls",
          "http://127.0.0.1:\(ports.metrics.port)", "--heartbeat-interval", "50",
          "--election-timeout", "500", "--log-level", "error",
        ] + arguments
      command = all.map { "'\($0)'" }.joined(separator: " ")
      self.folder = folder
      port = Int(ports.client.port)
      self.ports = ports
      try start()
    }

    deinit {
      kill()
    }

    /// Whether the member was started and not killed.
    package var isRunning: Bool { state.withLock { $0.guardian != nil } }

    /// Starts the member; its data remains from an earlier run.
    package func start() throws {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw Failure(reason: "no pipe") }
      // Other children of this process must not inherit the writing end.
      _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
      defer { close(ends[0]) }
      let guarded = "\(command) & echo $! > '\(folder).pid'; read -r line; kill -KILL $!; wait"
      guard let guardian = Shell.start(guarded, output: nil, input: ends[0]) else {
        close(ends[1])
        throw Failure(reason: "etcd cannot be started")
      }
      state.withLock { $0 = State(guardian: guardian, input: ends[1]) }
    }

    /// Ends the member by SIGKILL, and waits for its end.
    package func kill() {
      let former = state.withLock { state in
        defer { state = State() }
        return state
      }
      guard let guardian = former.guardian else { return }
      close(former.input)
      waitpid(guardian, nil, 0)
    }

    /// Removes the data of a member that was killed.
    package func wipe() {
      _ = Shell.run("rm -r '\(folder)'")
    }

    /// Sends a signal to the member; returns after a SIGSTOP when the member has stopped.
    package func signal(_ signal: Int32) {
      let isRunning = "kill -0 $pid && ! grep -q '^State:.T' /proc/$pid/status"
      let wait = signal == SIGSTOP ? "; while \(isRunning); do :; done" : ""
      _ = Shell.run("pid=$(cat '\(folder).pid'); kill -\(signal) $pid\(wait)")
    }

    /// Returns the URL of `/health` or `/metrics`, which need no TLS.
    package func url(_ path: String) -> String {
      "http://127.0.0.1:\(ports.metrics.port)\(path)"
    }

    /// Waits until the member serves requests, at most for 30 seconds.
    package func waitUntilReady() async throws {
      var configuration = HTTPClient.Configuration()
      configuration.proxy = .none
      let client = HTTPClient(configuration: configuration)
      let end = ContinuousClock.now + .seconds(30)
      while ContinuousClock.now < end {
        // Drops the error: the member does not listen yet.
        let response = try? await client.send(HTTPRequest(url: url("/health")))
        if let response, String(decoding: response.body, as: UTF8.self).contains("\"true\"") {
          return
        }
        await Task.yield()
      }
      throw Failure(reason: "the member at port \(port) is not ready after 30 seconds")
    }
  }
}
