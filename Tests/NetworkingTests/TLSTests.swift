import Foundation
import Networking
import TestSupport
import Testing

/// Tests certificates and TLS handshakes.
@Suite(.enabled(if: LocalTLSServer.isAvailable, "openssl is not installed"))
struct TLSTests {
  @Test func `a certificate is accepted only if a trusted authority has signed it`() async throws {
    let server = try LocalTLSServer(name: "IP:127.0.0.1", text: "encrypted")
    let request = HTTPRequest(url: server.url())
    await #expect(throws: HTTPError.tls(host: "127.0.0.1", .untrusted)) {
      try await HTTPClient(configuration: .forTests).send(request)
    }
    var configuration = HTTPClient.Configuration.forTests
    configuration.certificateAuthorities = server.certificate
    var only = request
    only.isHTTPSOnly = true
    let response = try await HTTPClient(configuration: configuration).send(only)
    #expect(response.text == "encrypted")
    #expect(response.timings.tls > .zero)
  }

  @Test func `a certificate for a different host throws wrongHost`() async throws {
    let server = try LocalTLSServer(name: "DNS:other.test", text: "encrypted")
    var configuration = HTTPClient.Configuration.forTests
    configuration.certificateAuthorities = server.certificate
    let client = HTTPClient(configuration: configuration)
    await #expect(throws: HTTPError.tls(host: "127.0.0.1", .wrongHost)) {
      try await client.send(HTTPRequest(url: server.url()))
    }
  }

  @Test func `a request to a server that never completes the TLS handshake times out`() async throws
  {
    // A plain server waits for the rest of the HTTP request, and never completes the TLS handshake.
    let server = try LocalServer { _ in .text("plain") }
    let client = HTTPClient(configuration: .forTests)
    var request = HTTPRequest(url: "https://127.0.0.1:\(server.port)/")
    request.connectLimit = .milliseconds(200)
    await #expect(throws: HTTPError.timedOut(.tls, .connect)) { try await client.send(request) }
  }

  @Test func `an unusable file of certificate authorities is named in the error`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("no certificate", to: "a.txt")
    let server = try LocalServer { _ in .text("") }
    for path in ["/nowhere/at-all.pem", folder.path(of: "a.txt")] {
      var configuration = HTTPClient.Configuration.forTests
      configuration.certificateAuthorities = path
      let client = HTTPClient(configuration: configuration)
      await #expect(throws: HTTPError.badAuthorities(path: path)) {
        try await client.send(HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
      }
    }
  }

  @Test func `the issuer and the validity of a certificate can be read even if it is not trusted`()
    throws
  {
    let authority = try LocalAuthority()
    let server = try LocalTLSServer(authority.issue("old", isExpired: true), text: "encrypted")
    let certificate = try #require(
      ServerCertificate(of: server.url(), through: .none, within: .seconds(10))
    )
    #expect(certificate.issuer == "CN = authority")
    let now = Int64(Date().timeIntervalSince1970)
    #expect(abs(certificate.start - now) < 600)
    #expect(abs(certificate.end + 86_400 - now) < 600)
  }

  @Test func `a server without TLS has no certificate, and gets no request when it is checked`()
    throws
  {
    let server = try LocalServer { _ in .text("plain") }
    let limit = Duration.milliseconds(300)
    #expect(ServerCertificate(of: server.url(), through: .none, within: limit) == nil)
    #expect(server.connectionCount == 0)
    let url = "https://127.0.0.1:\(server.port)/"
    #expect(ServerCertificate(of: url, through: .none, within: limit) == nil)
    #expect(server.requests.isEmpty)
  }
}
