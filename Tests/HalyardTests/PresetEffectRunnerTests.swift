import Dashboard
import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Workbench

@testable import halyard

/// Tests that the dashboard applies the preset of a file or a URL.
struct PresetEffectRunnerTests {
  @Test(arguments: [true, false])
  func `the dashboard previews and applies the preset of a file or a URL`(
    isFile: Bool
  ) async throws {
    let tester = try Tester()
    let text = "{ \"overrides\": { \"New Cart\": { \"enabled\": false } } }"
    try tester.folder.write(text, to: "p.json")
    let server = try LocalServer { _ in .text(text) }
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 24),
      environment: tester.environment
    )
    try session.enter("cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard"))")
    try await session.wait { $0.contains("New Cart") && $0.contains("q quit") }
    try session.type("P")
    try await session.wait(for: "No presets yet.")
    try session.type("f")
    try await session.wait(for: "Open:")
    try session.type("missing.json")
    try session.press("Enter")
    try await session.wait { $0.contains("✗") && $0.contains("missing.json") }
    try session.press("C-u")
    try session.type(isFile ? "p.json" : server.url())
    try session.press("Enter")
    try await session.wait(for: "Applying: 1 changed")
    try session.press("Enter")
    try await session.wait { $0.contains("✓ Preset ") && $0.contains("1 changed") }
    try session.type("q")
    try await session.waitForPrompt()
    #expect(try tester.halyard("list", "--overridden").output.contains("New Cart"))
  }
}
