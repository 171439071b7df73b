import FlagSystem
import Testing

@testable import halyard

/// Tests the options that select the same source and workspace from any working folder.
struct CommandOptionsTests {
  private func options(_ words: [String]) throws -> [String] {
    let (options, program) = (try Arguments(words).sourceOptions(), Program.test)
    let location = try LocatedSource(options, program)
    return options.commandOptions(for: location, program.environment)
  }

  @Test func `the options have the absolute path of the source, its format and the workspace`()
    throws
  {
    let folder = Program.test.environment.workingFolder
    #expect(
      try options(["--source", "a/F.json", "--workspace", "w", "--format", "features"])
        == ["--source", folder + "/a/F.json", "--format", "features", "--workspace", "w"]
    )
  }

  @Test(arguments: [
    ("/a/F.json", ["--source", "/a/F.json"]),
    ("https://h.test/f.json?page=2", ["--source", "https://h.test/f.json?page=2"]),
    ("https://h.test/f.json?token=secret", []), ("-", []),
  ])
  func `the options do not have a source with secrets or standard input`(
    source: String,
    expected: [String]
  ) throws {
    #expect(try options(["--source", source]) == expected)
  }
}
