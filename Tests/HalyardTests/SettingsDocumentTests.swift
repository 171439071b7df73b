import Dashboard
import Foundation
import Testing

@testable import halyard

/// Tests that `docs/reference/settings.md` agrees with the table of settings in the code.
struct SettingsDocumentTests {
  @Test func `the example in the settings page is a valid settings file with every setting`() throws
  {
    let page = try DocumentationPage("docs/reference/settings.md").text
    let start = try #require(page.range(of: "```json5\n"))
    let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
    let settings = try Settings(json: String(page[start.upperBound..<end.lowerBound]))
    #expect(settings.problems.isEmpty, "\(settings.problems)")
    #expect(Set(settings.lines.keys) == Set(Setting.all))
  }

  @Test func `no text of a setting has a "|" or a line break, which would break a row of a table`()
  {
    for setting in Setting.all {
      let texts = [setting.expected, setting.defaultText, setting.explanation, setting.example]
      let fields = setting.fields.flatMap { [$0.expected, $0.explanation, $0.defaultText ?? ""] }
      #expect((texts + fields).allSatisfy { !$0.contains("|") && !$0.contains("\n") })
    }
  }
}
