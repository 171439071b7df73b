import Foundation
import TestSupport
import Testing
import Workbench

@testable import halyard

/// Tests the commands `preset` and `report`.
struct PresetCommandTests {
  @Test func `a preset is saved, listed, shown, applied and deleted`() throws {
    let tester = try Tester()
    #expect(try tester.halyard("preset", "list").errors.contains("No preset is saved"))
    #expect(try tester.halyard("enable", "New Cart").exitCode == 0)
    let saved = try tester.halyard("preset", "save", "cart", "--description", "The cart")
    #expect(saved.output == "Preset cart: saved, 1 override\n")
    let list = try tester.halyard("preset", "list")
    #expect(list.output.hasPrefix("cart  1  "))
    #expect(list.output.hasSuffix("The cart\n"))
    #expect(try tester.halyard("preset", "show", "cart").output.contains("New Cart  Enabled"))
    #expect(try tester.halyard("preset", "save", "cart").exitCode == 1)
    #expect(try tester.halyard("preset", "save", "cart", "--replace").exitCode == 0)
    #expect(try tester.halyard("preset", "show", "cart").output.contains("The cart"))
    #expect(try tester.halyard("reset", "--all").exitCode == 0)
    let dry = try tester.halyard("preset", "apply", "cart", "--dry-run")
    #expect(dry.output == "New Cart: Disabled → Enabled\nDry run: 1 changed\n")
    #expect(try tester.halyard("list", "--overridden").output == "")
    let applied = try tester.halyard("preset", "apply", "cart")
    #expect(applied.output == "New Cart: Disabled → Enabled\n1 changed\n")
    #expect(try tester.halyard("preset", "apply", "cart").output == "1 unchanged\n")
    #expect(try tester.halyard("preset", "delete", "cart").output == "Preset cart: deleted\n")
    #expect(try tester.halyard("preset", "show", "cart").exitCode == 1)
  }

  @Test func `an object of names and values is applied as a preset`() throws {
    let tester = try Tester()
    let template = """
      { "parameters": {
          "welcome": { "defaultValue": { "value": "Hello" }, "valueType": "STRING" },
          "limit": { "defaultValue": { "value": "20" }, "valueType": "NUMBER" },
          "dark": { "defaultValue": { "value": "false" }, "valueType": "BOOLEAN" } } }
      """
    try tester.folder.write(template, to: "template.json")
    try tester.folder.write(#"{ "welcome": "Hi", "limit": 35, "dark": true }"#, to: "map.json")
    let words = ["-s", "template.json"]
    let applied = try tester.halyard(["preset", "apply", "map.json"] + words)
    #expect(applied.output.hasSuffix("3 changed\n"), "\(applied.output)\(applied.errors)")
    #expect(applied.errors == "")
    let list = try tester.halyard(["list"] + words).output
    let states = list.split(separator: "\n").map { $0.split(separator: " ").prefix(2) }
    #expect(states == [["dark", "Enabled"], ["limit", "35"], ["welcome", "Hi"]], "\(list)")
  }

  @Test func `a preset with an expiry is applied for its duration at any later time`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--for", "2h", "--note", "QA-1")
    _ = try tester.halyard("preset", "save", "cart")
    _ = try tester.halyard("reset", "--all")
    let shown = try tester.halyard("preset", "show", "cart")
    #expect(shown.output.contains("New Cart  Enabled for 2h (QA-1)"), "\(shown.output)")
    #expect(try tester.halyard("preset", "show", "cart", "--json").output.contains("7200"))
    #expect(try tester.halyard("preset", "apply", "cart").exitCode == 0)
    let list = try tester.halyard("list", "--json").output
    #expect(list.contains(#""until": "#), "\(list)")
  }

