import Foundation
import Testing

@testable import halyard

/// How the words of a command line are understood.
struct ArgumentsTests {
  @Test func `No words open the dashboard`() throws {
    let arguments = try Arguments([])
    #expect(arguments.command == .dashboard)
    #expect(arguments.operands.isEmpty)
  }

  @Test func `A word that is no command is the source`() throws {
    let arguments = try Arguments(["flags/Features.json", "--user", "ana"])
    #expect(arguments.command == .dashboard)
    #expect(arguments.operands == ["flags/Features.json"])
    #expect(arguments.value(.user) == "ana")
  }

  @Test(arguments: [
    ["set", "CTA", "B", "--source=x.json"], ["--source", "x.json", "set", "CTA", "B"],
    ["set", "-s", "x.json", "CTA", "B"], ["set", "--", "CTA", "B", "--source=x.json"].dropLast(),
  ])
  func `Options stand anywhere, and take their value with or without an equals sign`(
    words: [String]
  ) throws {
    let arguments = try Arguments(words)
    #expect(arguments.command == .set)
    #expect(arguments.operands == ["CTA", "B"])
    #expect(arguments.value(.source) == (words.count == 4 && words[1] == "--" ? nil : "x.json"))
  }

  @Test func `After two dashes everything is a name`() throws {
    let arguments = try Arguments(["enable", "--", "--json", "list"])
    #expect(arguments.operands == ["--json", "list"])
  }

  @Test func `An option may be repeated, and its last value counts where one is wanted`() throws {
    let arguments = try Arguments(["list", "--type", "ab", "--type", "mvt"])
    #expect(arguments.values(.type) == ["ab", "mvt"])
    #expect(arguments.value(.type) == "mvt")
  }

  @Test(arguments: [
    (["list", "--jsno"], "unknown option --jsno, did you mean --json?"),
    (["list", "--size", "80x24"], "--size goes with 'snapshot' only"),
    (["list", "--user"], "--user wants KEY"),
    (["list", "--json=yes"], "--json takes no value"),
    (["list", "extra"], "found \"extra\", expected nothing more; a source is given with --source"),
    (
      ["set", "CTA", "B", "f.json"],
      "found \"f.json\", expected nothing more; a source is given with --source"
    ),
    (["themes", "extra"], "found \"extra\", expected nothing more"),
    (["check", "a.json", "b.json"], "found \"b.json\", expected nothing more"),
    (
      ["enabel", "New Cart"],
      "found \"New Cart\", expected nothing more; \"enabel\" is not a command, did you mean 'enable'?"
    ),
    (
      ["frobnicate", "New Cart"],
      "found \"New Cart\", expected nothing more; \"frobnicate\" is not a command"
    ),
    (["a.json", "b.json"], "found \"b.json\", expected nothing more"),
    (["show"], "'show' wants NAME"),
    (["set", "CTA"], "'set' expects VARIATION, VALUE or --variable"),
    (["enable"], "'enable' wants NAME"),
    (["reset"], "'reset' wants the name of a feature, or --all"),
    (["reset", "CTA", "--all"], "'reset' wants the name of a feature, or --all"),
    (["snapshot"], "'snapshot' wants --output FILE"),
    (
      ["enable", "CTA", "--read-only"],
      "'enable' changes the workspace, and --read-only forbids that"
    ),
  ])
  func `A word out of place is named, with what was wanted`(
    words: [String],
    message: String
  ) throws {
    let failure = #expect(throws: Failure.self) { try Arguments(words) }
    #expect(failure?.message == message)
    #expect(failure?.exitCode == ExitCode.usage)
  }

  @Test(arguments: Command.allCases)
  func `Every command asks for help without its operands`(command: Command) throws {
    let arguments = try Arguments([command.rawValue, "--help"])
    #expect(arguments.command == command)
    #expect(arguments.has(.help))
  }

  @Test(arguments: Command.allCases)
  func `the dispatch handles each command in one case and has no default`(
    command: Command
  ) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let main = tests.appendingPathComponent("../../Sources/halyard/Main.swift")
    let source = try String(contentsOf: main, encoding: .utf8)
    #expect(source.components(separatedBy: "case .\(command.rawValue):").count == 2)
    #expect(!source.contains("default:"))
  }
}
