import Glibc
import TestSupport
import Testing

@testable import Networking

/// Tests the choice of the proxy by environment variables, and the errors of a proxy.
struct ProxyTests {
  @Test(
    arguments: [
      ("https://h.test/", ["https_proxy": "http://p:3128"], "p:3128 https_proxy"),
      ("https://h.test/", ["HTTPS_PROXY": "p:8"], "p:8 HTTPS_PROXY"),
      (
        "https://h.test/", ["https_proxy": "", "all_proxy": "socks5h://u:pw@p"], "p:1080 all_proxy"
      ),
      ("https://h.test/", ["ALL_PROXY": "https://[::1]/x"], "[::1]:443 ALL_PROXY"),
      ("http://h.test/", ["HTTP_PROXY": "p:8"], nil),
      ("http://h.test/", ["http_proxy": "http://[::1]:8/"], "[::1]:8 http_proxy"),
      ("http://h.test/", ["https_proxy": "p:8"], nil),
      ("http://a.h.test/", ["http_proxy": "p:8", "no_proxy": "x.test, .h.TEST"], nil),
      ("http://ah.test/", ["http_proxy": "p:8", "NO_PROXY": "h.test"], "p:8 http_proxy"),
      ("http://h.test/", ["http_proxy": "p:8", "no_proxy": "*"], nil),
      ("http://10.1.2.3/", ["http_proxy": "p:8", "no_proxy": "10.0.0.0/8"], nil),
      ("http://11.1.2.3/", ["http_proxy": "p:8", "no_proxy": "10.0.0.0/8"], "p:8 http_proxy"),
      ("http://[fe80::1]/", ["http_proxy": "p:8", "no_proxy": "fe80::/10"], nil),
    ] as [(String, [String: String], String?)]
  )
  func `the proxy for a URL is read from the same environment variable as in libcurl`(
    url: String,
    variables: [String: String],
    expected: String?
  ) throws {
    let proxy = HTTPProxy(of: try HTTPAddress(url)) { variables[$0] }
    #expect(proxy.map { "\($0.host):\($0.port) \($0.variable ?? "")" } == expected)
  }

  @Test func `the error of a proxy that refuses the connection names the proxy and its variable`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      let closed = try LocalServer { _ in .silent }
      closed.stop()
      setenv("no_proxy", "", 1)
      for (scheme, variable) in [("http", "http_proxy"), ("https", "https_proxy")] {
        setenv(variable, "http://ana:secret@127.0.0.1:\(closed.port)", 1)
        let request = HTTPRequest(url: "\(scheme)://flags.example.test/")
        let proxy = HTTPProxy("127.0.0.1:\(closed.port)", variable: variable)
        let error = await #expect(throws: HTTPError.self) { try await HTTPClient().send(request) }
        #expect(error == .proxy(proxy, .refused(host: "127.0.0.1", port: Int(closed.port))))
        #expect(error.map { "\($0)".contains("secret") } == false)
      }
    }
  }

  @Test(arguments: [("http", 407), ("https", 407), ("https", 502)])
  func `a status that only a proxy sends is reported as a status of the proxy`(
    scheme: String,
    status: Int
  ) async throws {
    let gateway = try LocalServer { _ in .text("no", status: status) }
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .address(gateway.url(""))
    let client = HTTPClient(configuration: configuration)
    let request = HTTPRequest(url: "\(scheme)://flags.example.test/")
    let proxy = HTTPProxy(gateway.url(""), variable: nil)
    await #expect(throws: HTTPError.proxyStatus(proxy, status)) { try await client.send(request) }
  }

  @Test func `the error of a proxy that is not found or does not respond names the proxy`()
    async throws
  {
    let silent = try LocalServer { _ in .silent }
    for (address, cause) in [
      (
        "http://\(LocalServer.unknownHost):8",
        HTTPError.nameNotFound(host: LocalServer.unknownHost)
      ),
      (silent.url(""), .timedOut(.connect, .deadline)),
    ] {
      var configuration = HTTPClient.Configuration()
      configuration.proxy = .address(address)
      var request = HTTPRequest(url: "https://flags.example.test/")
      if case .timedOut = cause { request.deadline = .milliseconds(300) }
      let client = HTTPClient(configuration: configuration)
      let proxy = HTTPProxy(address, variable: nil)
      await #expect(throws: HTTPError.proxy(proxy, cause)) { try await client.send(request) }
    }
  }
}
