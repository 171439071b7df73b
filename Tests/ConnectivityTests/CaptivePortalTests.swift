import Foundation
import Networking
import TestSupport
import Testing

@testable import Connectivity

struct CaptivePortalTests {
  private func portal(_ response: LocalResponse) async throws -> (ConnectivityReport, LocalServer) {
    let server = try LocalServer { _ in response }
    return (await checker(settings(try urls(server.url()))).check(), server)
  }

  /// Probes a default URL through a local proxy, which sends the given response.
  private func probeDefaultURL(
    _ response: LocalResponse,
    expected: String = "Success"
  ) async throws -> ConnectivityReport {
    let gateway = try LocalServer { _ in response }
    var client = HTTPClient.Configuration()
    client.proxy = .address(gateway.url(""))
    let connectivity = Connectivity(
      settings: settings(try urls(page))
        .configureResponseValidation(.containsExpectedResponseString, expected: expected)
        .settings,
      client: HTTPClient(configuration: client),
      clock: ContinuousClock(),
      network: FakeInterfaces().network
    )
    return await connectivity.check()
  }

  private let page = "http://captive.apple.com/hotspot-detect.html"

  @Test func `a default URL with an unexpected HTML page is reported as a captive portal`()
    async throws
  {
    let report = try await probeDefaultURL(.loginPage)
    #expect(report.status == .connectedViaEthernetWithoutInternet)
    #expect("\(report)" == "Captive portal at captive.apple.com")
    #expect(
      report.captivePortal
        == CaptivePortal(
          host: "captive.apple.com",
          url: page,
          title: "Café Wi-Fi & Guests",
          sign: .unexpectedBody
        )
    )
  }

  @Test(arguments: [
    LocalResponse.text("\n <!DOCTYPE html><p>Log in</p>"),
    .text("Log in", headers: [("Content-Type", "Text/HTML; charset=utf-8")]),
  ])
  func `a response is HTML if its content type or its first character says so`(
    response: LocalResponse
  )
    async throws
  {
    #expect(try await probeDefaultURL(response).captivePortal?.sign == .unexpectedBody)
  }

  @Test func `a default URL with an unexpected body other than HTML is no captive portal`()
    async throws
  {
    let report = try await probeDefaultURL(.text("{}"))
    let failure = ConnectivityProbe.Failure.unexpectedBody(.contains("Success"), title: nil)
    #expect(report.probes.map(\.outcome) == [.failed(failure)])
    #expect(report.captivePortal == nil)
  }

  @Test
  func `a default URL with its usual page is no captive portal, even without the expected text`()
    async throws
  {
    let report = try await probeDefaultURL(.text(successPage), expected: "pong")
    let failure = ConnectivityProbe.Failure.unexpectedBody(.contains("pong"), title: "Success")
    #expect(report.probes.map(\.outcome) == [.failed(failure)])
    #expect(report.captivePortal == nil)
  }

  @Test func `an HTML page of a custom host without the expected text is an unexpected response`()
    async throws
  {
    let (report, server) = try await portal(.loginPage)
    let failure = ConnectivityProbe.Failure.unexpectedBody(
      .contains("Success"),
      title: "Café Wi-Fi & Guests"
    )
    #expect(report.probes.map(\.outcome) == [.failed(failure)])
    #expect(report.probes.map(\.status) == [200])
    #expect(report.captivePortal == nil)
    #expect(report.isInconclusive)
    #expect("\(report)" == "1 of 1 probes failed")
    #expect(server.connectionCount == 1)
  }

  @Test(
    arguments: [
      (.containsExpectedResponseString, "expected text \"pong\" not found"),
      (.equalsExpectedResponseString, "expected exactly the text \"pong\""),
      (.matchesRegularExpression, "no match of the expected expression \"pong\""),
    ] as [(ConnectivityResponseStringValidationMode, String)]
  )
  func `the description of an unexpected response names the expected text`(
    mode: ConnectivityResponseStringValidationMode,
    description: String
  ) async throws {
    let server = try LocalServer { _ in .text("<title>Index</title>") }
    let configuration = settings(try urls(server.url()))
      .configureResponseValidation(mode, expected: "pong")
    guard case .failed(let failure) = await checker(configuration).check().probes.first?.outcome
    else { throw Mismatch() }
    #expect("\(failure)" == "unexpected response: \(description), page title \"Index\"")
  }

  @Test func `a response that a custom validator rejects is unexpected`() async throws {
    let server = try LocalServer { _ in .text("pong") }
    let validator = ConnectivityResponseContainsStringValidator(expectedResponse: "ping")
    let configuration = settings(try urls(server.url())).configureValidator(validator)
    let outcomes = await checker(configuration).check().probes.map(\.outcome)
    #expect(outcomes == [.failed(.unexpectedBody(.custom, title: nil))])
  }

  private struct Mismatch: Error {}

  @Test func `a redirect to another host is reported as a captive portal with that host`()
    async throws
  {
    let login = try LocalServer(host: "127.0.0.2") { _ in .loginPage }
    let (report, _) = try await portal(.redirect(to: login.url("/login")))
    let portal = try #require(report.captivePortal)
    #expect(portal.host == "127.0.0.2")
    #expect(portal.url == login.url("/login"))
    #expect(portal.sign == .redirect)
  }

  @Test func `a redirect to an unreachable host is reported as a captive portal with that host`()
    async throws
  {
    let (report, _) = try await portal(.redirect(to: "http://\(LocalServer.unknownHost)/"))
    let found = CaptivePortal(
      host: LocalServer.unknownHost,
      url: nil,
      title: nil,
      sign: .redirect
    )
    #expect(report.captivePortal == found)
  }

  /// A page with a form, which asks for a login.
  private static let form = LocalResponse.text(
    "<html><head><title>Welcome</title></head><body><FORM action=/go><input></FORM></body></html>",
    headers: [("Content-Type", "text/html")]
  )

  @Test func `a redirect to a page of the same host is reported as a captive portal`()
    async throws
  {
    let server = try LocalServer { request in
      request.target == "/portal" ? .loginPage : .redirect(to: "/portal")
    }
    let report = await checker(settings(try urls(server.url()))).check()
    #expect(report.captivePortal?.sign == .redirect)
    #expect(report.captivePortal?.url == server.url("/portal"))
  }

  @Test func `a redirect of the same host to the expected page is a success`() async throws {
    let server = try LocalServer { request in
      request.target == "/end" ? .text(successPage) : .redirect(to: "/end")
    }
    #expect(await checker(settings(try urls(server.url()))).check().isConnected)
  }

  @Test(arguments: [
    form, .text("<meta http-equiv=\"refresh\" content=\"0;url=http://portal.test/\">"),
  ])
  func `a login page with status 200 in place of a custom URL is a captive portal`(
    page: LocalResponse
  ) async throws {
    let (report, _) = try await portal(page)
    #expect(report.captivePortal?.sign == .unexpectedBody)
  }

  @Test func `an expected page with a form is no captive portal`() async throws {
    let (report, _) = try await portal(.text("<form></form> Success"))
    #expect(report.isConnected)
  }

  @Test func `status 511 is reported as a captive portal`() async throws {
    let (report, _) = try await portal(.text(successPage, status: 511))
    #expect(report.captivePortal?.sign == .authenticationRequired)
  }

  @Test func `a redirect to another host is a captive portal, even with the expected page`()
    async throws
  {
    let end = try LocalServer(host: "127.0.0.2") { _ in .text(successPage) }
    let (report, _) = try await portal(.redirect(to: end.url()))
    #expect(!report.isConnected)
    #expect(report.captivePortal?.sign == .redirect)
  }

  @Test func `an error page of the requested host is not a captive portal`() async throws {
    let (report, _) = try await portal(.text("<title>Down</title>", status: 503))
    #expect(!report.isConnected)
    #expect(report.captivePortal == nil)
  }

  @Test(
    arguments: [
      ("<TITLE lang=en>\n A\tB </TITLE>", "A B"),
      ("<title>a\u{1b}[31mb\u{202e}c</title>", "a [31mbc"),
      ("<title></title>", nil), ("no page", nil), ("<title>open", nil),
      ("<title>\(String(repeating: "x", count: 200))</title>", String(repeating: "x", count: 80)),
    ] as [(String, String?)]
  )
  func `the title of a portal has no control characters, no entities and at most 80 characters`(
    page: String,
    title: String?
  ) {
    #expect(CaptivePortal.title(of: Array(page.utf8)) == title)
  }
}
