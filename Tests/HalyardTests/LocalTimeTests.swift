import TestSupport
import Testing

/// Tests the time zone of times in text output and in JSON.
struct LocalTimeTests {
  @Test func `show prints local time, and show --json prints UTC`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    func show(_ zone: String, _ options: String...) throws -> String {
      let environment = tester.environment.merging(["TZ": zone]) { $1 }
      let run = try ProgramRun(
        ["show", "New Cart"] + options,
        environment: environment,
        folder: tester.folder.path
      )
      return run.output
    }
    func minutes(_ text: String) throws -> Int {
      let match = try #require(try /at (\d\d):(\d\d)/.firstMatch(in: text))
      return try #require(Int(match.1)) * 60 + #require(Int(match.2))
    }
    let india = try show("IST-5:30")
    let shift = try minutes(india) - minutes(show("UTC0"))
    #expect((shift + 1_440) % 1_440 == 330)
    #expect(india.contains("until reset · set by ana"))
    #expect(try show("IST-5:30", "--json") == show("UTC0", "--json"))
  }
}
