import Networking
import TestSupport
import Testing

@testable import Connectivity

/// Tests pages of captive portals that contain the expected text, and pages without content.
struct PortalPageTests {
  private static func outcome(
    _ response: LocalResponse,
    _ change: (ConnectivityConfiguration) -> Void = { _ in }
  ) async throws -> ConnectivityProbe.Outcome? {
    let server = try LocalServer { _ in response }
    let configuration = settings(try urls(server.url()))
    change(configuration)
    return await checker(configuration).check().probes.first?.outcome
  }

  private static func isPortal(_ outcome: ConnectivityProbe.Outcome?) -> Bool {
    if case .failed(.captivePortal) = outcome { true } else { false }
  }

  @Test(arguments: [
    "<html><script>function onSuccess() {}</script><form action=/login></form></html>",
    "<html><script>var a = '</p>'; onSuccess()</script>Welcome</html>",
    "<html><style>.Success { color: red }</style>Welcome</html>",
    "<html><!-- Success --><body class='Success'>Welcome</body></html>",
    "<p>onSuccess</p>", "<p>is_Success</p>",
    "<title>Success</title><form method=post>Log in<input type=\"password\"></form>",
    "<html><script>Success",
  ])
  func `a page with the default text only in its code, or with a login form, is a captive portal`(
    page: String
  ) async throws {
    #expect(Self.isPortal(try await Self.outcome(.text(page))))
  }

  @Test(arguments: [
    successPage, "Success", "onSuccess", "<p>All checks: Success</p>", "<p>(Success)</p>",
    "<BODY class=x>\nSuccess</BODY>", "<p>Successful</p>", "{ \"result\": \"Success\" }",
  ])
  func `a page that shows the default text as content is the expected response`(page: String)
    async throws
  {
    #expect(try await Self.outcome(.text(page)) == .succeeded)
  }

  @Test(arguments: [
    ("<script>var state = \"pong\"</script>", true), ("<form></form><p>pong</p>", true),
    ("<form></form><script>onpong()</script>", false), ("<form id=pong></form>", false),
  ])
  func `a custom expected text can be anywhere in a page, unless the page asks for a login`(
    page: String,
    isExpected: Bool
  ) async throws {
    let outcome = try await Self.outcome(.text(page)) {
      $0.configureResponseValidation(.containsExpectedResponseString, expected: "pong")
    }
    #expect(outcome == .succeeded || !isExpected && Self.isPortal(outcome))
    #expect((outcome == .succeeded) == isExpected)
  }

  @Test func `a redirect to another host is a captive portal, even with the expected text`()
    async throws
  {
    let other = try LocalServer(host: "127.0.0.2") { _ in .text(successPage) }
    #expect(Self.isPortal(try await Self.outcome(.redirect(to: other.url("/login")))))
    let any = try await Self.outcome(.redirect(to: other.url("/"))) {
      $0.configureExpectedStatus(200)
    }
    #expect(Self.isPortal(any))
  }

  @Test func `a redirect within the host leads to the expected response`() async throws {
    let server = try LocalServer { $0.target == "/" ? .redirect(to: "/ok") : .text("Success") }
    let report = await checker(settings(try urls(server.url("/")))).check()
    #expect(report.probes.map(\.outcome) == [.succeeded])
  }

  @Test
  func `if status 204 is expected, another status fails, and an HTML page is a captive portal`()
    async throws
  {
    func outcome(_ response: LocalResponse) async throws -> ConnectivityProbe.Outcome? {
      try await Self.outcome(response) { $0.configureExpectedStatus(204) }
    }
    #expect(try await outcome(.text("", status: 204)) == .succeeded)
    #expect(try await outcome(.text("")) == .failed(.unexpectedStatus(200, expected: 204)))
    #expect(Self.isPortal(try await outcome(.text("<p>Welcome</p>"))))
    #expect(Self.isPortal(try await outcome(.text("", status: 511))))
    let failure = ConnectivityProbe.Failure.unexpectedStatus(503, expected: 204)
    #expect(try await outcome(.text("", status: 503)) == .failed(failure))
    #expect("\(failure)" == "status 503, expected 204")
  }
}
