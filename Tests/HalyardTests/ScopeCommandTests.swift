import TestSupport
import Testing

@testable import halyard

/// Tests `--only`, with which commands change the overrides of some users.
struct ScopeCommandTests {
  @Test func `an override for one user is the state of this user only`() throws {
    let tester = try Tester()
    let run = try tester.halyard("enable", "New Cart", "--only", "ana")
    #expect(run.output == "New Cart for ana: Enabled, overridden\n")
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("features.json?user=ana"))
    func list(_ words: String...) throws -> String {
      try tester.halyard(["list", "--section", "Checkout"] + words).output
    }
    #expect(try list("--user", "ana").contains("New Cart    Enabled"))
    #expect(try list("--user", "ben").contains("New Cart    Disabled"))
    #expect(try list().contains("New Cart    Disabled"))
    let json = try tester.halyard("show", "New Cart", "--json", "--user", "ana").output
    #expect(json.contains(#""scope": { "key": "ana" },"#), "\(json)")
    #expect(try tester.halyard("show", "New Cart", "--json").output.contains(#""scope": null,"#))
  }

  @Test func `list --overridden has a row for each override, and --only selects its users`() throws
  {
    let tester = try Tester()
    _ = try tester.halyard("set", "Layout", "Blue")
    _ = try tester.halyard("set", "Layout", "Green", "--only", "country=es")
    _ = try tester.halyard("enable", "New Cart", "--only", "ana", "--note", "QA-1")
    let all = try tester.halyard("list", "--overridden").output
    #expect(
      all == """
        Layout    Blue     MVT Test      Browse    overridden
        Layout    Green    MVT Test      Browse    overridden for country=es
        New Cart  Enabled  Feature Flag  Checkout  overridden for ana         kept  QA-1

        """,
      "\(all)"
    )
    let own = try tester.halyard("list", "--overridden", "--only", "ana", "--csv").output
    #expect(
      own.contains("\nNew Cart,Enabled,flag,Checkout,kept,ana@") && own.hasSuffix(",QA-1,ana\n"),
      "\(own)"
    )
    let run = try tester.halyard("list", "--only", "ana")
    #expect(run.exitCode == ExitCode.usage)
    #expect(run.errors.contains("--only needs --overridden"))
  }

  @Test func `reset without --only resets the overrides of all users, and prints their number`()
    throws
  {
    let tester = try Tester()
    for words in [[], ["--only", "ana"], ["--only", "ben"]] {
      _ = try tester.halyard(["enable", "New Cart"] + words)
    }
    let dry = try tester.halyard("reset", "New Cart", "--dry-run")
    #expect(dry.output == "New Cart: Enabled → Disabled (everyone, ana, ben)\n", "\(dry.output)")
    let one = try tester.halyard("reset", "New Cart", "--only", "ben")
    #expect(one.output == "New Cart for ben: Enabled, overridden\n", "\(one.output)")
    let all = try tester.halyard("reset", "New Cart")
    #expect(all.output == "New Cart: Disabled\n")
    #expect(all.errors == "2 overrides reset\n", "\(all.errors)")
    _ = try tester.halyard("undo")
    #expect(try tester.halyard("list", "--overridden").output.split(separator: "\n").count == 2)
    _ = try tester.halyard("reset", "--only", "ana")
    #expect(try tester.halyard("list", "--overridden").output.split(separator: "\n").count == 1)
  }

  @Test func `cycle for one user starts from the variation of this user`() throws {
    let tester = try Tester()
    _ = try tester.halyard("set", "Layout", "Red")
    _ = try tester.halyard("set", "Layout", "Green", "--only", "ana")
    let next = try tester.halyard("cycle", "Layout", "--only", "ana").output
    let other = try tester.halyard("cycle", "Layout", "--only", "ben").output
    #expect(next == "Layout for ana: Blue, overridden\n", "\(next)")
    #expect(other == "Layout for ben: Green, overridden\n", "\(other)")
  }

  @Test func `history, undo and presets name the users of an override`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--only", "ana")
    #expect(
      try tester.halyard("history").output.hasSuffix("  New Cart for ana  source → Enabled\n")
    )
    #expect(try tester.halyard("history", "--csv").output.hasSuffix(",,ana\n"))
    _ = try tester.halyard("preset", "save", "one")
    #expect(
      try tester.halyard("preset", "show", "one").output.contains("New Cart for ana  Enabled")
    )
    let undone = try tester.halyard("undo")
    #expect(undone.output == "New Cart for ana: Disabled\n", "\(undone.output)")
    #expect(
      undone.errors.hasPrefix("Undone: New Cart for ana Enabled → Disabled ("),
      "\(undone.errors)"
    )
    let applied = try tester.halyard("preset", "apply", "one")
    #expect(applied.output.hasPrefix("New Cart for ana: Disabled → Enabled\n"), "\(applied.output)")
  }

  @Test func `a preset for everyone is applied for one user`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    _ = try tester.halyard("preset", "save", "cart")
    _ = try tester.halyard("reset", "--all")
    let run = try tester.halyard("preset", "apply", "cart", "--only", "ana")
    #expect(run.output.hasPrefix("New Cart for ana: Disabled → Enabled\n"), "\(run.output)")
    #expect(try tester.halyard("list", "--overridden").output.hasSuffix("overridden for ana\n"))
  }

  @Test func `"check" warns of overrides that apps do not get`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    let before = try tester.halyard("check")
    _ = try tester.halyard("enable", "New Cart", "--only", "ana")
    let run = try tester.halyard("check")
    #expect(run.exitCode == before.exitCode)
    let lines = run.output.split(separator: "\n").filter { !before.output.contains($0) }
    #expect(lines.count == 1)
    #expect(
      lines.first?.contains(": warning: New Cart: the override: ") == true
        && lines.first?.contains("features.json?user=ana") == true,
      "\(run.output)"
    )
  }

  @Test(arguments: ["", "=es", "tags=[1]"])
  func `a malformed scope is an error with an example`(scope: String) throws {
    let run = try Tester().halyard("enable", "New Cart", "--only", scope)
    #expect(run.exitCode != 0)
    #expect(
      run.errors.contains("--only: found \"\(scope)\", expected the key of a user such as ana"),
      "\(run.errors)"
    )
  }
}
