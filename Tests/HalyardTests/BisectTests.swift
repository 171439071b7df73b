import FeatureFlags
import Files
import Glibc
import TestSupport
import Testing
import Text

@testable import halyard

/// Tests the command `bisect` with real processes.
struct BisectTests {
  /// A folder with a workspace whose features `F1`, `F2` and so on are overridden.
  private struct Example {
    let tester: Tester
    /// The content of the overrides file before the bisection.
    let original: String

    init(count: Int) throws {
      let names = (1...count).map { "F\($0)" }
      let features = names.map { "{ \"name\": \"\($0)\" }" }.joined(separator: ",")
      tester = try Tester(configuration: "{ \"features\": [\(features)] }")
      let run = try tester.halyard(["disable", "--workspace", "w"] + names)
      #expect(run.exitCode == 0)
      original = try tester.folder.read("home/w/overrides.json")
    }

    var overrides: String {
      get throws { try tester.folder.read("home/w/overrides.json") }
    }

    /// The process ids of the scripts that were started, in order.
    var runs: [Int32] {
      // Drops the error: the file is missing before the first run.
      let text = (try? tester.folder.read("runs")) ?? ""
      return text.split(separator: "\n").compactMap { Int32($0) }
    }

    /// Bisects with a script that fails if all given features are overridden.
    func bisect(failingFor names: [String]) throws -> ProgramRun {
      let tests = names.map { "grep -q '\"\($0)\": {' \"$HALYARD_OVERRIDES\"" }
      let script = "echo $$ >> runs; \(tests.joined(separator: " && ")) && exit 1; exit 0"
      return try tester.halyard("bisect", "--workspace", "w", "--run", "--", "sh", "-c", script)
    }

    /// Starts a bisection whose first run does not end, and waits for that run.
    func startEndlessBisection() async throws -> (bisection: Int32, script: Int32) {
      let script = "echo $$ >> runs; exec tail -f /dev/null"
      let program = ProgramRun.path(of: "halyard")
      let command = """
        cd '\(tester.folder.path)' && export HALYARD_HOME='\(tester.folder.path(of: "home"))' \
        && exec '\(program)' bisect --workspace w --run -- sh -c '\(script)'
        """
      let bisection = try #require(Shell.start(command, output: nil))
      let deadline = ContinuousClock.now + .seconds(20)
      while runs.isEmpty, .now < deadline { await Task.yield() }
      return (bisection, try #require(runs.first))
    }

    var hasJournal: Bool { access(tester.folder.path(of: "home/w/bisect.json"), F_OK) == 0 }
  }

  @Test(arguments: [1, 28, 64])
  func `one culprit among 64 overrides is found in at most 7 runs`(number: Int) throws {
    let example = try Example(count: 64)
    let run = try example.bisect(failingFor: ["F\(number)"])
    #expect(run.exitCode == 0)
    #expect(run.output.contains(": 1 override breaks the app\n  F\(number): Disabled\n"))
    #expect(run.output.contains("    halyard disable --workspace w F\(number)\n"))
    #expect(example.runs.count <= 7)
    #expect(try example.overrides == example.original)
    #expect(!example.hasJournal)
  }

  @Test func `two overrides that only fail together are found among 64 in at most 20 runs`() throws
  {
    let example = try Example(count: 64)
    let run = try example.bisect(failingFor: ["F11", "F60"])
    #expect(run.output.contains("2 overrides together break the app\n  F11: Disabled\n"))
    #expect(run.output.contains("\n  F60: Disabled\n"))
    #expect(example.runs.count <= 20)
    #expect(try example.overrides == example.original)
  }

  @Test func `only the named overrides are bisected, and the others stay applied`() throws {
    let example = try Example(count: 4)
    let script = "grep -q '\"F4\": {' \"$HALYARD_OVERRIDES\" || exit 2; exit 125"
    let run = try example.tester.halyard(
      "bisect",
      "--workspace",
      "w",
      "F1",
      "f2",
      "--run",
      "--",
      "sh",
      "-c",
      script
    )
    #expect(run.output.contains("Step 1 of about 2: 1 of 2 overrides is on, 2 suspects\n  skip\n"))
    #expect(!run.output.contains("F4"))
    #expect(try example.overrides == example.original)
  }

  @Test(arguments: [
    ("exit 0", "the app works with all 4 overrides"),
    ("exit 3", "the app also fails without the overrides"),
    ("kill -9 $$", "the app also fails without the overrides"),
    ("exit 125", "every run was skipped, so no override was found"),
  ])
  func `a bisection that finds no culprit is an error, and the overrides are restored`(
    script: String,
    message: String
  ) throws {
    let example = try Example(count: 4)
    let run = try example.tester.halyard(
      "bisect",
      "--workspace",
      "w",
      "--run",
      "--",
      "sh",
      "-c",
      script
    )
    #expect(run.exitCode == ExitCode.failure)
    #expect(run.errors.contains(message))
    #expect(try example.overrides == example.original)
    #expect(!example.hasJournal)
  }

