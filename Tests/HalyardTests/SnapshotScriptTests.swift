import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests animated snapshots.
struct SnapshotScriptTests {
  private func snapshot(
    _ script: String,
    _ output: String,
    in tester: Tester,
    options: String...
  ) throws -> ProgramRun {
    try tester.folder.write(script, to: "demo.script")
    let words = ["snapshot", "--size", "80x16", "--script", "demo.script", "--output", output]
    return try tester.halyard(words + options)
  }

  @Test func `a script presses keys, and a text snapshot has the last screen of the script`() throws
  {
    let script = """
      # Finds a feature.
      type /new
      press enter space

      wait 1s
      caption It is on
      """
    let run = try snapshot(script, "-", in: try Tester())
    #expect(run.errors.isEmpty)
    let row = try #require(run.output.split(separator: "\n").first { $0.contains("New Cart") })
    #expect(row.contains("Enabled"))
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    // The screen, the caption, and the empty text after the last line feed.
    #expect(lines.count == 16 + 1 + 1)
    #expect(lines[16] == " It is on")
  }

  @Test func `an animated SVG shows each screen for the time in the script, and is reproducible`()
    throws
  {
    let tester = try Tester()
    let script = "caption one\nwait 2s\ncaption two\npress j\nwait 1s\n"
    #expect(try snapshot(script, "demo.svg", in: tester).exitCode == 0)
    let svg = try tester.folder.read("demo.svg")
    // A key press is shown for 350 ms.
    #expect(svg.contains(" 3350ms step-end infinite}"))
    #expect(svg.contains("{59.7%{visibility:visible}}"))
    let second = try snapshot(script, "second.svg", in: tester)
    #expect(second.exitCode == 0)
    #expect(try tester.folder.read("second.svg") == svg)
  }

  @Test func `an asciinema cast has an event for each screen of the script`() throws {
    let tester = try Tester()
    #expect(try snapshot("wait 1s\npress j\nwait 1s", "demo.cast", in: tester).exitCode == 0)
    let lines = try tester.folder.read("demo.cast").split(separator: "\n")
    #expect(lines[0].hasPrefix(#"{"version":2,"width":80,"height":16,"title":"Halyard""#))
    #expect(lines[1].hasPrefix("[0,\"o\",\"") || lines[1].hasPrefix("[0.0,\"o\",\""))
    #expect(lines[2].hasPrefix("[1,\"o\",\"") || lines[2].hasPrefix("[1.0,\"o\",\""))
  }

  @Test
  func `the script line request shows the response to an app, also after a change and its undo`()
    throws
  {
    func response(after keys: String) throws -> String {
      let script = (keys.isEmpty ? "" : "press \(keys)\n") + "request New Cart\n"
      let options = ["--user", "ana"]
      let tester = try Tester()
      try tester.folder.write(script, to: "demo.script")
      let words = ["snapshot", "--script", "demo.script", "--output", "-"] + options
      return try tester.halyard(words).output
    }
    let search = "/ n e w enter"
    #expect(try response(after: "").contains("\"key\":\"New Cart\",\"value\":false"))
    let changed = try response(after: "\(search) space")
    #expect(changed.contains("\"key\":\"New Cart\",\"value\":true"))
    #expect(
      changed.contains(
        "$ curl -d '{\"context\":{\"targetingKey\":\"ana\"}}' "
          + "localhost:8016/ofrep/v1/evaluate/flags/New%20Cart"
      )
    )
    #expect(try response(after: "\(search) space z").contains("\"value\":false"))
  }

  @Test func `undo and redo revert the changes of a snapshot, and save nothing`() throws {
    let tester = try Tester()
    func row(_ keys: String) throws -> String {
      let keys = "/ n e w enter \(keys)"
      let run = try tester.halyard("snapshot", "--size", "60x12", "--keys", keys, "--output", "-")
      return try #require(
        run.output.split(separator: "\n").map(String.init).first { $0.contains("New Cart") }
      )
    }
    #expect(try row("space").contains("Enabled"))
    #expect(try row("space z").contains("Disabled"))
    #expect(try row("space z Z").contains("Enabled"))
    #expect(try row("z").contains("Disabled"))
    #expect(try tester.halyard("list", "--overridden").output.isEmpty)
  }

  @Test(arguments: [
    (
      "press j\n\npres j",
      "demo.script:3: found \"pres j\", expected a step such as press j j space, type /cart, "
        + "wait 1.5s, caption TEXT, request FEATURE"
    ),
    ("press jump", "demo.script:1: found \"jump\", expected a character or a key such as down"),
    (
      "# a\nwait long",
      "demo.script:2: found \"wait long\", expected wait and a time of at most 60s, such as 1.5s"
    ),
    (
      "wait 2m",
      "demo.script:1: found \"wait 2m\", expected wait and a time of at most 60s, such as 1.5s"
    ),
  ])
  func `a malformed line of a script is a usage error with its line`(
    script: String,
    message: String
  ) throws {
    let run = try snapshot(script, "-", in: try Tester())
    #expect(run.errors.hasPrefix("halyard: error: \(message)\n"), "\(run.errors)")
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test func `a script that does not exist is an error with its path`() throws {
    let run = try Tester().halyard("snapshot", "--script", "no.script", "--output", "-")
    #expect(run.errors.hasPrefix("halyard: error: no.script: there is no such file"))
  }

  @Test func `the animation of the README has at most 300 kB, and takes about 20 seconds`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let url = root.appendingPathComponent("screenshots/demo.svg")
    let svg = try String(contentsOf: url, encoding: .utf8)
    #expect(svg.utf8.count <= 300_000)
    let time = try #require(svg.firstMatch(of: /k0 (\d+)ms/)).1
    #expect((18_000...22_000).contains(try #require(Int(time))))
  }
}
