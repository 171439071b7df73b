import Foundation
import TestSupport
import Testing
import Workbench

@testable import halyard

/// Tests snapshots of the screen, without a terminal.
struct SnapshotTests {
  @Test func `a snapshot simulates key presses and prints the screen as text`() throws {
    let tester = try Tester()
    let run = try tester.halyard(
      "snapshot",
      "--size",
      "60x12",
      "--keys",
      "/ n e w enter space",
      "--output",
      "screen.txt"
    )
    #expect(run.errors.isEmpty)
    let screen = try tester.folder.read("screen.txt")
    #expect(screen.split(separator: "\n", omittingEmptySubsequences: false).count == 13)
    let row = try #require(screen.split(separator: "\n").first { $0.contains("New Cart") })
    #expect(row.contains("Enabled"))
    #expect(row.contains("◆"))
  }

  @Test func `the keys of a snapshot save no override`() throws {
    let tester = try Tester()
    _ = try tester.halyard("snapshot", "--keys", "space j space", "--output", "screen.txt")
    #expect(try tester.halyard("list", "--overridden").output.isEmpty)
  }

  @Test func `a snapshot saves no preset, and says so in the list of presets`() throws {
    let tester = try Tester()
    let run = try tester.halyard(
      "snapshot",
      "--size",
      "100x20",
      "--keys",
      "P s n a m e enter",
      "--output",
      "-"
    )
    #expect(
      run.output.contains("Preset name is not saved: a snapshot changes no file."),
      "\(run.output)"
    )
    #expect(try tester.halyard("preset", "list").output.isEmpty)
  }

  @Test func `a snapshot shows the overrides of the workspace`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    _ = try tester.halyard("snapshot", "--output", "screen.txt")
    #expect(try tester.folder.read("screen.txt").contains("1 overridden"))
  }

  @Test func `a .ansi snapshot has escape sequences, and a .svg snapshot is an SVG image`() throws {
    let tester = try Tester()
    #expect(try tester.halyard("snapshot", "--output", "screen.ansi").exitCode == 0)
    #expect(try tester.folder.read("screen.ansi").contains("\u{1B}["))
    #expect(try tester.halyard("snapshot", "--output", "screen.svg").exitCode == 0)
    #expect(try tester.folder.read("screen.svg").hasPrefix("<svg"))
  }

  @Test(arguments: [
    (
      ["--output", "screen.png"],
      "--output: found \"screen.png\", expected a name in .svg, .cast, .ansi or .txt, or -"
    ),
    (
      ["--output", "a.txt", "--size", "80"],
      "--size: found \"80\", expected columns and rows up to 1000, such as 120x32"
    ),
    (
      ["--output", "a.txt", "--keys", "j jump"],
      "--keys: found \"jump\", expected a character or a key such as down"
    ),
    (
      ["--output", "a.txt", "--theme", "nope"],
      "no theme is named \"nope\"; see 'halyard themes'"
    ),
  ])
  func `an invalid option of snapshot is a usage error`(words: [String], message: String) throws {
    let run = try ProgramRunner.run(["snapshot"] + words, try Tester())
    #expect(run.errors.hasPrefix("halyard: error: \(message)\n"))
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test(arguments: ["-", "-.txt", "-.svg", "-.ansi"])
  func `--output - writes text to standard output, and -.svg, -.ansi or -.txt that format`(
    target: String
  ) throws {
    let tester = try Tester()
    let run = try tester.halyard("snapshot", "--size", "60x12", "--output", target)
    let file = "screen." + (target == "-" ? "txt" : String(target.dropFirst(2)))
    _ = try tester.halyard("snapshot", "--size", "60x12", "--output", file)
    #expect(run.output == (try tester.folder.read(file)))
    #expect(run.errors.isEmpty)
    #expect(run.exitCode == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: tester.folder.path)
    #expect(!files.contains { $0.hasPrefix("-") })
  }

  @Test func `a snapshot with --url probes the connectivity with --expect and --threshold`()
    throws
  {
    let server = try LocalServer { _ in .text("pong") }
    let words = ["snapshot", "--keys", "2", "--output", "-", "--url", server.url("/ping")]
    let run = try Tester().halyard(words + ["--expect", "pong", "--threshold", "100"])
    #expect(run.output.contains(server.url("/ping")), "\(run.output)")
    #expect(run.output.contains("✓"))
    #expect(run.exitCode == 0)
    #expect(server.requests.count == 1)
    let unexpected = try Tester().halyard(words + ["--expect", "other"])
    #expect(!unexpected.output.contains("✓"), "\(unexpected.output)")
    let wrong = try Tester().halyard(words + ["--threshold", "150"])
    #expect(wrong.errors.contains("--threshold: found \"150\", expected 0 to 100"))
  }

  @Test func `an output file that cannot be written is an error with its path`() throws {
    let run = try Tester().halyard("snapshot", "--output", "no/such/folder.txt")
    #expect(run.errors.hasPrefix("halyard: error: no/such/folder.txt: cannot be written: "))
    #expect(run.exitCode == ExitCode.unwritableFile)
  }

  @Test func `the pictures of the documentation equal the current screens`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = root.appendingPathComponent("Tools/screenshots")
    process.arguments = [folder.path]
    process.environment = [
      "HALYARD": ProgramRun.path(of: "halyard"), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let pictures = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(pictures.count >= 4)
    for picture in pictures {
      let kept = root.appendingPathComponent("screenshots/" + picture)
      let isFresh = try Data(contentsOf: kept) == Data(folder.read(picture).utf8)
      #expect(isFresh, "screenshots/\(picture) is stale: run make screenshots")
    }
  }
}