  @Test func `a test command that does not exist is an error, and the overrides are restored`()
    throws
  {
    let example = try Example(count: 4)
    let run = try example.tester.halyard(
      "bisect",
      "--workspace",
      "w",
      "--run",
      "--",
      "no-such-program"
    )
    #expect(run.exitCode == ExitCode.noCommand)
    #expect(run.errors.contains("no-such-program: cannot be run: "))
    #expect(try example.overrides == example.original)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends bisect and its test script, and the overrides are restored`(
    signal: Int32
  ) async throws {
    let example = try Example(count: 8)
    let (bisection, script) = try await example.startEndlessBisection()
    #expect(try example.overrides != example.original)
    kill(bisection, signal)
    var status: Int32 = 0
    waitpid(bisection, &status, 0)
    #expect(status & 0x7F == signal)
    #expect(try example.overrides == example.original)
    #expect(!example.hasJournal)
    let deadline = ContinuousClock.now + .seconds(20)
    while ProcessIdentity(running: script) != nil, .now < deadline { await Task.yield() }
    #expect(ProcessIdentity(running: script) == nil)
  }

  @Test func `after bisect is killed, the next command restores the overrides and reports that`()
    async throws
  {
    let example = try Example(count: 8)
    let (bisection, script) = try await example.startEndlessBisection()
    let tester = example.tester
    let warned = try tester.halyard("enable", "F8", "--workspace", "w")
    #expect(warned.errors.contains("process \(bisection) is bisecting overrides"))
    let second = try tester.halyard("bisect", "--workspace", "w")
    #expect(second.errors.contains("process \(bisection) is already bisecting overrides"))
    let restore = try tester.halyard("bisect", "--workspace", "w", "--restore")
    #expect(restore.exitCode == ExitCode.failure)
    kill(bisection, SIGKILL)
    kill(script, SIGKILL)
    waitpid(bisection, nil, 0)
    #expect(example.hasJournal)
    let next = try tester.halyard("list", "--workspace", "w")
    #expect(
      next.errors
        == "halyard: warning: a bisection was interrupted after 0 runs: its 8 overrides are restored\n"
    )
    #expect(try example.overrides == example.original)
    #expect(!example.hasJournal)
    let none = try tester.halyard("bisect", "--workspace", "w", "--restore")
    #expect(none.output == "No bisection was interrupted.\n")
  }

  @Test func `without --run the verdicts are read from lines of standard input`() throws {
    let example = try Example(count: 4)
    let run = try example.tester.halyard("bisect", "--workspace", "w", input: "b\nwhat\nbad\ng\n")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("  F1: Disabled\n  F2: Disabled\ngood, bad, skip or quit? "))
    #expect(run.errors.contains("found \"what\", expected good, bad, skip or quit"))
    #expect(run.output.contains("After 3 runs: 1 override breaks the app\n  F1: Disabled\n"))
    #expect(try example.overrides == example.original)
  }

  @Test(arguments: ["g\nq\n", "g\n", ""])
  func `bisect restores the overrides if the user quits or standard input ends`(input: String)
    throws
  {
    let example = try Example(count: 4)
    let run = try example.tester.halyard("bisect", "--workspace", "w", input: input)
    #expect(run.exitCode == ExitCode.failure)
    #expect(run.errors.contains("the bisection was stopped after"))
    #expect(try example.overrides == example.original)
  }

  @Test(arguments: [
    (["bisect", "--run"], "--run expects a command after --"),
    (["bisect", "--run", "A", "--"], "--run expects a command after --"),
    (["bisect", "A", "--restore"], "--restore cannot be combined with features or --run"),
  ])
  func `a malformed command line of bisect is a usage error`(words: [String], message: String)
    throws
  {
    let failure = #expect(throws: Failure.self) { try Arguments.command(words) }
    #expect(failure?.exitCode == ExitCode.usage)
    #expect(failure?.message?.contains(message) == true)
  }

  @Test func `bisect without overrides, or for a feature without one, is an error`() throws {
    let tester = try Tester()
    let run = try tester.halyard("bisect", "--workspace", "w")
    #expect(run.errors.contains("no feature is overridden"))
    #expect(try tester.halyard("enable", "New Cart", "--workspace", "w").exitCode == 0)
    let other = try tester.halyard("bisect", "--workspace", "w", "Layout")
    #expect(other.errors.contains("\"Layout\" is not overridden"))
  }

  @Test func `a malformed journal of a bisection is reported with the line of the error`() throws {
    let example = try Example(count: 2)
    try example.tester.folder.write("{\n\"process\": true }", to: "home/w/bisect.json")
    let run = try example.tester.halyard("list", "--workspace", "w")
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("bisect.json:2: \"process\": found true, expected a whole number"))
    #expect(run.errors.contains("; correct the file; deleting it loses the original overrides"))
  }
}
