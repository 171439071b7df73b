import Documents
import FeatureFlags
import TestSupport
import Testing

@testable import halyard

/// Tests `timeline` and the log of the source that it reads.
struct TimelineCommandTests {
  @Test func `timeline prints each period of a feature's state with its cause`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    let run = try tester.halyard("timeline", "new cart")
    let lines = run.output.split(separator: "\n")
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(lines.count == 2, "\(run.output)")
    #expect(lines[0].hasPrefix("before") && lines[0].contains("unknown"), "\(run.output)")
    #expect(lines[1].contains("Enabled, overridden"), "\(run.output)")
    #expect(lines[1].hasSuffix("halyard enable"), "\(run.output)")
  }

  @Test func `timeline --json prints the periods of a feature's state, and the changes`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    _ = try tester.halyard("reset", "New Cart")
    let json = try tester.halyard("timeline", "New Cart", "--since", "1h", "--json").output
    let fields = try FieldReader(try JSONReader.read(Array(json.utf8)))
    #expect(try fields.text("name") == "New Cart")
    let changes = try #require(fields.value("changes")?.list)
    #expect(changes.count == 2, "\(json)")
    #expect(json.contains("\"program\": \"halyard reset\""), "\(json)")
  }

  @Test func `timeline reports an unknown feature and a malformed time`() throws {
    let tester = try Tester()
    #expect(try tester.halyard("timeline", "New Cat").errors.contains("New Cart"))
    #expect(
      try tester.halyard("timeline", "New Cart", "--since", "never").exitCode == ExitCode.usage
    )
  }
}
