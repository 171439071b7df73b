import TestSupport
import Testing

@testable import halyard

/// Tests `preset show` of files and URLs, and presets of session overrides.
struct PresetSourceTests {
  @Test func `preset show prints a preset of the workspace, of a file and of a URL`() throws {
    let tester = try Tester()
    let text = "{ \"overrides\": { \"New Cart\": { \"enabled\": true } } }"
    try tester.folder.write(text, to: "p.json")
    let server = try LocalServer { _ in .text(text) }
    for subject in ["p.json", server.url()] {
      let run = try tester.halyard("preset", "show", subject)
      #expect(run.output.contains("  New Cart  Enabled\n"), "\(run.errors)")
      #expect(try tester.halyard("preset", "show", subject, "--json").output.contains("New Cart"))
    }
    _ = try tester.halyard("preset", "save", "cart")
    #expect(try tester.halyard("preset", "show", "cart").output.contains("cart"))
    let missing = try tester.halyard("preset", "show", "crat")
    #expect(missing.errors.contains("did you mean \"cart\""), "\(missing.errors)")
    #expect(missing.exitCode == ExitCode.failure)
  }

  @Test func `preset save and apply note that a session override becomes permanent`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--session")
    _ = try tester.halyard("set", "Layout", "Blue")
    let saved = try tester.halyard("preset", "save", "cart")
    #expect(saved.errors == "1 session override is saved to last until reset\n")
    try tester.folder.write(
      "{ \"overrides\": { \"Gold theme\": { \"enabled\": false, \"lifetime\": \"session\" } } }",
      to: "p.json"
    )
    let applied = try tester.halyard("preset", "apply", "p.json")
    #expect(applied.errors == "1 session override is applied to last until reset\n")
    #expect(try tester.halyard("preset", "apply", "p.json").errors == "")
  }
}
