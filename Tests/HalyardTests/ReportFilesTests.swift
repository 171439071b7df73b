import TestSupport
import Testing

@testable import halyard

/// Tests the two files of `report`, and the existing files that it does not overwrite.
struct ReportFilesTests {
  @Test func `report --output with the extension json writes JSON there and Markdown beside it`()
    throws
  {
    let tester = try Tester()
    for _ in 1...2 {
      let run = try tester.halyard("report", "--output", "r.json")
      #expect(run.output == "r.md\nr.json\n", "\(run.errors)")
    }
    #expect(try tester.folder.read("r.json").hasPrefix("{\n"))
    #expect(try tester.folder.read("r.md").hasPrefix("# Halyard report\n"))
    #expect(try tester.halyard("enable", "New Cart").exitCode == 0)
    #expect(try tester.halyard("preset", "apply", "r.json").exitCode == 0)
    #expect(try tester.halyard("report", "--output", "r.md").exitCode == 0)
  }

  @Test(arguments: [
    ("Features.md", "Features.json", nil), ("r.json", "r.md", "# Notes\n"),
    ("r.md", "r.json", "{ \"report\": { \"program\": \"other 1.0\" } }"),
    ("r", "r.json", "[1]"), ("r.md", "r.json", "no JSON"), ("r.md", "r.json", ""),
  ])
  func `report does not overwrite a file that the user has not named and that is no report`(
    output: String,
    other: String,
    content: String?
  ) throws {
    let tester = try Tester()
    if let content { try tester.folder.write(content, to: other) }
    let run = try tester.halyard("report", "--output", output)
    #expect(run.exitCode == ExitCode.unwritableFile)
    #expect(
      run.errors.contains("\(other): cannot be written: the file exists and is not a report"),
      "\(run.errors)"
    )
    #expect(try tester.folder.read(other) == content ?? Tester.configuration)
    #expect(throws: (any Error).self) { try tester.folder.read(output) }
  }
}
