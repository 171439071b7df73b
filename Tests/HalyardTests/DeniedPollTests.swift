import Foundation
import Frame
import Locking
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests what programs report while the server of their source denies the token.
struct DeniedPollTests {
  private static let document = #"{"version":2,"features":[{"name":"f","enabled":true}]}"#

  @Test(arguments: ["serve", "watch"], [401, 403])
  func `if the server denies the token, polling pauses until the command refresh succeeds`(
    command: String,
    status: Int
  ) async throws {
    let tester = try Tester()
    let isDenied = Locked(false)
    let server = try LocalServer { request in
      isDenied.withLock(\.self)
        ? .text("{}", status: status) : .document(Self.document, etag: "\"1\"", to: request)
    }
    let source = "unleash+" + server.url("")
    let session = try await TerminalSession(
      size: Size(columns: 200, rows: 40),
      environment: tester.environment
    )
    let listen = command == "serve" ? "--listen 0" : ""
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) \(command) -s \(source) --poll 2s --json \(listen)")
    try await session.wait(for: command == "serve" ? "listening" : "\"status\":304")
    isDenied.withLock { $0 = true }
    let screen = try await session.wait { $0.contains("\"event\":\"paused\"") }
    #expect(screen.contains("\"status\":\(status),\"retrySeconds\":"))
    #expect(screen.contains("halyard: warning: polling is paused"))
    #expect(screen.contains("with status \(status)") && screen.contains("'halyard refresh'"))
    // The back-off of an interval of 30 minutes would be longer than the test.
    isDenied.withLock { $0 = false }
    let run = try tester.halyard("refresh", source)
    #expect(run.exitCode == 0, "\(run.errors)")
    let end = try await session.wait { $0.contains("\"event\":\"resumed\"") }
    #expect(end.components(separatedBy: "\"event\":\"paused\"").count == 2)
    #expect(end.contains("polling has resumed"))
    try session.press("C-c")
  }

  @Test func `the command refresh makes another program in back-off load its source at once`()
    async throws
  {
    let tester = try Tester()
    let isDenied = Locked(true)
    let server = try LocalServer { request in
      isDenied.withLock(\.self)
        ? .text("{}", status: 403) : .document(Self.document, etag: "\"1\"", to: request)
    }
    let session = try await TerminalSession(
      size: Size(columns: 200, rows: 40),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) watch -s \(server.url()) --format unleash --poll 30m")
    try await session.wait { $0.contains("the next retry is in 30m") }
    isDenied.withLock { $0 = false }
    #expect(try tester.halyard("refresh", server.url(), "--format", "unleash").exitCode == 0)
    try await session.wait { $0.contains("polling has resumed") }
    try session.press("C-c")
  }

  @Test(arguments: [
    ("unleash+", ""), ("launchdarkly+", ""), ("growthbook+", "/sdk-a"), ("ofrep+", ""),
    ("", "/flags.json"),
  ])
  func `the cache is the fallback only for requests with the same token and headers`(
    prefix: String,
    path: String
  ) throws {
    let documents = [
      "unleash+": Self.document,
      "launchdarkly+": #"{"flags":{"f":{"key":"f","on":false,"version":1}},"segments":{}}"#,
      "growthbook+": #"{"features":{"f":{"defaultValue":true}}}"#,
      "ofrep+": #"{"flags":[{"key":"f","value":true,"reason":"STATIC"}]}"#, "": #"[{"name":"f"}]"#,
    ]
    let tester = try Tester()
    let text = try #require(documents[prefix])
    let server = try LocalServer { _ in .text(text) }
    let words = ["list", "-s", prefix + server.url(path), "--header"]
    let first = try tester.halyard(words + ["Authorization: *:development.one"])
    #expect(first.exitCode == 0 && first.output.contains("f"), "\(first.errors)")
    server.stop()
    let cached = try tester.halyard(words + ["Authorization: *:development.one"])
    #expect(cached.exitCode == 0 && cached.output.contains("f"), "\(cached.errors)")
    for other in ["Authorization: *:development.two", "X-Environment: two"] {
      let run = try tester.halyard(words + [other])
      #expect(run.exitCode == ExitCode.unavailable && run.output.isEmpty, "\(other): \(run.output)")
    }
    let names = try tester.halyard(["diff", "-s", words[2], "--header", "Authorization: two"])
    #expect(names.exitCode == ExitCode.unavailable, "\(names.output)")
  }
}
