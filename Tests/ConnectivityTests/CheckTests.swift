import Foundation
import Networking
import TestSupport
import Testing

@testable import Connectivity

struct CheckTests {
  @Test(
    arguments: [
      // The number of successes, the number of probes, and a letter for each of ten thresholds:
      // Y if the threshold is met, otherwise n.
      (0, 0, "nnnnnnnnnn"), (0, 1, "nnnnnnnnnn"), (1, 1, "YYYYYYYYYY"), (0, 2, "nnnnnnnnnn"),
      (1, 2, "YYYYYnnnnn"), (2, 2, "YYYYYYYYYY"), (0, 3, "nnnnnnnnnn"), (1, 3, "YYYnnnnnnn"),
      (2, 3, "YYYYYYYnnn"), (3, 3, "YYYYYYYYYY"), (0, 4, "nnnnnnnnnn"), (1, 4, "YYnnnnnnnn"),
      (2, 4, "YYYYYnnnnn"), (3, 4, "YYYYYYYYYn"), (4, 4, "YYYYYYYYYY"),
    ])
  func `a check succeeds if the percentage of successful probes reaches the threshold`(
    successes: Int,
    total: Int,
    expected: String
  ) async throws {
    let server = try LocalServer { .text($0.target.hasPrefix("/yes") ? successPage : "no") }
    let addresses = try (0..<total).map { index in
      try #require(URL(string: server.url(index < successes ? "/yes\(index)" : "/no\(index)")))
    }
    let thresholds = [0, 25, 33.3, 33.34, 50, 50.1, 66.6, 66.7, 75, 100]
    let connectivity = checker(settings(addresses.reversed()))
    for (threshold, letter) in zip(thresholds, expected) {
      connectivity.successThreshold = Connectivity.Percentage(threshold)
      let report = await connectivity.check()
      #expect(report.isConnected == (letter == "Y"), "\(successes) of \(total) at \(threshold)")
      #expect(report.isConnected == (report.successes >= report.required))
      #expect(connectivity.isConnected == report.isConnected)
      #expect(report.probes.map(\.url) == addresses.reversed().map(\.absoluteString))
    }
  }

  @Test func `a check ends as soon as the threshold is met`() async throws {
    let server = try LocalServer { $0.target == "/slow" ? .silent : .text(successPage) }
    let addresses = try urls(server.url("/slow"), server.url("/"))
    let configuration = settings(addresses).configureTimeout(.seconds(60))
    let report = await checker(configuration).check()
    #expect(report.status == .connectedViaEthernet)
    #expect(report.probes.map(\.outcome) == [.notNeeded, .succeeded])
    #expect(report.score == Connectivity.Percentage(50))
  }

  @Test func `a check ends as soon as the threshold cannot be met any more`() async throws {
    let server = try LocalServer { $0.target == "/slow" ? .silent : .text("", status: 404) }
    let addresses = try urls(server.url("/slow"), server.url("/"))
    let configuration = settings(addresses, threshold: 100).configureTimeout(.seconds(60))
    let report = await checker(configuration).check()
    #expect(report.status == .connectedViaEthernetWithoutInternet)
    #expect(report.probes.map(\.outcome) == [.notNeeded, .failed(.unexpectedStatus(404))])
  }

  @Test(arguments: [302, 404, 500, 503])
  func `a status outside 200 to 299 is a failure, even with the expected body`(status: Int)
    async throws
  {
    let server = try LocalServer { _ in .text(successPage, status: status) }
    let report = await checker(settings(try urls(server.url()))).check()
    #expect(report.probes.map(\.outcome) == [.failed(.unexpectedStatus(status))])
    #expect(report.probes.map(\.status) == [status])
    #expect(report.captivePortal == nil)
  }

