import TestSupport
import Testing

@testable import halyard

/// Tests `--variable` with a configuration whose features have no variables.
struct VariableCommandTests {
  @Test(arguments: [
    (
      ["set", "CTA", "--variable", "steps"], "--variable: found \"steps\", expected VARIABLE=VALUE"
    ),
    (
      ["set", "CTA", "--variable", "=2"],
      "--variable: found \"=2\", expected VARIABLE=VALUE"
    ),
    (
      ["enable", "CTA", "--variable", "a=2"],
      "--variable works only with 'set', 'reset' and 'assert'"
    ),
    (["reset", "--all", "--variable", "a"], "--variable needs the name of a feature"),
    (["set", "CTA"], "'set' expects VARIATION, VALUE or --variable"),
  ])
  func `a malformed --variable is a usage error`(words: [String], message: String) throws {
    let failure = #expect(throws: Failure.self) { try Arguments.command(words) }
    #expect(failure?.message?.hasPrefix(message) == true, "\(failure?.message ?? "")")
    #expect(failure?.exitCode == ExitCode.usage)
  }

  @Test func `a value of --variable can contain equals symbols and spaces, or be empty`() throws {
    let words = ["set", "CTA", "--variable", "a=b=c d", "--variable=e=", "B"]
    let command = try #require(try Arguments.command(words) as? SetCommand)
    #expect(try Arguments(words).operands == ["CTA", "B"])
    #expect(command.variables.map(\.name) == ["a", "e"])
    #expect(command.variables.map(\.value) == ["b=c d", ""])
  }

  @Test
  func `set --variable of a feature without variables is an error, and no override is written`()
    throws
  {
    let tester = try Tester()
    let run = try tester.halyard("set", "CTA colour", "Group A", "--variable", "steps=2")
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("\"CTA colour\" has no variables"))
    #expect(try tester.halyard("list", "--overridden").output.isEmpty)
  }

  @Test func `an override of an undeclared variable is preserved, and shown as ignored`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w")
    try tester.folder.write(
      #"{"overrides":{"New Cart":{"variables":{"steps":2,"list":[1.5]}}}}"#,
      to: "home/w/overrides.json"
    )
    let json = try tester.halyard("show", "New Cart", "--json", "--workspace", "w").output
    #expect(json.contains("\"variables\": {},\n"))
    #expect(json.contains("\"steps\": 2"))
    #expect(json.contains("[ 1.5 ]"))
    let text = try tester.halyard("show", "New Cart", "--workspace", "w").output
    #expect(text.contains("the override is ignored: has no variables"))
    #expect(text.contains("list = [1.5], steps = 2"))
  }

  @Test func `--format with a known format applies, and an unknown format is a usage error`()
    throws
  {
    let tester = try Tester()
    let wrong = try tester.halyard("list", "--format", "feature")
    #expect(wrong.exitCode == 64)
    #expect(wrong.errors.contains("--format: found \"feature\", expected one of features"))
    let right = try tester.halyard("list", "--format", "features")
    #expect(right.exitCode == 0)
    #expect(right.output == (try tester.halyard("list").output))
  }
}
