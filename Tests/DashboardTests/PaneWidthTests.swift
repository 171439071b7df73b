import Connectivity
import FeatureFlags
import TestSupport
import Testing
import Text

@testable import Dashboard

/// Tests the widths of the panes, and the truncation of texts that are wider.
struct PaneWidthTests {
  private static let panes: [(key: String, title: String)] = [
    ("2", "Connectivity"), ("3", "Activity"), ("4", "Clients"), ("5", "Problems"), ("6", "Changes"),
  ]

  @Test(arguments: [100, 119, 120, 159, 160, 199, 200, 300], panes)
  func `on a screen of at least 100 columns an opened pane has half of the width`(
    columns: Int,
    pane: (key: String, title: String)
  ) throws {
    let state = Live.dashboard(columns: columns, keys: pane.key)
    let line = try #require(state.screen.split(separator: "\n").dropFirst().first)
    let start = try #require(line.firstRange(of: "╭ " + pane.title)?.lowerBound)
    #expect(DisplayText(String(line[start...])).width == columns / 2)
    #expect(line.contains("╭ Features"))
    #expect(line.contains("╭ Beta badge") == (columns >= Layout.largeColumns))
  }

  @Test(arguments: [(99, false), (100, true)])
  func `below 100 columns an opened pane covers the list`(columns: Int, hasList: Bool) {
    let state = Live.dashboard(columns: columns, keys: "5")
    #expect(state.screen.contains("╭ Features") == hasList)
  }

  @Test
  func `a probe URL is truncated in the middle, and uses the space of a missing status`() {
    let url = "https://captive.example.test/a/rather/long/path/to/the/page/of/the/hotspot.html"
    let report = Live.report(
      .connectedViaEthernetWithoutInternet,
      probes: [Live.probe(url, .failed(.unexpectedStatus(500)), milliseconds: 2)]
    )
    let state = Live.dashboard(columns: 100, reports: [report], keys: "2")
    let line = state.screen.split(separator: "\n").first { $0.contains("✗ captive.") } ?? ""
    #expect(line.hasSuffix("│ ✗ captive.example.te…of/the/hotspot.html  2 ms │"), "\(line)")
  }

  @Test func `the problems pane shows the ends of long feature names and file names`() {
    let name = "a-feature-with-a-long-name-that-differs-at-its-end-only"
    let source = LoadedSource(
      features: Shop.features,
      problems: [
        Problem(severity: .error, line: 31, feature: name + "-1", fact: .biasSum(120)),
        Problem(severity: .error, line: 42, feature: name + "-2", fact: .biasSum(120)),
      ],
      origin: .file
    )
    var context = Shop.context
    context.source = "/srv/a/folder/the-configuration-of-the-shop-for-the-whole-of-europe.json"
    let state = Shop.dashboard(
      columns: 100,
      rows: 20,
      context: context,
      snapshot: source,
      keys: "5"
    )
    for text in ["only-1", "only-2", ".json:31", ".json:42"] {
      #expect(state.screen.contains(text), "\(text)")
    }
  }
}
