import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the command `connectivity` and the checks of the dashboard, with local servers.
struct ConnectivityCommandTests {
  @Test func `connectivity reports connected if a probe gets the expected response`() async throws {
    let server = try LocalServer { _ in .text("pong") }
    let run = try Tester().halyard(
      "connectivity",
      "--url",
      server.url("/ping"),
      "--expect",
      "pong"
    )
    #expect(run.output.hasPrefix("Probing \(server.url("/ping"))\n"))
    #expect(run.output.contains(", 1 of 1 probes succeeded, 1 required\n"))
    #expect(run.output.contains("✓  \(server.url("/ping"))"))
    #expect(run.exitCode == 0)
  }

  @Test
  func `a response to --url without the expected text is a failure, but not a captive portal`()
    async throws
  {
    let server = try LocalServer { _ in .text("<html><title>Hotel</title></html>") }
    let words = ["connectivity", "--url", server.url(), "--expect", "pong"]
    let run = try Tester().halyard(words)
    #expect(run.output.contains("\n1 of 1 probes failed"))
    #expect(
      run.output.contains("unexpected response: expected text \"pong\" not found, page title")
    )
    #expect(!run.output.contains("portal"))
    #expect(run.exitCode == ExitCode.failure)
    let json = try Tester().halyard(words + ["--json"])
    #expect(json.output.contains("\"connected\": false"))
    #expect(json.output.contains("\"conclusive\": false"))
    #expect(json.output.contains("\"portal\": null"))
    #expect(json.output.contains("\"failure\": \"unexpected-body\""))
    #expect(json.output.contains("expected text \\\"pong\\\" not found, page title \\\"Hotel\\\""))
    #expect(!json.output.contains("Probing"))
    #expect(json.exitCode == ExitCode.failure)
  }

  @Test(
    arguments: [
      (["--expect-status", "204"], 204, "", ExitCode.success),
      (["--expect-status", "204"], 200, "<p>Log in</p>", ExitCode.failure),
      (["--expect-status", "404"], 404, "gone", ExitCode.success),
      (["--expect-status", "200", "--expect", "ok"], 200, "no", ExitCode.failure),
      (["--expect", ""], 200, "", ExitCode.success),
      (["--expect", ""], 200, " \n", ExitCode.success),
      (["--expect", ""], 200, "x", ExitCode.failure), ([], 200, "", ExitCode.failure),
      (["--expect-status", "302"], 200, "", ExitCode.usage),
      (["--expect-status", "ok"], 200, "", ExitCode.usage),
    ] as [([String], Int, String, Int32)]
  )
  func `connectivity expects the status of --expect-status, and no body if --expect is empty`(
    words: [String],
    status: Int,
    body: String,
    code: Int32
  ) throws {
    let server = try LocalServer { _ in .text(body, status: status) }
    let run = try Tester().halyard(["connectivity", "--url", server.url()] + words)
    #expect(run.exitCode == code, "\(run.output)\(run.errors)")
  }

  @Test func `connectivity reports a captive portal for status 511`() async throws {
    let server = try LocalServer { _ in .text("<title>Hotel</title>", status: 511) }
    let words = ["connectivity", "--url", server.url(), "--expect", "pong"]
    let run = try Tester().halyard(words)
    #expect(run.output.contains("\nCaptive portal at 127.0.0.1"))
    #expect(run.output.contains("▲  \(server.url())"))
    let json = try Tester().halyard(words + ["--json"])
    #expect(json.output.contains("\"portal\": \"127.0.0.1\""))
    #expect(json.output.contains("\"failure\": \"captive-portal\""))
    #expect(json.output.contains("captive portal at 127.0.0.1 (\\\"Hotel\\\")"))
    #expect(json.exitCode == ExitCode.failure)
  }

  @Test(arguments: [["help", "connectivity"], ["help"]])
  func `the help names the default hosts of the probes`(words: [String]) throws {
    let run = try ProgramRunner.run(words, try Tester())
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("instead of www.apple.com and captive.apple.com"))
  }

  @Test func `a dashboard sends no probe until r is pressed, and then probes the listed URLs`()
    async throws
  {
    let tester = try Tester()
    // The proxy receives the requests to all hosts: it serves the source and rejects CONNECT
    // tunnels.
    let proxy = try LocalServer { request in
      request.method == "CONNECT" ? .text("", status: 403) : .text(Tester.configuration)
    }
    let variables = ["http_proxy": proxy.url(""), "https_proxy": proxy.url(""), "no_proxy": ""]
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 24),
      environment: tester.environment.merging(variables) { $1 }
    )
    let source = "http://flags.example.test/features.json"
    try session.enter("\(ProgramRun.path(of: "halyard")) \(source)")
    try await session.wait(for: "New Cart")
    try session.type("2")
    let pane = try await session.wait(for: "r requests:")
    #expect(pane.contains("https://www.apple.com/library/test/success.html"))
    #expect(pane.contains("https://captive.apple.com/hotspot-detect.html"))
    #expect(!proxy.requests.contains { $0.method == "CONNECT" })
    try session.type("r")
    let result = try await session.wait(for: "2 of 2 probes failed, but the source responds")
    #expect(!result.contains("without Internet"))
    let tunnels = proxy.requests.filter { $0.method == "CONNECT" }.map(\.target)
    #expect(tunnels.sorted() == ["captive.apple.com:443", "www.apple.com:443"])
    try session.type("q")
  }

  @Test func `a dashboard reports a new captive portal even if the status is unchanged`()
    async throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .text("down", status: 503) }
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 24),
      environment: tester.environment
    )
    let options = "--url \(server.url()) --expect pong"
    try session.enter("\(ProgramRun.path(of: "halyard")) \(tester.file) \(options)")
    try await session.wait(for: "New Cart")
    try session.type("2")
    try await session.wait(for: "503")
    server.change { _ in .text("Log in", status: 511) }
    try session.type("r")
    try await session.wait(for: "Captive portal at 127.0.0.1")
    try session.type("3")
    try await session.wait(for: "≈ Captive portal at 127.0.0.1")
    try session.type("q")
  }

  @Test(arguments: [
    (
      ["--url", "ftp://x.test"], "--url: found \"ftp://x.test\", expected an http or https address"
    ),
    (["--threshold", "150"], "--threshold: found \"150\", expected 0 to 100"),
    (
      ["--timeout", "soon"],
      "--timeout: found \"soon\"; use ms, s or m, for example 5s, from 1ms to 100000d"
    ),
  ])
  func `connectivity with an invalid option is an error before the first request`(
    words: [String],
    message: String
  ) throws {
    let run = try ProgramRunner.run(["connectivity"] + words, try Tester())
    #expect(run.errors.hasPrefix("halyard: error: \(message)\n"))
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("5s", .seconds(5)), ("2m", .seconds(120)),
    ("1.5", .milliseconds(1500)),
  ])
  func `a duration is parsed with a unit, and without a unit in seconds`(
    text: String,
    duration: Duration
  ) {
    #expect(Duration(text: text) == duration)
  }

  @Test(arguments: ["", "-1", "0", "five", "5w", "5 s", "s5", "nan"])
  func `a text that is not a positive duration is rejected`(text: String) {
    #expect(Duration(text: text) == nil)
  }
}
