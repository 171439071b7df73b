import TestSupport
import Testing

@testable import halyard

/// Tests `--note`, and the commands that print the notes of overrides.
struct NoteCommandTests {
  @Test(arguments: [
    ["enable", "New Cart"], ["disable", "New Cart"], ["unlock", "Gold theme"],
    ["lock", "Gold theme"], ["cycle", "Layout"], ["set", "Layout", "Blue"],
  ])
  func `a note is in show, list and history, and later changes keep it`(words: [String]) throws {
    let tester = try Tester()
    let run = try tester.halyard(words + ["--note", " QA-123 "])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let json = try tester.halyard("show", words[1], "--json").output
    #expect(json.contains(#""note": "QA-123""#), "\(json)")
    #expect(try tester.halyard("list", "--json").output.contains(#""note": "QA-123""#))
    #expect(try tester.halyard("list", "--tsv").output.contains("\tQA-123\teveryone\n"))
    #expect(try tester.halyard("history").output.hasSuffix(" (QA-123)\n"))
    #expect(try tester.halyard("history", "--csv").output.hasSuffix(",QA-123,everyone\n"))
    _ = try tester.halyard(words + ["--for", "2h"])
    #expect(try tester.halyard("show", words[1], "--json").output.contains("QA-123"))
    _ = try tester.halyard(words + ["--note", ""])
    #expect(try !tester.halyard("show", words[1], "--json").output.contains("QA-123"))
  }

  @Test func `a new note counts as a change, and a note over 200 characters is a usage error`()
    throws
  {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    let dry = try tester.halyard("enable", "New Cart", "--note", "QA-1", "--dry-run")
    #expect(dry.output == "New Cart: Enabled, overridden → Enabled, overridden (QA-1)\n")
    let long = String(repeating: "x", count: 201)
    let run = try tester.halyard("enable", "New Cart", "--note", long)
    #expect(run.errors.contains("--note: found 201 characters, expected at most 200"))
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test func `the bug report contains the notes of overrides`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--note", "QA-123")
    #expect(try tester.halyard("report", "--output", "r.md").exitCode == 0)
    #expect(try tester.folder.read("r.md").contains("Enabled, note: QA-123"))
  }

  @Test
  func `a preset keeps the notes of overrides, and gives its own note to overrides without one`()
    throws
  {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--note", "QA-123")
    _ = try tester.halyard("set", "Layout", "Blue")
    _ = try tester.halyard("preset", "save", "dark", "--note", "QA-9")
    #expect(try tester.halyard("preset", "show", "dark").output.contains("Note    QA-9"))
    #expect(try tester.halyard("preset", "list", "--json").output.contains(#""note": "QA-9""#))
    _ = try tester.halyard("reset", "--all")
    #expect(try tester.halyard("preset", "apply", "dark").exitCode == 0)
    #expect(try tester.halyard("show", "New Cart", "--json").output.contains("QA-123"))
    #expect(try tester.halyard("show", "Layout", "--json").output.contains("QA-9"))
    _ = try tester.halyard("preset", "save", "dark", "--replace")
    #expect(try tester.halyard("preset", "show", "dark").output.contains("QA-9"))
  }
}
