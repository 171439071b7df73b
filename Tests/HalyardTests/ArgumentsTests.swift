import TestSupport
import Testing

@testable import halyard

/// Tests the parsing of command lines.
struct ArgumentsTests {
  @Test func `an empty command line opens the dashboard`() throws {
    let arguments = try Arguments([])
    #expect(arguments.command.name == DashboardCommand.row.name)
    #expect(arguments.operands.isEmpty)
  }

  @Test func `an operand that names no command is the source`() throws {
    let arguments = try Arguments(["flags/Features.json", "--user", "ana"])
    #expect(arguments.command.name == DashboardCommand.row.name)
    #expect(arguments.operands == ["flags/Features.json"])
    #expect(arguments.value(.user) == "ana")
  }

  @Test(arguments: [
    ["set", "CTA", "B", "--source=x.json"], ["--source", "x.json", "set", "CTA", "B"],
    ["set", "-s", "x.json", "CTA", "B"], ["set", "--", "CTA", "B", "--source=x.json"].dropLast(),
  ])
  func `an option is accepted at any position, with its value after a space or an equals sign`(
    words: [String]
  ) throws {
    let arguments = try Arguments(words)
    #expect(arguments.command.name == SetCommand.row.name)
    #expect(arguments.operands == ["CTA", "B"])
    #expect(arguments.value(.source) == (words.count == 4 && words[1] == "--" ? nil : "x.json"))
  }

  @Test func `arguments after two dashes are operands, even if they begin with a dash`() throws {
    let arguments = try Arguments(["enable", "--", "--json", "list"])
    #expect(arguments.operands == ["--json", "list"])
  }

  @Test func `the last value of a repeated single-value option applies`() throws {
    let arguments = try Arguments(["list", "--type", "ab", "--type", "mvt"])
    #expect(arguments.values(.type) == ["ab", "mvt"])
    #expect(arguments.value(.type) == "mvt")
  }

  @Test(arguments: [
    (["list", "--jsno"], "unknown option --jsno, did you mean --json?"),
    (["list", "--size", "80x24"], "--size works only with 'snapshot'"),
    (["list", "--user"], "--user expects KEY"),
    (["list", "--json=yes"], "--json takes no value"),
    (["show", "CTA", "extra"], "unexpected argument \"extra\"; a source is given with --source"),
    (["themes", "extra"], "unexpected argument \"extra\""),
    (["check", "a.json", "b.json"], "unexpected argument \"b.json\""),
    (
      ["enabel", "New Cart"],
      "unexpected argument \"New Cart\"; \"enabel\" is not a command, did you mean 'enable'?"
    ),
    (
      ["frobnicate", "New Cart"],
      "unexpected argument \"New Cart\"; \"frobnicate\" is not a command"
    ),
    (["a.json", "b.json"], "unexpected argument \"b.json\""),
    (["show"], "'show' expects NAME"),
    (["set", "CTA"], "'set' expects VARIATION, VALUE or --variable"),
    (["enable"], "'enable' expects NAME, --section or --type"),
    (["reset"], "'reset' expects NAME, --section, --type, --since, --by, --note, --only or --all"),
    (["reset", "CTA", "--all"], "'reset': found --all and \"CTA\", expected only one of them"),
    (
      ["reset", "--all", "--type", "ab"],
      "'reset': found --all and --type, expected only one of them"
    ),
    (
      ["enable", "-dash 48"],
      "unknown option -dash 48; put -- before an argument that begins with -"
    ),
    (["snapshot"], "'snapshot' expects --output FILE"),
    (
      ["enable", "CTA", "--read-only"],
      "'enable' changes the workspace, and --read-only forbids that"
    ),
  ])
  func `a wrong or missing argument is a usage error that names the expected one`(
    words: [String],
    message: String
  ) throws {
    let failure = #expect(throws: Failure.self) { try Arguments.command(words) }
    #expect(failure?.message == message)
    #expect(failure?.exitCode == ExitCode.usage)
  }

