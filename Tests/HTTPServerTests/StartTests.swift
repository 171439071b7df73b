import Glibc
import HTTPServer
import Locking
import TestSupport
import Testing

/// Tests the addresses of servers, and the errors of servers that cannot start.
@Suite(.tags(.concurrent))
struct StartTests {
  @Test(
    arguments: [
      ("127.0.0.1:8016", "127.0.0.1", 8016, true), ("8016", "127.0.0.1", 8016, true),
      ("[::1]:0", "::1", 0, true), ("0.0.0.0:80", "0.0.0.0", 80, false),
      ("localhost:1", "localhost", 1, true), ("[::]:65535", "::", 65535, false),
      ("flags.example.test:80", "flags.example.test", 80, false),
      ("127.9.9.9:80", "127.9.9.9", 80, true),
    ] as [(String, String, UInt16, Bool)]
  )
  func `a listen address is parsed to its host and port`(
    text: String,
    host: String,
    port: UInt16,
    isLoopback: Bool
  ) throws {
    let address = try ListenAddress(text)
    #expect(address == ListenAddress(host: host, port: port))
    #expect(address.isLoopback == isLoopback)
  }

  @Test(arguments: ["", ":80", "host:", "host:65536", "host:-1", "::1:80", "host:８０", "host:+8"])
  func `a malformed address throws badAddress`(text: String) {
    #expect(throws: HTTPServerError.badAddress(text)) { try ListenAddress(text) }
  }

  @Test func `a port that another server uses throws notBound`() throws {
    let first = try HTTPServer.echo()
    let error = HTTPServerError.notBound("\(first.address)", .addressInUse)
    #expect(throws: error) { try HTTPServer(first.address) { _ in .response(.text("")) } }
  }

  @Test func `a host name that cannot be resolved throws unknownHost`() {
    let address = ListenAddress(host: LocalServer.unknownHost, port: 0)
    #expect {
      try HTTPServer(address) { _ in .response(.text("")) }
    } throws: { error in
      guard case HTTPServerError.unknownHost(LocalServer.unknownHost, _) = error else {
        return false
      }
      return true
    }
  }

  @Test func `a certificate that is not PEM throws badCertificate`() {
    let tls = HTTPServer.TLS(certificate: "not a certificate", key: "not a key")
    #expect {
      try HTTPServer(.anyPort, tls: tls) { _ in .response(.text("")) }
    } throws: { error in
      guard case HTTPServerError.badCertificate(let reason) = error else { return false }
      return !reason.isEmpty
    }
  }

  @Test func `a failed start of a server closes no file descriptor of other threads`() async throws
  {
    let isDone = Locked(false)
    async let failures = onThread {
      var failures = 0
      while !isDone.withLock({ $0 }) {
        let handle = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if handle < 0 || close(handle) != 0 { failures += 1 }
      }
      return failures
    }
    let tls = HTTPServer.TLS(certificate: "not a certificate", key: "not a key")
    for _ in 0..<300 {
      #expect(throws: HTTPServerError.self) {
        try HTTPServer(.anyPort, tls: tls) { _ in .response(.text("")) }
      }
    }
    isDone.withLock { $0 = true }
    #expect(try await failures == 0)
  }
}
