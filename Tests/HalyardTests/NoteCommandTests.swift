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

  @Test func `list --overridden --by-note groups the overrides, those without a note last`() throws
  {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    _ = try tester.halyard("unlock", "Gold theme", "--note", "QA-2")
    _ = try tester.halyard("set", "Layout", "Blue", "--note", "QA-1")
    let run = try tester.halyard("list", "--overridden", "--by-note")
    let lines = run.output.split(separator: "\n")
    let starts = ["QA-1  Layout ", "QA-2  Gold theme ", "–     New Cart "]
    #expect(zip(lines, starts).allSatisfy { $0.hasPrefix($1) } && lines.count == 3, "\(lines)")
    #expect(run.errors.contains("3 overrides, 2 notes; "))
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
