import Networking
import TestSupport
import Testing

/// Tests a libcurl that lacks options, each time in a separate process.
@Suite(.enabled(if: LibcurlShim.isAvailable, "there is no C compiler or no libcurl"))
struct OldLibraryTests {
  @Test func `before libcurl 7.85, a redirect to ftp throws schemeNotAllowed`() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      // The options CURLOPT_PROTOCOLS_STR and CURLOPT_REDIR_PROTOCOLS_STR were added in libcurl
      // 7.85.
      Libcurl.load(from: try LibcurlShim.compile(in: folder))
      LibcurlShim.refuse([10_318, 10_319])
      let target = try LocalServer { _ in .text("") }
      let port = target.port
      let server = try LocalServer { request in
        request.target == "/" ? .redirect(to: "ftp://127.0.0.1:\(port)/x") : .text("http")
      }
      let client = HTTPClient(configuration: .forTests)
      await #expect(throws: HTTPError.schemeNotAllowed("ftp", host: "127.0.0.1")) {
        try await client.send(HTTPRequest(url: server.url()))
      }
      #expect(target.connectionCount == 0)
      #expect(try await client.send(HTTPRequest(url: server.url("/http"))).text == "http")
    }
  }

  @Test(.enabled(if: LocalTLSServer.isAvailable, "openssl is not installed"))
  func `before libcurl 7.85, a redirect from https to http throws schemeNotAllowed`() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      Libcurl.load(from: try LibcurlShim.compile(in: folder))
      LibcurlShim.refuse([10_318, 10_319])
      let plain = try LocalServer { _ in .text("plain") }
      let head = LocalResponse.head(302, [("Location", plain.url()), ("Content-Length", "0")])
      let sealed = try LocalTLSServer(
        name: "IP:127.0.0.1",
        text: String(decoding: head, as: UTF8.self),
        isWholeResponse: true
      )
      var configuration = HTTPClient.Configuration.forTests
      configuration.certificateAuthorities = sealed.certificate
      let client = HTTPClient(configuration: configuration)
      var request = HTTPRequest(url: sealed.url())
      request.isHTTPSOnly = true
      await #expect(throws: HTTPError.schemeNotAllowed("http", host: "127.0.0.1")) {
        try await client.send(request)
      }
      #expect(plain.connectionCount == 0)
      request.isHTTPSOnly = false
      #expect(try await client.send(request).text == "plain", "the server does redirect")
    }
  }

  @Test func `no request is sent if libcurl lacks an option that restricts requests`() async throws
  {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      Libcurl.load(from: try LibcurlShim.compile(in: folder))
      let server = try LocalServer { _ in .text("sent") }
      let client = HTTPClient(configuration: .forTests)
      for (option, number) in [
        ("PROTOCOLS", 181), ("REDIR_PROTOCOLS", 182), ("FOLLOWLOCATION", 52), ("MAXREDIRS", 68),
        ("CONNECTTIMEOUT_MS", 156), ("MAXFILESIZE_LARGE", 30_117), ("PROXY", 10_004),
      ] {
        LibcurlShim.refuse([10_318, 10_319, number])
        let error = await #expect(throws: HTTPError.self) {
          try await client.send(HTTPRequest(url: server.url()))
        }
        let message = error?.description ?? ""
        #expect(message.hasPrefix("libcurl/"))
        #expect(message.hasSuffix(" does not accept the option \(option), so no request is sent"))
      }
      #expect(server.connectionCount == 0)
      LibcurlShim.refuse([])
      #expect(try await client.send(HTTPRequest(url: server.url())).text == "sent")
    }
  }
}
