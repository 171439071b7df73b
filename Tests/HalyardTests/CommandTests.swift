import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests the output and the exit codes of the commands, run as processes.
struct CommandTests {
  @Test func `list prints every feature with the state of the screen, sorted by section and name`()
    throws
  {
    let run = try Tester().halyard("list")
    #expect(
      run.output == """
        Layout      Red       MVT Test      Browse
        CTA colour  Group B   A/B Test      Checkout
        New Cart    Disabled  Feature Flag  Checkout
        Gold theme  Locked    Unlock Flag   No section

        """
    )
    #expect(run.errors.isEmpty)
    #expect(run.exitCode == 0)
  }

  @Test func `list filters by type and section`() throws {
    let run = try Tester().halyard("list", "--type", "mvt", "--section", "Browse")
    #expect(run.output == "Layout  Red  MVT Test  Browse\n")
  }

  @Test func `list --overridden prints features with an override`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    let run = try tester.halyard("list", "--overridden")
    #expect(run.output == "New Cart  Enabled  Feature Flag  Checkout  overridden\n")
  }

  @Test func `show --json prints all keys of a feature in a fixed order`() throws {
    let tester = try Tester()
    _ = try tester.halyard("set", "CTA colour", "group a")
    let run = try tester.halyard("show", "CTA colour", "--json")
    #expect(
      run.output == """
        {
          "name": "CTA colour",
          "section": "Checkout",
          "description": "The button",
          "type": "ab",
          "enabled": true,
          "unlocked": null,
          "development": false,
          "variation": "Group A",
          "assignment": 62.5,
          "variations": [
            { "name": "Group A", "bias": 50, "label": "label1" },
            { "name": "Group B", "bias": 50, "label": "label2" }
          ],
          "variables": {},
          "overridden": true,
          "override": { "variation": "Group A", "lifetime": "kept" },
          "scope": null,
          "configured": { "enabled": true, "variation": "Group B", "unlocked": null },
          "origin": "file"
        }

        """
    )
  }

  @Test func `the error for an unknown feature names the nearest feature`() throws {
    let run = try Tester().halyard("show", "New crt")
    #expect(
      run.errors == "halyard: error: no feature is named \"New crt\", did you mean \"New Cart\"?\n"
    )
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test(arguments: [
    (["enable", "New Cart"], "New Cart: Enabled, overridden\n"),
    (["disable", "New Cart"], "New Cart: Disabled, overridden\n"),
    (["unlock", "Gold theme"], "Gold theme: Enabled, unlocked, overridden\n"),
    (["lock", "Gold theme"], "Gold theme: Enabled, locked, overridden\n"),
    (["cycle", "CTA colour"], "CTA colour: Group A, overridden\n"),
    (["cycle", "--back", "Layout"], "Layout: Blue, overridden\n"),
    (
      ["cycle", "Layout", "CTA colour"],
      "Layout: Green, overridden\nCTA colour: Group A, overridden\n"
    ),
    (["set", "Layout", "BLUE"], "Layout: Blue, overridden\n"),
    (["reset", "Layout"], "Layout: Red\n"),
    (["enable", "--quiet", "New Cart"], ""),
  ])
  func `a command that changes a feature prints the new state`(
    words: [String],
    output: String
  ) throws {
    let tester = try Tester()
    let run = try ProgramRunner.run(words, tester)
    #expect(run.output == output)
    #expect(run.errors.isEmpty)
    #expect(run.exitCode == 0)
  }

  @Test(arguments: [
    (
      ["set", "Layout", "Pink"],
      "\"Layout\" has no variation \"Pink\", expected one of Red, Green, Blue"
    ),
    (["unlock", "New Cart"], "\"New Cart\" is of type Feature Flag, expected an Unlock Flag"),
    (["enable", "Layout", "Nope"], "no feature is named \"Nope\""),
  ])
  func `a change that the feature does not support is rejected, and no override is written`(
    words: [String],
    message: String
  ) throws {
    let tester = try Tester()
    let run = try ProgramRunner.run(words, tester)
    #expect(run.errors == "halyard: error: \(message)\n")
    #expect(run.exitCode == ExitCode.failure)
    #expect(try tester.halyard("list", "--overridden").output.isEmpty)
  }

  @Test func `reset --all clears every override`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    _ = try tester.halyard("cycle", "Layout")
    #expect(try tester.halyard("reset", "--all").exitCode == 0)
    #expect(try tester.halyard("list", "--overridden").output.isEmpty)
  }

  @Test func `a user with the same key gets the same variation in every process`() throws {
    let document = """
      [{ "name": "Layout", "test-variations": ["Red", "Green", "Blue"] }]
      """
    let runs = try (0..<3).map { _ in
      try Tester(configuration: document).halyard("show", "Layout", "--json", "--user", "u42")
        .output
    }
    #expect(Set(runs).count == 1)
    #expect(runs[0].contains("\"assignment\": 13.528778380714357"), "\(runs[0])")
  }

  @Test func `a random assignment persists between processes`() throws {
    let tester = try Tester(
      configuration: "[{ \"name\": \"T\", \"test-variations\": [\"A\", \"B\"] }]"
    )
    let first = try tester.halyard("show", "T", "--json").output
    #expect(try tester.halyard("show", "T", "--json").output == first)
  }

  @Test func `with the source -, list reads standard input`() throws {
    let run = try Tester().halyard("list", "-s", "-", input: "[{\"name\": \"Piped\"}]")
    #expect(run.output == "Piped  Disabled  Feature Flag  No section\n")
  }

  @Test func `--fallback adds missing features, and replaces a missing source`() throws {
    let tester = try Tester()
    let fallback = try tester.folder.write("[{\"name\": \"Extra\"}]", to: "fallback.json")
    let added = try tester.halyard("list", "--fallback", fallback)
    #expect(added.output.contains("Extra") && added.output.contains("Layout"))
    let replaced = try tester.halyard("list", "-s", "gone.json", "--fallback", fallback)
    #expect(replaced.output == "Extra  Disabled  Feature Flag  No section\n")
    #expect(replaced.errors == "halyard: warning: gone.json: there is no such file\n")
  }

  @Test func `an override of a removed feature is listed with --overridden, and can be reset`()
    throws
  {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w")
    let source = try tester.folder.write("[{\"name\": \"Sale\"}]", to: "other.json")
    let options = ["--workspace", "w", "-s", source]
    #expect(try tester.halyard(["list"] + options).output.contains("New Cart") == false)
    let listed = try tester.halyard(["list", "--overridden"] + options).output
    #expect(
      listed
        == "New Cart  Not in the source  Removed from the source  Not in the source  overridden\n"
    )
    let json = try tester.halyard(["list", "--overridden", "--json"] + options).output
    #expect(json.contains("\"type\": null"))
    #expect(json.contains("\"override\": { \"enabled\": true, \"lifetime\": \"kept\" }"))
    let section = ["list", "--overridden", "--section", "no section"]
    #expect(try tester.halyard(section + options).exitCode == 0)
    #expect(try tester.halyard(["reset", "new cart"] + options).output == "New Cart: reset\n")
    #expect(try tester.halyard(["list", "--overridden"] + options).output == "")
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w")
    #expect(try tester.halyard(["reset", "--all"] + options).output == "New Cart: reset\n")
  }

  @Test func `four concurrent snapshots to one file succeed and leave no temporary file`()
    async throws
  {
    let tester = try Tester()
    try tester.folder.write("precious", to: "screen.svg.new")
    let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<4 {
        group.addTask { try tester.halyard("snapshot", "--output", "screen.svg").exitCode }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes == [0, 0, 0, 0])
    #expect(try tester.folder.read("screen.svg").hasSuffix("</svg>\n"))
    #expect(try tester.folder.read("screen.svg.new") == "precious")
    let names = try FileManager.default.contentsOfDirectory(atPath: tester.folder.path)
    #expect(!names.contains { $0.hasPrefix(".halyard-") })
  }

  @Test func `a source that is a pipe without a writer or a device is rejected`() throws {
    let tester = try Tester()
    let pipe = tester.folder.path(of: "pipe")
    #expect(Shell.run("mkfifo '\(pipe)'") == 0)
    let unwritten = try tester.halyard("list", "-s", pipe)
    #expect(unwritten.errors.contains("found a pipe that no program writes to, expected a file"))
    #expect(unwritten.exitCode == 65)
    let device = try tester.halyard("list", "-s", "/dev/zero")
    #expect(device.errors.contains("found a device, expected a file"))
    #expect(device.exitCode == 65)
  }

  @Test func `list exits with an error if standard output is a full device`() throws {
    let tester = try Tester()
    let program = ProgramRun.path(of: "halyard")
    let status = Shell.run("'\(program)' list -s '\(tester.file)' >/dev/full 2>/dev/null")
    #expect(status >> 8 == ExitCode.unwritableFile)
  }

  @Test func `list warns of an unusable workspace, and prints the features`() throws {
    let tester = try Tester(
      configuration: #"[{ "name": "Layout", "test-variations": ["a", "b"] }]"#
    )
    let words = ["list", "-s", tester.file]
    let run = try ProgramRun(
      words,
      environment: ["HALYARD_HOME": "/dev/null", "LC_ALL": "C.UTF-8"],
      folder: tester.folder.path
    )
    #expect(run.output.contains("Layout"))
    #expect(run.errors.contains("warning: not saved: /dev/null/"), "\(run.errors)")
    #expect(run.exitCode == 0)
  }

  static let misused: [(words: [String], error: String)] = [
    (["list", "--poll", "abc"], "--poll: found \"abc\"; use ms, s or m"),
    (["check", "-s", "a", "b"], "found two sources, \"b\" and --source a"),
    (["list", "-s", ""], "the source is \"\", expected a file or a URL"),
    (
      ["reset", "F", "--variable", "a=1"],
      "--variable: found \"a=1\", expected a name without a value"
    ),
  ]

  @Test(arguments: misused)
  func `an invalid or conflicting option value is a usage error`(
    words: [String],
    error: String
  ) throws {
    let run = try Tester().halyard(words)
    #expect(run.errors.contains(error), "\(run.errors)")
    #expect(run.exitCode == ExitCode.usage)
  }

  static let notSources: [(word: String, error: String)] = [
    ("frobnicate", "\"frobnicate\" is neither a command nor a file"),
    ("lst", "\"lst\" is neither a command nor a file; did you mean the command 'list'?"),
  ]

  @Test(arguments: notSources)
  func `an operand that is neither a command nor a file is a usage error`(
    word: String,
    error: String
  ) throws {
    let run = try Tester().halyard(word)
    #expect(run.errors == "halyard: error: \(error)\nSee 'halyard help'.\n")
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test(arguments: ["flags.json", "flags/lst", "./frobnicate"])
  func `an operand that looks like a path is reported as a missing file`(path: String) throws {
    let run = try Tester().halyard(path)
    #expect(
      run.errors == """
        halyard: error: \(path): there is no such file
        See 'halyard doctor', 'halyard check' and 'halyard help sources'.

        """
    )
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
  }

  @Test func `an operand without an extension is the source if the file exists`() throws {
    let tester = try Tester()
    try tester.folder.write(Tester.configuration, to: "lst")
    let run = try tester.halyard("lst")
    #expect(!run.errors.contains("neither"), "\(run.errors)")
  }

  @Test(arguments: ["-V", "--version"])
  func `--version and -V print the version`(word: String) throws {
    let run = try Tester().halyard(word)
    #expect(run.output == "halyard \(Main.version)\n")
    #expect(run.exitCode == 0)
  }

  @Test(arguments: [[], ["--json"]])
  func `the error for a section without features names the nearest section`(
    options: [String]
  ) throws {
    let run = try Tester().halyard(["list", "--section", "Chekout"] + options)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "halyard: error: no feature is in section \"Chekout\", did you mean \"Checkout\"?\n"
    )
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test func `an error message shows control characters as visible symbols`() throws {
    let tester = try Tester(configuration: #"{ "\u001b]0;x\u0007": 1 }"#)
    let unread = try tester.halyard("list")
    #expect(unread.errors.contains("found \"␛]0;x␇\", expected one of"), "\(unread.errors)")
    let unknown = try Tester().halyard("show", "\u{1B}[31m")
    #expect(unknown.errors.hasPrefix("halyard: error: no feature is named \"␛[31m\""))
  }

  @Test func `--json and overrides.json escape invisible characters`() throws {
    let name = "Pay\u{202E}\u{200B}"
    let tester = try Tester(configuration: "[{ \"name\": \"\(name)\" }]")
    _ = try tester.halyard("enable", name, "--workspace", "w")
    let json = try tester.halyard("list", "--json", "--workspace", "w").output
    let file = try tester.folder.read("home/w/overrides.json")
    for text in [json, file] {
      #expect(text.contains(#""Pay\u202e\u200b""#), "\(text)")
      #expect(text.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `show names the command that resets an override, not the key of the dashboard`() throws
  {
    let tester = try Tester()
    _ = try tester.halyard("disable", "New Cart")
    let text = try tester.halyard("show", "New Cart").output
    #expect(text.contains("'halyard reset'") && !text.contains("; o resets"), "\(text)")
  }

  @Test func `workspaces with different names have separate overrides`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--workspace", "one")
    #expect(try tester.halyard("list", "--overridden", "--workspace", "two").output.isEmpty)
    #expect(!(try tester.halyard("list", "--overridden", "--workspace", "one").output.isEmpty))
    #expect(try tester.halyard("list", "--workspace", "a/b").exitCode == ExitCode.usage)
  }
}

/// Runs the program with a list of arguments, for parameterized tests.
enum ProgramRunner {
  static func run(_ words: [String], _ tester: Tester) throws -> ProgramRun {
    try ProgramRun(words, environment: tester.environment, folder: tester.folder.path)
  }
}
