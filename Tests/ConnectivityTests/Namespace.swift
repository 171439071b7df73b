import Glibc
import TestSupport
import Testing

@testable import Connectivity

/// Two network namespaces joined by a veth pair: an inner one for the program under test, and an
/// outer one for the router and the servers.
///
/// The deinit removes both.
final class Namespace: Sendable {
  struct Failure: Error {
    let command: String
  }

  /// The reason why this machine cannot create namespaces; `nil` if it can.
  static let obstacle: String? = {
    let name = "halyard-try-\(getpid())"
    let isPossible = run("ip netns add \(name)") && run("ip -n \(name) link set lo up")
    // Where only the first command is permitted, its namespace must not be left.
    let isRemoved = run("ip netns del \(name)")
    return isPossible && isRemoved ? nil : "network namespaces need root, ip and CAP_SYS_ADMIN"
  }()

  /// The IP address of the router, which is the gateway of default routes.
  static let router = "198.51.100.1"
  /// The IP address of a server behind the router.
  static let server = "203.0.113.1"

  let inside: String
  let outside: String

  init() throws {
    let name = "halyard-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    inside = name + "-in"
    outside = name + "-out"
    try command("ip netns add \(inside)")
    try command("ip netns add \(outside)")
    try command("ip -n \(inside) link set lo up")
    try command("ip -n \(inside) link add cable0 type veth peer name cable1 netns \(outside)")
    try command("ip -n \(outside) addr add \(Self.router)/24 dev cable1")
    try command("ip -n \(outside) link set cable1 up")
    try command("ip -n \(outside) link set lo up")
    try command("ip -n \(outside) addr add \(Self.server)/32 dev lo")
  }

  deinit {
    _ = Self.run("ip netns del \(inside)")
    _ = Self.run("ip netns del \(outside)")
  }

  /// Runs the program `ip` with the given arguments in the inner namespace.
  func ip(_ arguments: String) throws {
    try command("ip -n \(inside) \(arguments)")
  }

  /// Runs a closure on a thread of the inner or the outer namespace.
  ///
  /// Threads and sockets that the closure creates inherit the namespace.
  func make<Value: Sendable>(
    in name: String,
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      startThread {
        let handle = open("/run/netns/\(name)", O_RDONLY | O_CLOEXEC)
        defer { close(handle) }
        guard handle >= 0, Self.enter(handle) else {
          continuation.resume(throwing: Failure(command: "setns \(name)"))
          return
        }
        continuation.resume(with: Result { try work() })
      }
    }
  }

  /// Calls `setns`, which Glibc does not export to Swift; it changes the namespace of the thread.
  private static func enter(_ handle: Int32) -> Bool {
    typealias Call = @convention(c) (Int32, Int32) -> Int32
    guard let symbol = dlsym(nil, "setns") else { return false }
    let networks: Int32 = 0x4000_0000
    return unsafeBitCast(symbol, to: Call.self)(handle, networks) == 0
  }

  private func command(_ text: String) throws {
    guard Self.run(text) else { throw Failure(command: text) }
  }

  private static func run(_ text: String) -> Bool {
    Shell.run(text + " 2>/dev/null") == 0
  }
}
