import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests configurations of a server, on the command line and on the screen.
struct RemoteTests {
  private static let off = "[{ \"name\": \"New Cart\", \"enabled\": false }]"
  private static let on = "[{ \"name\": \"New Cart\", \"enabled\": true }]"

  @Test func `list prints the cached configuration if the server is down`() throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Self.on) }
    let address = server.url("/features.json")
    let first = try tester.halyard("list", "-s", address)
    #expect(first.output == "New Cart  Enabled  Feature Flag  No section\n")
    server.stop()
    let second = try tester.halyard("list", "-s", address)
    #expect(second.output == first.output)
    #expect(second.errors.hasPrefix("halyard: warning: \(address): no response: "))
    #expect(second.exitCode == 0)
  }

  @Test func `the second request to a server is conditional`() throws {
    let tester = try Tester()
    let server = try LocalServer { .document(Self.on, etag: "\"1\"", to: $0) }
    for _ in 0..<2 { #expect(try tester.halyard("list", "-s", server.url()).exitCode == 0) }
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
  }

  @Test(arguments: [
    (
      "404", LocalResponse.text("gone", status: 404),
      "the server responded with status 404, expected 200"
    ),
    ("login", .loginPage, "found a web page, expected a configuration"),
    ("empty", .text("{}"), "found an empty object, expected one of these formats"),
    ("loop", .redirect(to: "/"), "redirect"),
    ("file", .redirect(to: "file:///etc/hostname"), "file"),
  ])
  func `a response that is not a configuration is reported, and does not replace the cached one`(
    name: String,
    response: LocalResponse,
    message: String
  ) throws {
    let tester = try Tester()
    let server = try LocalServer { _ in response }
    let refused = try tester.halyard("list", "-s", server.url())
    #expect(refused.errors.contains(message), "\(refused.errors)")
    #expect(refused.exitCode == ExitCode.unavailable || refused.exitCode == 65)
    server.change { _ in .text(Self.on) }
    #expect(try tester.halyard("list", "-s", server.url()).output.contains("Enabled"))
    server.change { _ in response }
    let cached = try tester.halyard("list", "-s", server.url())
    #expect(cached.output.contains("New Cart  Enabled"))
    #expect(cached.exitCode == 0)
  }

  @Test func `--header adds a header to the request`() throws {
    let server = try LocalServer { _ in .text(Self.on) }
    _ = try Tester().halyard("list", "-s", server.url(), "--header", "X-Key: abc")
    #expect(server.requests.first?.headers["x-key"] == "abc")
  }

  @Test(arguments: [
    (["-s", "http://"], "cannot be requested"), (["-s", "ftp://x.test/f"], "found the scheme ftp"),
    (["-s", "http://x.test/", "--header", "nonsense"], "expected 'NAME: VALUE'"),
  ])
  func `a URL that cannot be requested is a usage error`(
    words: [String],
    message: String
  ) throws {
    let run = try ProgramRunner.run(["list"] + words, try Tester())
    #expect(run.errors.contains(message))
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test func `the next poll shows a feature that was changed on the server, marked as changed`()
    async throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Self.off) }
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 24),
      environment: tester.environment
    )
    try session.enter("\(ProgramRun.path(of: "halyard")) \(server.url()) --poll 2s")
    try await session.wait { $0.contains("New Cart") && $0.contains("remote · 200") }
    server.change { _ in .text(Self.on) }
    try await session.wait { $0.contains("✦⚑ New Cart") && $0.contains("Enabled") }
    server.stop()
    try await session.wait(for: "failed")
    try session.type("q")
    try await session.wait { !$0.contains("New Cart") }
  }

  @Test func `a change on the server leaves the overrides and the cursor unchanged`() async throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(#"[{ "name": "Mast" }, { "name": "Sail" }]"#) }
    let session = try await TerminalSession(
      size: Size(columns: 80, rows: 24),
      environment: tester.environment
    )
    try session.enter("\(ProgramRun.path(of: "halyard")) \(server.url()) --poll 2s")
    try await session.wait(for: "Sail")
    try session.type("/Sail")
    try session.press("Enter", "Space")
    try await session.wait(for: "◆ 1")
    // Ends the search, which hides the other features. The cursor does not move.
    try session.press("Escape")
    try await session.wait { $0.contains("⚐ Mast") && $0.contains("▌ ⚑ Sail") }
    server.change { _ in
      .text(#"[{ "name": "Keel" }, { "name": "Mast", "enabled": true }, { "name": "Sail" }]"#)
    }
    let screen = try await session.wait { $0.contains("✦⚐ Keel") && $0.contains("✦⚑ Mast") }
    let row = try #require(screen.split(separator: "\n").first { $0.contains("⚑ Sail") })
    #expect(row.hasPrefix("│▌ ⚑ Sail"))
    #expect(row.contains("Enabled") && row.contains("◆"))
    try session.type("q")
  }

  @Test func `pressing the refresh key fifty times at once sends one request`() async throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Self.off) }
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 24),
      environment: tester.environment
    )
    try session.enter("\(ProgramRun.path(of: "halyard")) \(server.url()) --poll 10m")
    try await session.wait { $0.contains("New Cart") && $0.contains("remote · 200") }
    try session.type(String(repeating: "r", count: 50))
    // The log is opened with the last key: all earlier keys have then been processed.
    try session.type("3")
    try await session.wait { $0.contains("Polled: 200") && $0.contains("↻ Unchanged") }
    #expect(server.requests.count == 2)
  }

  @Test func `key presses are processed while a server does not respond`() async throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .silent }
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 24),
      environment: tester.environment
    )
    try session.enter("\(ProgramRun.path(of: "halyard")) \(server.url())")
    try await session.wait(for: "Halyard")
    try session.type("?")
    try await session.wait(for: "Keys")
    try session.press("Escape")
    try await session.wait { !$0.contains("Keys") }
    try session.type("q")
    try await session.wait { !$0.contains("Halyard") }
  }

  @Test func `the elapsed time is shown while a server does not respond, and then the back-off`()
    async throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .silent }
    let session = try await TerminalSession(
      size: Size(columns: 160, rows: 24),
      environment: tester.environment
    )
    try session.enter(
      "\(ProgramRun.path(of: "halyard")) \(server.url()) --timeout 3s --poll 2s"
    )
    try await session.wait(for: "2s of 3s")
    try await session.wait { $0.contains("retrying in") && $0.contains("(back-off)") }
    try await session.wait { $0.contains("✗ failed") && $0.contains("loading") }
    try session.type("q")
  }
}
