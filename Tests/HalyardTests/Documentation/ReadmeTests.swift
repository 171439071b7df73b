import FlagSystem
import TestSupport
import Testing

@testable import halyard

/// Tests that the README is short, and that the linked pages contain what the README omits.
struct ReadmeTests {
  @Test func `the README has at most 9 kB, and no table of more than 12 rows`() throws {
    let readme = try DocumentationPage("README.md")
    #expect(readme.text.utf8.count <= 9_000)
    #expect(!readme.tables.isEmpty)
    for table in readme.tables {
      #expect(table.count <= 12, "\(table.first ?? [])")
    }
  }

  @Test(arguments: ["make run", "make test", "make install"])
  func `the README mentions the make targets for users`(command: String) throws {
    #expect(try DocumentationPage("README.md").text.contains(command))
  }

  @Test
  func `the curl request in the README receives the overridden value that the README describes`()
    throws
  {
    let lines = try DocumentationPage("README.md").text.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("curl ") })
    let request = line.replacing("http://127.0.0.1:8016", with: "$OFREP_ENDPOINT")
    let tester = try Tester(configuration: Example.text)
    try tester.folder.write(#"{ "overrides": { "New Cart": false } }"#, to: "off.json")
    let run = try tester.halyard("run", "--preset", "off.json", "--", "sh", "-c", String(request))
    #expect(run.output.contains(#""value":false"#), "\(run.errors)")
    #expect(run.output.contains(#""overridden":true"#), "\(run.output)")
  }

  @Test func `the page about commands has an example of every command`() throws {
    let text = try DocumentationPage("docs/reference/commands.md").text
    for command in CommandTable.all.dropFirst() {
      #expect(text.contains("\nhalyard \(command.name)"), "halyard \(command.name)")
    }
  }

  @Test func `each documented fact about a flag system has a test suite that exists`() throws {
    for system in FlagSystems.all {
      let tests = SystemEvidence.tests[system.name] ?? []
      #expect(tests.count == system.rows.count, "\(system.name)")
      for path in tests {
        let suite = path.split(separator: "/").last ?? ""
        let source = try DocumentationPage("Tests/\(path).swift").text
        #expect(source.contains("struct \(suite)") && source.contains("@Test"), "\(path)")
      }
    }
  }
}