  @Test func `preset apply prints a changed lifetime or note, even if the state is unchanged`()
    throws
  {
    let tester = try Tester()
    let end = #""until": "2099-01-02T03:04:00Z""#
    let texts = [
      #"{ "enabled": true, "note": "QA-1", \#(end) }"#, #"{ "enabled": true, "note": "QA-2" }"#,
      #"{ "enabled": false }"#,
    ]
    let expected = [
      "New Cart: Disabled → Enabled until 2099-01-02 03:04 (QA-1)\n",
      "New Cart: Enabled, overridden until reset (QA-2)\n",
      "New Cart: Enabled → Disabled, note removed\n",
    ]
    for (text, line) in zip(texts, expected) {
      try tester.folder.write(#"{ "overrides": { "New Cart": \#(text) } }"#, to: "p.json")
      for arguments in [["--dry-run"], []] {
        let run = try ProgramRun(
          ["preset", "apply", "p.json"] + arguments,
          environment: tester.environment.merging(["TZ": "UTC"]) { $1 },
          folder: tester.folder.path
        )
        #expect(run.output.hasPrefix(line), "\(run.output)")
      }
    }
  }

  @Test
  func `preset apply exits with 1 if nothing is applied, and prints an expiry in local time`()
    throws
  {
    let tester = try Tester()
    let text =
      #"{ "overrides": { "New Cart": { "enabled": true, "until": "2026-01-02T23:30:00Z" } } }"#
    try tester.folder.write(text, to: "dead.json")
    let run = try ProgramRun(
      ["preset", "apply", "dead.json"],
      environment: tester.environment.merging(["TZ": "Etc/GMT-2"]) { $1 },
      folder: tester.folder.path
    )
    #expect(run.exitCode == 1 && run.output == "1 expired\n", "\(run.output)")
    #expect(run.errors.contains("expired at 2026-01-03 01:30, not applied"), "\(run.errors)")
    try tester.folder.write(#"{ "overrides": {} }"#, to: "empty.json")
    #expect(try tester.halyard("preset", "apply", "empty.json").exitCode == 1)
  }

  @Test func `preset save replaces an existing file only with --replace`() throws {
    let tester = try Tester()
    try tester.folder.write("{}", to: "keep.json")
    let file = tester.folder.path(of: "keep.json")
    let refused = try tester.halyard("preset", "save", "x", "--file", file)
    #expect(refused.exitCode == 1)
    #expect(refused.errors.contains("the file exists; add --replace to replace it"))
    #expect(try tester.folder.read("keep.json") == "{}")
    #expect(try tester.halyard("preset", "save", "x", "--file", file, "--replace").exitCode == 0)
    #expect(try tester.folder.read("keep.json") != "{}")
  }

  @Test(arguments: [
    (
      ["preset", "aply", "x"],
      "found \"aply\", expected save, apply, list, show or delete, did you mean \"apply\"?"
    ),
    (["preset"], "'preset' expects SUBCOMMAND"),
    (["preset", "show"], "'preset show' expects NAME, FILE or URL"),
    (["preset", "list", "x"], "'preset list' expects no name"),
    (["preset", "apply"], "expects one of NAME, FILE, URL and --file FILE"),
    (
      ["preset", "delete", "x", "--json"],
      "--json works only with 'preset apply', 'preset list' and 'preset show'"
    ),
    (
      ["preset", "save", "x", "--read-only"], "changes the workspace, and --read-only forbids that"
    ),
    (["preset", "save", "a/b"], "\"a/b\" cannot be the name of a preset"),
    (["report", "--url", "http://h.test/"], "--url expects --connectivity too"),
  ])
  func `a misused subcommand of preset is a usage error`(words: [String], message: String) throws {
    let run = try Tester().halyard(words)
    #expect(run.exitCode == ExitCode.usage, "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func `preset apply reads a file or a URL, and stores overrides of unknown features`() throws
  {
    let tester = try Tester()
    let text = """
      { "overrides": { "New Cart": { "enabled": true }, "Gone": { "enabled": true },
        "Layout": { "variation": "Pink" } } }
      """
    try tester.folder.write(text, to: "p.json")
    let run = try tester.halyard("preset", "apply", "p.json")
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("Layout: refused: the feature has no variation \"Pink\""))
    #expect(run.output.contains("Gone: stored, but the source has no such feature"))
    #expect(try tester.halyard("list", "--overridden").output.contains("Gone"))
    let server = try LocalServer { _ in .text(text) }
    let remote = try tester.halyard(
      "preset",
      "apply",
      server.url(),
      "--replace",
      "--header",
      "Authorization: Bearer hush"
    )
    #expect(remote.output.contains("unchanged"))
    #expect(server.requests.first?.headers["authorization"] == "Bearer hush")
    #expect(!(remote.output + remote.errors).contains("hush"))
  }

  @Test func `a malformed preset file is rejected with its position, and changes nothing`() throws {
    let tester = try Tester()
    try tester.folder.write("{ \"overrides\":\n { \"New Cart\": null } }", to: "p.json")
    let run = try tester.halyard("preset", "apply", "p.json")
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
    #expect(
      run.errors.contains("p.json:2: \"overrides.New Cart\": found null, expected true, false")
    )
    #expect(try tester.halyard("list", "--overridden").output == "")
  }

  @Test func `preset apply of a bug report restores its states in another workspace`() throws {
    let (one, two) = (try Tester(), try Tester())
    for words in [["set", "Layout", "Blue"], ["enable", "New Cart"], ["unlock", "Gold theme"]] {
      #expect(try one.halyard(words).exitCode == 0)
    }
    #expect(try two.halyard("disable", "Gold theme").exitCode == 0)
    let written = try one.halyard("report", "--output", "r.md")
    #expect(written.output == "r.md\nr.json\n", "\(written.errors)")
    let applied = try two.halyard("preset", "apply", one.folder.path(of: "r.json"))
    #expect(applied.exitCode == 0, "\(applied.errors)")
    #expect(try two.halyard("list").output == one.halyard("list").output)
    let again = try two.halyard("preset", "apply", one.folder.path(of: "r.json"), "--dry-run")
    #expect(again.output == "Dry run: 4 unchanged\n")
  }

  @Test func `a bug report contains no secret from headers, URLs or the environment`() throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Tester.configuration) }
    let address = server.url().replacingOccurrences(of: "http://", with: "http://ana:hush@")
    let run = try ProgramRun(
      [
        "report", "--source", address + "?token=hush&page=2", "--header", "X-Key: hush",
        "--output", "r.md", "--attributes", "{\"apiKey\": \"hush\", \"plan\": \"gold\"}",
      ],
      environment: tester.environment.merging(["HALYARD_HEADERS": "X-E: hush"]) { $1 },
      folder: tester.folder.path
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    let texts = [try tester.folder.read("r.md"), try tester.folder.read("r.json")]
    for text in texts + [run.output, run.errors] { #expect(!text.contains("hush")) }
    #expect(texts.allSatisfy { $0.contains("New Cart") && $0.contains("page=2") })
  }

  @Test func `a report to standard output is Markdown, and writes no file`() throws {
    let tester = try Tester()
    let run = try tester.halyard("report", "--output", "-")
    #expect(run.output.hasPrefix("# Halyard report\n"))
    #expect(run.output.contains("| Connectivity | not checked |"))
    let files = try FileManager.default.contentsOfDirectory(atPath: tester.folder.path)
    #expect(!files.contains { $0.hasPrefix("halyard-report") })
    #expect(try tester.halyard("report").exitCode == 0)
    let written = try FileManager.default.contentsOfDirectory(atPath: tester.folder.path)
    #expect(written.filter { $0.hasPrefix("halyard-report-") }.count == 2)
  }
}
