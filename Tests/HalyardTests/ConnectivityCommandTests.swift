import Dashboard
import TestSupport
import Testing

@testable import halyard

/// What `connectivity` says of servers on this machine.
struct ConnectivityCommandTests {
  @Test func `A server that gives the expected answer is a connection`() async throws {
    let server = try LocalServer { _ in .text("pong") }
    let run = try Tester().halyard(
      "connectivity",
      "--url",
      server.url("/ping"),
      "--expect",
      "pong"
    )
    #expect(run.output.contains("1 of 1 answered, 1 wanted"))
    #expect(run.output.contains("✓  \(server.url("/ping"))"))
    #expect(run.exitCode == 0)
  }

  @Test func `A page that is not the expected one is a captive portal`() async throws {
    let server = try LocalServer { _ in .text("<html><title>Hotel</title></html>") }
    let run = try Tester().halyard(
      "connectivity",
      "--url",
      server.url(),
      "--expect",
      "pong",
      "--json"
    )
    #expect(run.output.contains("\"connected\": false"))
    #expect(run.output.contains("\"portal\": \"127.0.0.1\""))
    #expect(run.output.contains("captive portal at 127.0.0.1 (\\\"Hotel\\\")"))
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test func `A captive portal that appears is news, also where the status stays`() async throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text("down", status: 503) }
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 24),
      environment: tester.environment
    )
    let options = "--url \(server.url()) --expect pong"
    try session.enter("\(TerminalSession.program("halyard")) \(tester.file) \(options)")
    try await session.wait(for: "New Cart")
    try session.type("2")
    try await session.wait(for: "503")
    server.change { _ in .loginPage }
    try session.type("r")
    try await session.wait(for: "Captive portal")
    try session.type("3")
    try await session.wait(for: "captive portal at 127.0.0.1")
    try session.type("q")
  }

  @Test(arguments: [
    (["--url", "ftp://x.test"], "--url \"ftp://x.test\" wants an http or https address"),
    (["--threshold", "150"], "--threshold \"150\" wants 0 to 100"),
    (["--timeout", "soon"], "--timeout \"soon\" wants a time such as 500ms, 5s or 2m"),
  ])
  func `What is not to be understood is said before anything is asked`(
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
  func `Times are written with or without a unit`(text: String, duration: Duration) {
    #expect(Duration(text: text) == duration)
  }

  @Test(arguments: ["", "-1", "0", "five", "5h", "nan"])
  func `What is no time is none`(text: String) {
    #expect(Duration(text: text) == nil)
  }
}
