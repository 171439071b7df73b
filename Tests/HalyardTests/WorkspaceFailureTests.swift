import Dashboard
import TestSupport
import Testing

@testable import halyard

/// What the commands say when the workspace cannot be used.
struct WorkspaceFailureTests {
  @Test func `A workspace that cannot be written ends a change with 73`() throws {
    let tester = try Tester()
    // A file stands where the folder would be made, which stops even root.
    try tester.folder.write("", to: "home")
    let run = try tester.halyard("enable", "New Cart")
    #expect(run.errors.contains("cannot be written: Not a directory"))
    #expect(run.exitCode == ExitCode.unwritableFile)
  }

  @Test func `A dashboard that could not save says so, and ends like a command`() async throws {
    let tester = try Tester()
    try tester.folder.write("{", to: "home/w/overrides.json")
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 30),
      environment: tester.environment
    )
    let halyard = TerminalSession.program("halyard")
    try session.enter("\(halyard) --workspace w \(tester.file); echo \"ended with $?\"")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    try session.press("Right")
    try await session.wait(for: "not saved: ")
    try session.type("q")
    try await session.wait { screen in
      screen.contains("error: not saved: ")
        && screen.contains("ended with \(ExitCode.unreadableFile)")
    }
  }

  @Test func `Overrides that were edited into something else are named, and left alone`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w")
    let broken = "{\n  \"overrides\": {\n    \"New Cart\": { \"enabled\": \"on\" }\n  }\n}\n"
    try tester.folder.write(broken, to: "home/w/overrides.json")
    let run = try tester.halyard("disable", "New Cart", "--workspace", "w")
    #expect(
      run.errors.hasSuffix(
        "overrides.json:3: \"overrides.New Cart.enabled\": found \"on\", wanted true or false; "
          + "correct the file, or delete it to reset everything in it\n"
      )
    )
    #expect(run.exitCode == ExitCode.unreadableFile)
    #expect(try tester.folder.read("home/w/overrides.json") == broken)
  }
}
