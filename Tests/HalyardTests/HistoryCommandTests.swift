import TestSupport
import Testing

@testable import halyard

/// Tests `undo`, `redo` and `history`.
struct HistoryCommandTests {
  @Test func `undo and redo revert a command in one step, and print the states`() throws {
    let tester = try Tester()
    _ = try tester.halyard("cycle", "Layout", "CTA colour")
    _ = try tester.halyard("enable", "New*")
    let first = try tester.halyard("undo")
    #expect(first.output == "New Cart: Disabled\n")
    #expect(
      first.errors.hasPrefix("Undone: New Cart Enabled → Disabled (by ana"),
      "\(first.errors)"
    )
    #expect(first.errors.contains("halyard enable"))
    #expect(first.exitCode == 0)
    #expect(try tester.halyard("undo").output == "CTA colour: Group B\nLayout: Red\n")
    #expect(try tester.halyard("list", "--overridden").output.isEmpty)
    let none = try tester.halyard("undo")
    #expect(none.errors == "halyard: error: nothing to undo\n")
    #expect(none.exitCode == ExitCode.failure)
    let redo = try tester.halyard("redo")
    #expect(redo.output == "CTA colour: Group A, overridden\nLayout: Green, overridden\n")
    #expect(
      redo.errors.hasPrefix("Redone: CTA colour Group B → Group A and 1 more (by ana"),
      "\(redo.errors)"
    )
    _ = try tester.halyard("redo")
    #expect(try tester.halyard("redo").errors == "halyard: error: nothing to redo\n")
  }

  @Test func `history --by lists the changes of an author, on any machine or on one`() throws {
    let tester = try Tester()
    for author in ["ana@build-7", "ana@build-8", "ben@build-7"] {
      _ = try tester.halyard(["cycle", "Layout"], environment: ["HALYARD_AUTHOR": author])
    }
    func count(_ author: String) throws -> Int {
      try tester.halyard("history", "--by", author).output.split(separator: "\n").count
    }
    #expect(try count("ana") == 2)
    #expect(try count("ben@build-7") == 1)
    #expect(try tester.halyard("history", "--by", "an").errors.contains("No changes match."))
  }

  @Test func `undo prints in one line which note, lifetime or preset it has reverted`()
    throws
  {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--note", "QA-1")
    _ = try tester.halyard("enable", "New Cart", "--note", "QA-2")
    let note = try tester.halyard("undo")
    #expect(note.errors.hasPrefix("Undone: New Cart Enabled, note QA-2 → QA-1 (by ana"))
    _ = try tester.halyard("enable", "New Cart", "--session")
    let lifetime = try tester.halyard("undo")
    #expect(lifetime.errors.hasPrefix("Undone: New Cart Enabled for a session → Enabled (QA-1)"))
    _ = try tester.halyard("preset", "save", "cart")
    _ = try tester.halyard("reset", "--all")
    _ = try tester.halyard("preset", "apply", "cart")
    let preset = try tester.halyard("undo")
    #expect(preset.errors.hasPrefix("Undone: preset cart, New Cart Enabled → Disabled (by ana"))
    let redo = try tester.halyard("redo")
    #expect(redo.errors.hasPrefix("Redone: preset cart, New Cart Disabled → Enabled"))
    #expect(try tester.halyard("history", "--json").output.contains(#""preset": "cart""#))
    _ = try tester.halyard("reset", "--all")
    _ = try tester.halyard("disable", "New Cart")
    let hidden = try tester.halyard("undo")
    #expect(hidden.errors.hasPrefix("Undone: New Cart Disabled → no override (by ana"))
  }

  @Test func `undo names the expired overrides that it skips, and redo does not restore them`()
    throws
  {
    let tester = try Tester(configuration: #"[{ "name": "A" }, { "name": "B" }, { "name": "C" }]"#)
    for arguments in [["enable", "A"], ["enable", "B", "C", "--for", "1ms"]] {
      #expect(try tester.halyard(arguments).exitCode == 0)
    }
    let deadline = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < deadline,
      try tester.halyard("list", "--overridden").output.contains("B")
    {}
    let undo = try tester.halyard("undo")
    #expect(undo.errors.hasPrefix("Undone: A "), "\(undo)")
    #expect(
      undo.errors.contains("); skipped B and 1 more, whose overrides have expired\n"),
      "\(undo)"
    )
    #expect(try tester.halyard("redo").exitCode == 0)
    let redo = try tester.halyard("redo")
    #expect(redo.exitCode == 1 && redo.errors.contains("nothing to redo"))
  }

  @Test func `undo works without the source`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w")
    let run = try tester.halyard("undo", "--workspace", "w", "-s", "gone.json")
    #expect(run.output == "New Cart: reset\n")
    #expect(run.errors.hasPrefix("halyard: warning: gone.json: there is no such file\n"))
    #expect(run.exitCode == 0)
    let redo = try tester.halyard("redo", "--workspace", "w", "-s", "gone.json")
    #expect(redo.output == "New Cart: Enabled, overridden\n")
  }

  private func history(_ tester: Tester, _ options: String...) throws -> ProgramRun {
    try tester.halyard(["history"] + options)
  }

  @Test func `history prints one line for each change, the newest last`() throws {
    let tester = try Tester()
    #expect(try history(tester).errors == "No changes match.\n")
    _ = try tester.halyard("set", "Layout", "Blue")
    _ = try tester.halyard("enable", "New Cart")
    _ = try tester.halyard("undo")
    let lines = try history(tester).output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains("halyard set"))
    #expect(lines[0].hasSuffix("Layout    source → Blue"), "\(lines[0])")
    #expect(lines[1].hasSuffix("New Cart  source → Enabled"), "\(lines[1])")
    #expect(lines[2].contains("halyard undo") && lines[2].hasSuffix("Enabled → source"))
    #expect(lines[0].firstMatch(of: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  ana/) != nil)
  }

  @Test func `history filters by feature and time`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    _ = try tester.halyard("set", "Layout", "Blue")
    #expect(try history(tester, "--feature", "new cart").output.contains("New Cart"))
    #expect(try !history(tester, "--feature", "new cart").output.contains("Layout"))
    #expect(try history(tester, "--feature", "L*").output.contains("Layout"))
    #expect(try history(tester, "--since", "1h").output.split(separator: "\n").count == 2)
    #expect(try history(tester, "--since", "2099-01-01").output.isEmpty)
    let bad = try history(tester, "--since", "yesterday")
    #expect(bad.errors.contains("--since: found \"yesterday\", expected a duration such as 2h"))
    #expect(bad.exitCode == ExitCode.usage)
  }

  @Test(arguments: ["New Crt", "new cart", "New*", "Neu C*"])
  func `history --feature suggests a feature without changes for a misspelt name only`(
    word: String
  ) throws {
    let tester = try Tester()
    _ = try tester.halyard("set", "Layout", "Blue")
    let errors = try history(tester, "--feature", word).errors
    let hint = "no change is of \"\(word)\", did you mean \"New Cart\"?"
    #expect(errors.contains(hint) == ["New Crt", "Neu C*"].contains(word), "\(errors)")
    #expect(errors.hasSuffix("No changes match.\n"), "\(errors)")
  }

  @Test func `history prints a changed lifetime, in UTC with --tsv`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    _ = try tester.halyard("enable", "New Cart", "--until", "2099-12-31 17:30")
    let text = try tester.halyard("history").output
    #expect(text.hasSuffix("Enabled → Enabled until 2099-12-31 17:30\n"), "\(text)")
    let table = try tester.halyard("history", "--tsv").output
    #expect(
      table.contains(/\tEnabled\tEnabled until 2099-1\d-\d\dT\d\d:30:00Z\t\teveryone\n/),
      "\(table)"
    )
  }

  @Test func `history --json lists every operation with its changes of overrides`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    let json = try history(tester, "--json").output
    #expect(json.contains("\"program\": \"halyard enable\""), "\(json)")
    #expect(json.contains("\"kind\": \"change\""))
    #expect(json.contains("\"from\": null"))
    #expect(try history(try Tester(), "--json").output == "[]\n")
  }

  @Test func `--tsv prints a header line, and escapes tabs and line breaks in values`() throws {
    let tester = try Tester(configuration: #"[{ "name": "a\tb\\\nc" }, { "name": "Plain" }]"#)
    _ = try tester.halyard("enable", "a\tb\\\nc")
    let lines = try history(tester, "--tsv").output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0] == "time\twho\tprogram\tfeature\tfrom\tto\tnote\tfor")
    #expect(lines[1].split(separator: "\t", omittingEmptySubsequences: false).count == 8)
    #expect(
      lines[1].hasSuffix("\thalyard enable\ta\\tb\\\\\\nc\tsource\tEnabled\t\teveryone"),
      "\(lines[1])"
    )
    let list = try tester.halyard("list", "--tsv").output
    #expect(
      list.hasPrefix(
        "name\tstate\ttype\tsection\toverride\tby\tnote\tfor\n"
          + "a\\tb\\\\\\nc\tEnabled\tflag\t"
      )
    )
    #expect(list.hasSuffix("Plain\tDisabled\tflag\tNo section\t\t\t\t\n"))
  }

  @Test func `--csv quotes values with commas, quotes and line breaks`() throws {
    let tester = try Tester(configuration: #"[{ "name": "a,\"b\"\nc" }, { "name": "Plain" }]"#)
    _ = try tester.halyard("enable", "Plain", "--note", "first, second")
    let list = try tester.halyard("list", "--csv", "--sort", "name").output
    #expect(
      list.hasPrefix(
        "name,state,type,section,override,by,note,for\n"
          + "\"a,\"\"b\"\"\nc\",Disabled,flag,No section,,,,\n"
      ),
      "\(list)"
    )
    #expect(list.hasSuffix(",\"first, second\",everyone\n"))
    let run = try tester.halyard("list", "--csv", "--tsv")
    #expect(
      run.errors.contains("found --tsv and --csv, expected only one of them"),
      "\(run.errors)"
    )
  }

  static let orders: [(order: String, names: [String])] = [
    ("section", ["Layout", "CTA colour", "New Cart", "Gold theme"]),
    ("name", ["CTA colour", "Gold theme", "Layout", "New Cart"]),
    ("state", ["New Cart", "Gold theme", "CTA colour", "Layout"]),
    ("type", ["New Cart", "CTA colour", "Layout", "Gold theme"]),
    ("changed", ["Gold theme", "Layout", "CTA colour", "New Cart"]),
  ]

  @Test(arguments: orders)
  func `list --sort prints the features in the requested order`(order: String, names: [String])
    throws
  {
    let tester = try Tester()
    _ = try tester.halyard("set", "Layout", "Red")
    _ = try tester.halyard("lock", "Gold theme")
    let run = try tester.halyard("list", "--sort", order)
    let found = run.output.split(separator: "\n").map { line in
      names.first { line.hasPrefix($0) } ?? String(line)
    }
    #expect(found == names, "\(run.errors)")
  }

  @Test func `list --sort with an unknown order is a usage error that lists the orders`() throws {
    let run = try Tester().halyard("list", "--sort", "size")
    #expect(
      run.errors.contains(
        "--sort: found \"size\", expected one of section, name, state, type, changed"
      )
    )
    #expect(run.exitCode == ExitCode.usage)
  }
}