  @Test(arguments: CommandTable.all.map { $0.name })
  func `--help parses even if required operands are missing`(name: String) throws {
    let arguments = try Arguments([name, "--help"])
    #expect(arguments.command.name == name)
    #expect(arguments.has(.help))
  }

  @Test func `the command table has every type that conforms to Command, and unique names`()
    throws
  {
    let types = try SourceCode.types(conformingTo: "Command", in: "halyard")
    let rows = try SourceCode.matches(
      of: /^    (\w+)\.\w+,$/.anchorsMatchLineEndings(),
      in: "halyard/Commands"
    )
    #expect(types.subtracting(rows) == [])
    #expect(Set(CommandTable.all.map { $0.name }).count == CommandTable.all.count)
  }

  @Test(arguments: CommandTable.all.filter { $0.sourceUse == .option }.map { $0.name })
  func `a command that accepts its source only with --source has operands`(
    name: String
  ) throws {
    let command = try #require(CommandTable.all.first { $0.name == name })
    #expect(!command.operands.isEmpty)
  }

  @Test(arguments: CommandTable.all.filter { $0.sourceUse == .operand }.map { $0.name })
  func `the source is the operand or --source, and giving both is an error`(name: String) throws {
    let words = name == "dashboard" ? [] : [name]
    #expect(try Arguments(words + ["a.json"]).sourceOptions().name == "a.json")
    #expect(try Arguments(words + ["-s", "a.json"]).sourceOptions().name == "a.json")
    #expect(throws: Failure.self) {
      try Arguments(words + ["a.json", "-s", "b.json"]).sourceOptions()
    }
  }

  @Test(arguments: [
    (
      ["lock-feature", "CTA", "--for", "5m"], "the command 'lock-feature' is now named 'team lock'"
    ),
    (["unlock-feature"], "the command 'unlock-feature' is now named 'team unlock'"),
    (
      ["help", "lock-feature"], "there is no command \"lock-feature\", did you mean \"team lock\"?"
    ),
    (["team", "lock"], "'team lock' expects NAME"),
    (["team", "status", "CTA"], "'team status' expects no name"),
    (
      ["team", "loc", "CTA"],
      "'team': found \"loc\", expected status, members, lock, unlock or migrate, "
        + "did you mean \"lock\"?"
    ),
    (["team", "unlock", "CTA", "--for", "5m"], "--for works only with 'team lock'"),
    (
      ["team", "lock", "CTA", "--read-only"],
      "'team lock' changes the workspace, and --read-only forbids that"
    ),
  ])
  func `a renamed command or a misused subcommand is a usage error that names the expected words`(
    words: [String],
    message: String
  ) {
    let failure = #expect(throws: Failure.self) { try Arguments.command(words) }
    #expect(failure?.message == message)
    #expect(failure?.exitCode == ExitCode.usage)
  }

  @Test(arguments: Option.allCases)
  func `each option has a help text, and its flag and its letter are unique`(option: Option) {
    let others = Option.allCases.filter { $0 != option }
    #expect(option.help.hasSuffix("."))
    #expect(!others.contains { $0.flag == option.flag })
    #expect(option.letter == nil || !others.contains { $0.letter == option.letter })
  }

  @Test(arguments: Option.allCases)
  func `each option is either common to all commands or listed by a command`(option: Option) {
    let owners = CommandTable.all.filter { $0.options.contains(option) }
    #expect(Option.common.contains(option) == owners.isEmpty)
  }

  @Test func `the value or presence of each option is read somewhere in the program`() throws {
    let calls = try SourceCode.matches(of: /\b(?:has|values?|duration)\(\.(\w+)\)/, in: "halyard")
    let names = try SourceCode.matches(
      of: /static (?:let|var) (\w+)(?: = |: Option \{\s*)Option\(/,
      in: "halyard"
    )
    #expect(names.count == Option.own.count)
    for name in names { #expect(calls.contains(name), "\(name)") }
  }
}
