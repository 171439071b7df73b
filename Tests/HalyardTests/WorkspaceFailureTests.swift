import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests commands with an unusable workspace.
struct WorkspaceFailureTests {
  @Test func `a change in an unwritable workspace exits with 73`() throws {
    let tester = try Tester()
    // Puts a file in the place of the folder, so that the write fails even for root.
    try tester.folder.write("", to: "home")
    let run = try tester.halyard("enable", "New Cart")
    #expect(run.errors.contains("cannot be written: Not a directory"))
    #expect(run.exitCode == ExitCode.unwritableFile)
  }

  @Test
  func `an override that cannot be saved is shown as not saved, and the exit code is an error`()
    async throws
  {
    let tester = try Tester()
    try tester.folder.write("{", to: "home/w/overrides.json")
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 30),
      environment: tester.environment
    )
    let halyard = ProgramRun.path(of: "halyard")
    try session.enter("cd \(tester.folder.path)")
    try session.enter("\(halyard) --workspace w Features.json; echo \"ended with $?\"")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    try session.press("Right")
    let screen = try await session.wait { $0.contains("not saved: ") && $0.contains("✗ 1 not") }
    #expect(screen.contains("Green"), "the override applies in this dashboard")
    try tester.folder.write("{\"overrides\":{}}", to: "home/w/overrides.json")
    try await session.wait { $0.contains("can be read again") && !$0.contains("✗ 1 not saved") }
    #expect(try tester.folder.read("home/w/overrides.json").contains("\"variation\": \"Green\""))
    try tester.folder.write("{", to: "home/w/overrides.json")
    try await session.wait(for: "overrides.json:1")
    try session.press("Right")
    try await session.wait(for: "✗ 1 not saved")
    try session.type("q")
    try await session.wait { screen in
      screen.contains("error: not saved: ")
        && screen.contains("ended with \(ExitCode.unreadableFile)")
    }
  }

  @Test func `a malformed overrides file is an error with its path, and is not overwritten`() throws
  {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w")
    let broken = "{\n  \"overrides\": {\n    \"New Cart\": { \"enabled\": \"on\" }\n  }\n}\n"
    try tester.folder.write(broken, to: "home/w/overrides.json")
    let run = try tester.halyard("disable", "New Cart", "--workspace", "w")
    #expect(
      run.errors.hasSuffix(
        "overrides.json:3: \"overrides.New Cart.enabled\": found \"on\", expected true or false; "
          + "correct the file, or delete it to reset everything in it\n"
      )
    )
    #expect(run.exitCode == ExitCode.unreadableFile)
    #expect(try tester.folder.read("home/w/overrides.json") == broken)
  }
}
