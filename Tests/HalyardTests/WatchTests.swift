import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the commands `refresh` and `watch`.
struct WatchTests {
  private static let off = "[{ \"name\": \"New Cart\", \"enabled\": false }]"
  private static let on = "[{ \"name\": \"New Cart\", \"enabled\": true }, { \"name\": \"Sale\" }]"

  @Test func `refresh prints the changes and caches the configuration`() throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Self.off) }
    let options = ["-s", server.url()]
    #expect(
      try tester.halyard(["refresh"] + options).output
        == "Loaded: 1 feature, the first load of this source\n"
    )
    #expect(
      try tester.halyard(["refresh"] + options).output == "Refreshed: 1 feature, no changes\n"
    )
    server.change { _ in .text(Self.on) }
    #expect(
      try tester.halyard(["refresh"] + options).output
        == "Refreshed: 2 features, 1 added, 1 changed\n+ Sale\n~ New Cart\n"
    )
    server.stop()
    let failed = try tester.halyard(["refresh"] + options)
    #expect(failed.exitCode == ExitCode.unavailable)
    #expect(failed.output.isEmpty)
    #expect(try tester.halyard(["list"] + options).output.contains("Sale"))
  }

  @Test func `watch prints a line for each poll and each change`() async throws {
    let tester = try Tester()
    let server = try LocalServer { .document(Self.off, etag: "\"1\"", to: $0) }
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 30),
      environment: tester.environment
    )
    try session.enter("\(ProgramRun.path(of: "halyard")) watch -s \(server.url()) --poll 2s")
    try await session.wait { $0.contains("poll      200") && $0.contains("poll      304") }
    server.change { _ in .text(Self.on) }
    try await session.wait { $0.contains("changed   New Cart: Enabled") }
    try await session.wait { $0.contains("added     Sale: Disabled") }
    let decided = try tester.halyard("disable", "New Cart", "-s", server.url())
    #expect(decided.exitCode == 0)
    try await session.wait { $0.contains("override  New Cart: Disabled  overridden") }
    server.stop()
    try await session.wait { $0.contains("poll      no response") }
    try session.press("C-c")
    try session.enter("echo $?")
    try await session.wait { $0.contains("130") }
  }

  @Test func `watch with names prints only changes of these features, and no polls`() async throws {
    let tester = try Tester()
    let server = try LocalServer { .document(Self.off, etag: "\"1\"", to: $0) }
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 30),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) watch 'new*' Sales -s \(server.url()) --poll 2s")
    try await session.wait { $0.contains("warning: no feature is named \"Sales\" now") }
    server.change { _ in .text(Self.on) }
    try await session.wait { $0.contains("changed   New Cart: Enabled") }
    let decided = try tester.halyard("disable", "New Cart", "Sale", "-s", server.url())
    #expect(decided.exitCode == 0)
    try await session.wait { $0.contains("override  New Cart: Disabled  overridden") }
    let screen = try session.screen()
    #expect(!screen.contains("Sale:") && !screen.contains("poll      "), "\(screen)")
    try session.press("C-c")
  }

  @Test func `watch prints a line when an override has expired`() async throws {
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 30),
      environment: tester.environment
    )
    try session.enter("\(ProgramRun.path(of: "halyard")) watch -s \(tester.file)")
    try await session.wait { screen in
      // Ignores an error of the command, which runs again until `watch` prints the change.
      _ = try? tester.halyard("enable", "New Cart", "-s", tester.file, "--for", "2s")
      return screen.contains("New Cart: Enabled  overridden")
    }
    try await session.wait(for: "New Cart: Disabled  override expired")
    try session.press("C-c")
  }

  @Test func `watch --json prints one JSON object per line for a file`() async throws {
    let tester = try Tester()
    try tester.folder.write(Self.off, to: "Features.json")
    let session = try await TerminalSession(
      size: Size(columns: 200, rows: 30),
      environment: tester.environment
    )
    let file = tester.file
    try session.enter("\(ProgramRun.path(of: "halyard")) watch --json -s \(file)")
    // The first load is not reported as a change, later loads are.
    try await session.wait { screen in
      _ = try? tester.halyard("cycle", "New Cart", "-s", file)
      return screen.contains("\"event\":\"override\"")
    }
    try tester.folder.write("nonsense", to: "Features.json")
    try await session.wait { $0.contains("\"event\":\"poll\"") && $0.contains("\"error\":\"") }
    try session.press("C-c")
  }
}
