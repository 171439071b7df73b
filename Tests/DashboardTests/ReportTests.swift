import Documents
import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Text

@testable import Dashboard
@testable import FeatureFlags
@testable import Workbench

/// Tests the report of all states.
struct ReportTests {
  private static let date = Date(timeIntervalSince1970: 1_795_255_331)

  private func report(_ features: [Feature] = Shop.features) -> Report {
    var report = Report(
      date: Self.date,
      version: "0.1.0",
      source: "https://flags.test/f.json?token=…",
      workspace: "shop-1f3a",
      origin: .remote,
      user: EvaluationContext(
        targetingKey: "ana",
        attributes: [
          "plan": "gold", "api_key": "hush", "home": "https://ana:hush@h.test/?token=hush",
          "device": .object(["authToken": "hush", "os": "linux"]),
        ]
      ),
      features: features,
      overrides: features.reduce(into: ["Gone": Override(enabled: true)]) { result, feature in
        if let override = feature.override { result[OverrideKey(feature.name)] = override }
      },
      screen: "a ``` screen\nwith two rows",
      wallClock: .zone()
    )
    report.revision = "ETag \"v7\""
    report.received = Self.date.addingTimeInterval(-7_500)
    report.problems = Shop.problems
    report.author = "ana@build-7"
    report.history = [
      OverrideOperation(
        id: "1",
        OverrideOperation.Signature(date: Self.date, author: "ben", program: "halyard set"),
        .change,
        [
          OverrideOperation.Change(
            "CTA colour",
            from: nil,
            to: Override(variation: "Group A")
          )
        ]
      )
    ]
    return report
  }

  @Test
  func `a Markdown report lists differing features first, then all states and the history`() throws
  {
    let text = report().markdown
    let expected = [
      "# Halyard report", "| Version | halyard 0.1.0 |",
      "| Source | https://flags.test/f.json?token=… |", "| Origin | remote |",
      "| Revision | ETag \"v7\" |", ", 2h 5m ago |", "| Connectivity | not checked |",
      "| Features | 14, 2 overridden |", "## Different from the configuration (1)",
      "| CTA colour | Group A | Group B | Group A |", "### Overrides without a feature (1)",
      "| Gone | Enabled |", "## All states (14)",
      "| CTA colour | Checkout | A/B Test | Group A | ◆ |", "## History (the last 50 changes)",
      "| change | CTA colour | – | Group A | ben | halyard set |", "## Problems (1)",
      "| error | 31 | Voucher field |", "## Screen", "````text\na ``` screen\nwith two rows\n````",
    ]
    var rest = text[...]
    for part in expected {
      let range = try #require(rest.firstRange(of: part), "\(part) in \(text)")
      rest = rest[range.upperBound...]
    }
  }

  @Test func `reports in Markdown and JSON contain no secret values of attributes`() {
    let report = report()
    let texts = [report.markdown, report.json.text(isPretty: true)]
    for text in texts {
      #expect(!text.contains("hush"))
      #expect(text.contains("gold"))
      #expect(text.contains("linux"))
    }
  }

  @Test func `feature names in a Markdown report cannot break a table or start an HTML element`() {
    let feature = Feature(name: "a|b`<img src=x>\n[x](y)\u{1B}", enabled: true)
    let text = report([feature]).markdown
    #expect(text.contains("| a\\|b\\`&lt;img src=x>␊\\[x\\](y)␛ | No section |"), "\(text)")
  }

  @Test func `a JSON report is a preset that restores the states in another store`() throws {
    let json = report().json.text(isPretty: true)
    let reading = try PresetFile.read(Array(json.utf8))
    #expect(reading.warnings.isEmpty)
    #expect(reading.preset.states.count == Shop.features.count)
    let store = FlagStore(draw: { 99 })
    try store.load(
      Configuration(
        features: Shop.features.map { feature in
          var feature = feature
          feature.override = nil
          feature.assignment = nil
          return feature
        }
      )
    )
    let states = { (features: [Feature]) in features.map(\.stateText) }
    #expect(states(store.features) != states(Shop.features))
    let plan = store.plan(reading.preset, isReplacing: false)
    #expect(plan.count(where: \.isOmission) == 0)
    try store.applyAndWait(.assign(plan.changes))
    #expect(states(store.features) == states(Shop.features))
  }

  @Test func `the screen in a report has no dialog, and a fixed size`() {
    let state = Shop.dashboard(columns: 60, rows: 20, keys: "?")
    let rows = state.reportScreen(now: .zero).split(separator: "\n")
    #expect(rows.count == 32)
    #expect(rows.contains { $0.contains("CTA colour") })
    #expect(state.size.columns == 60)
  }
}
