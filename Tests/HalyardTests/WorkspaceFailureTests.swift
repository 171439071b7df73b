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

  @Test func `Overrides that were edited into something else are named, and left alone`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w")
    let broken = "{\n  \"overrides\": {\n    \"New Cart\": { \"enabled\": \"on\" }\n  }\n}\n"
    try tester.folder.write(broken, to: "home/w/overrides.json")
    let run = try tester.halyard("disable", "New Cart", "--workspace", "w")
    #expect(
      run.errors.hasSuffix(
        "overrides.json:3: \"overrides.New Cart.enabled\": found \"on\", wanted true or false\n"
      )
    )
    #expect(run.exitCode == ExitCode.unreadableFile)
    #expect(try tester.folder.read("home/w/overrides.json") == broken)
  }
}
