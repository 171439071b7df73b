import Dashboard
import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the debug log of `--log FILE`.
struct DebugLogTests {
  private let tester: Tester
  private var log: String { tester.folder.path(of: "halyard.log") }

  init() throws {
    tester = try Tester()
  }

  private func lines() throws -> [String] {
    try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `with --log the dashboard logs events, effects, requests and writes, without secrets`()
    async throws
  {
    let server = try LocalServer { _ in .text(Tester.configuration) }
    let url = server.url("/features.json?token=s3cret")
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 32),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) '\(url)' --header 'api-key: hidden' --log '\(log)'")
    try await session.wait(for: "New Cart")
    try session.type("/new cart")
    try session.press("Enter", "Space")
    try await session.wait { $0.contains("◆") }
    try session.type("q")
    try await session.wait(for: "1 override is active in the workspace")
    let lines = try lines()
    for line in lines {
      let form = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z (event|effect|request|write) .+/
      #expect(line.wholeMatch(of: form) != nil, "\(line)")
    }
    let text = lines.joined(separator: "\n")
    #expect(text.contains(" request GET \(server.url("/features.json?token=…")) 200, "))
    #expect(text.contains(" event key "))
    #expect(text.contains(" effect override \"New Cart\""))
    #expect(text.contains("/overrides.json, "))
    #expect(text.contains(" effect quit"))
    for secret in ["s3cret", "hidden", "new cart"] { #expect(!text.contains(secret), "\(secret)") }
  }

  @Test func `a command appends to the file of --log, and writes no log without --log`() throws {
    let server = try LocalServer { _ in .text(Tester.configuration) }
    for count in 1...2 {
      let run = try tester.halyard("list", "-s", server.url(), "--log", log)
      #expect(run.exitCode == 0)
      #expect(try lines().count { $0.contains(" request GET ") } == count)
    }
    let before = try lines()
    _ = try tester.halyard("list", "-s", server.url())
    #expect(try lines() == before)
  }

  @Test func `a command with a log file that cannot be opened fails before its first action`()
    throws
  {
    let path = tester.folder.path(of: "missing/halyard.log")
    let run = try tester.halyard("enable", "New Cart", "--log", path)
    #expect(run.exitCode == ExitCode.unwritableFile)
    #expect(run.errors.contains("\(path): cannot be written: "))
    #expect(try tester.halyard("list", "--overridden").output.isEmpty)
  }

  @Test func `the debug log contains the length of typed text, but not the text`() {
    #expect(Event.typed("secret").logText(isTyping: true) == "typed 6 characters")
    #expect(Event.key(.character("s")).logText(isTyping: true) == "key character")
    #expect(Event.key(.character("s")).logText(isTyping: false) == "key s")
    #expect(Event.paste("a").logText(isTyping: true) == "pasted 1 character")
  }
}