  @Test(.tags(.timed)) func `a timeout, a closed port and an unknown host are different failures`()
    async throws
  {
    let silent = try LocalServer { _ in .silent }
    let closed = try LocalServer { _ in .silent }
    closed.stop()
    let addresses = try urls(silent.url(), closed.url(), "http://\(LocalServer.unknownHost)/")
    let connectivity = checker(settings(addresses, threshold: 1))
    connectivity.timeout = .milliseconds(300)
    let report = await connectivity.check()
    #expect(
      report.probes.map(\.outcome) == [
        .failed(.noResponse(.timedOut(.firstByte, .deadline))),
        .failed(.noResponse(.refused(host: "127.0.0.1", port: Int(closed.port)))),
        .failed(.noResponse(.nameNotFound(host: LocalServer.unknownHost))),
      ]
    )
    #expect(report.probes.allSatisfy { $0.status == nil && $0.timings == nil })
    #expect(report.probes[0].duration >= .milliseconds(300))
  }

  @Test func `an http URL is omitted unless plain HTTP is allowed`() async throws {
    let server = try LocalServer { _ in .text(successPage) }
    let connectivity = checker(settings([]).configureHTTPSOnly(true))
    let plain = try #require(URL(string: server.url()))
    let bogus = try #require(URL(string: "httpsx://127.0.0.1/"))
    let secure = try #require(URL(string: "HTTPS://127.0.0.1:1/"))
    connectivity.connectivityURLs = [plain, bogus, secure]
    #expect(connectivity.connectivityURLs == [secure])
    let report = await connectivity.check()
    #expect(report.refusedURLs == [plain.absoluteString, bogus.absoluteString])
    #expect(report.probes.map(\.url) == [secure.absoluteString])
    #expect(server.connectionCount == 0)
    connectivity.isHTTPSOnly = false
    #expect(connectivity.connectivityURLs.count == 3)
    connectivity.successThreshold = Connectivity.Percentage(30)
    #expect(await connectivity.status() == .connectedViaEthernet)
  }

  @Test(
    arguments: [
      (nil, nil, "own"), ("t", nil, "Bearer t"), (nil, "Basic x", "Basic x"),
      ("t", "Basic x", "Basic x"),
    ] as [(String?, String?, String)]
  )
  func `an authorization header takes precedence over a bearer token`(
    bearer: String?,
    header: String?,
    sent: String
  ) async throws {
    let server = try LocalServer { _ in .text(successPage) }
    let url = try #require(URL(string: server.url()))
    var request = ConnectivityURLRequest(url: url)
    request.setValue("own", forHTTPHeaderField: "Authorization")
    let connectivity = checker(settings([]).configureProbes(requests: [request]))
    connectivity.bearerToken = bearer
    connectivity.authorizationHeader = header
    #expect(await connectivity.check().isConnected)
    #expect(server.requests.first?.headers["authorization"] == sent)
  }

  @Test func `each check opens new connections`() async throws {
    let server = try LocalServer { _ in .text(successPage) }
    let connectivity = checker(settings(try urls(server.url())))
    for _ in 0..<3 { _ = await connectivity.check() }
    #expect(server.connectionCount == 3)
  }

  @Test func `a single check calls its completion, but not the closures of the notifier`()
    async throws
  {
    let server = try LocalServer { _ in .text(successPage) }
    let connectivity = checker(settings(try urls(server.url())))
    connectivity.whenConnected = { _ in Issue.record("called without the notifier") }
    #expect(connectivity.status == .determining)
    let status = await withCheckedContinuation { continuation in
      connectivity.checkConnectivity { continuation.resume(returning: $0.status) }
    }
    #expect(status == .connectedViaEthernet)
    #expect(connectivity.isConnectedViaEthernet)
    #expect(!connectivity.isConnectedViaWiFi)
    #expect(connectivity.availableInterfaces == [.ethernet, .loopback])
    #expect("\(connectivity)" == "Ethernet with Internet access")
  }

  @Test func `a cancelled check ends at once and leaves the status unchanged`() async throws {
    let server = try LocalServer { _ in .silent }
    let connectivity = checker(settings(try urls(server.url())))
    let check = Task { await connectivity.check() }
    await server.waitForRequests()
    check.cancel()
    let report = await check.value
    #expect(report.status == .determining)
    #expect(connectivity.status == .determining)
  }

  @Test
  func `an instance has the original framework's defaults, and its creation sends no request`() {
    let connectivity = Connectivity()
    #expect(
      connectivity.connectivityURLs.map(\.absoluteString) == [
        "https://www.apple.com/library/test/success.html",
        "https://captive.apple.com/hotspot-detect.html",
      ]
    )
    #expect(!connectivity.isPollingEnabled)
    #expect(!connectivity.pollWhileOfflineOnly)
    #expect(connectivity.pollingInterval == 10)
    #expect(connectivity.successThreshold == Connectivity.Percentage(50))
    #expect(connectivity.validationMode == .containsExpectedResponseString)
    #expect(connectivity.timeout == .seconds(5))
    let configured = Connectivity(configuration: ConnectivityConfiguration())
    #expect(configured.isPollingEnabled)
    #expect(configured.pollWhileOfflineOnly)
    let plain = Connectivity(shouldUseHTTPS: false)
    #expect(plain.connectivityURLs.count == 8)
    #expect(connectivity.isHTTPSOnly)
    #expect(plain.connectivityURLs.allSatisfy { $0.scheme == "http" })
  }
}
