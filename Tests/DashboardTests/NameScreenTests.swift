import FeatureFlags
import TestSupport
import Testing
import Text

@testable import Dashboard

/// Tests how names and titles are shown: whole in the details, and with visible spaces.
struct NameScreenTests {
  private static func dashboard(
    _ features: [Feature],
    columns: Int = 80,
    rows: Int = 24,
    keys: String = ""
  ) -> DashboardState {
    let source = LoadedSource(features: features, origin: .file)
    return Shop.dashboard(columns: columns, rows: rows, snapshot: source, keys: keys)
  }

  @Test func `names that differ only in line breaks, or in spaces at their ends, look different`() {
    let screen = Self.dashboard([
      Feature(name: "Cart one"), Feature(name: " Cart one"), Feature(name: "Cart\none"),
      Feature(name: "Cart one "),
    ]).screen
    for name in [" Cart one  ", "␣Cart one", "Cart␊one", "Cart one␣"] {
      #expect(screen.contains(name), "\(screen)")
    }
  }

  @Test(arguments: [80, 120])
  func `the details begin with the whole name if the title has no room for it`(columns: Int) {
    let words = (1...30).map { "word\($0)" }
    let feature = Feature(name: Feature.Name(rawValue: words.joined(separator: " ")))
    let screen = Self.dashboard([feature], columns: columns, keys: "enter").screen
    #expect(words.allSatisfy { screen.contains($0) }, "\(screen)")
    let short = Self.dashboard([Feature(name: "Short")], columns: columns, keys: "enter").screen
    #expect(short.split(separator: "\n").count { $0.contains("Short") } <= 2)
  }

  @Test func `a long title of a section is truncated in its middle`() {
    let section = "Shop / " + String(repeating: "very long ", count: 12) + "/ Checkout"
    let feature = Feature(name: "Cart", section: section)
    for keys in ["", "-", "f"] {
      let screen = Self.dashboard([feature], keys: keys).screen
      #expect(screen.contains("/ Checkout"), "\(screen)")
    }
  }

  @Test func `the type of a feature is a line of the details if the title has no room for it`() {
    let name = Feature.Name(rawValue: String(repeating: "a", count: 70))
    let screen = Self.dashboard([Feature(name: name)], keys: "enter").screen
    #expect(screen.contains("Type         Feature Flag"), "\(screen)")
  }

  @Test(arguments: [(20, true), (40, true), (58, false), (64, false), (75, false), (120, false)])
  func `a list that is too narrow omits the column of types before it truncates a name`(
    length: Int,
    hasTypes: Bool
  ) {
    let name = String(repeating: "n", count: length)
    let state = Self.dashboard([
      Feature(name: Feature.Name(rawValue: name)), Feature(name: "Short"),
    ])
    #expect(state.screen.contains("Feature Flag  Disabled") == hasTypes, "\(state.screen)")
    #expect(length > 60 || state.screen.contains(name))
  }

  @Test func `the heading of a section stays on top while a notice covers the last rows`() {
    let features = (1...40).map { number in
      Feature(name: Feature.Name(rawValue: "Feature \(number)"), section: "Only section")
    }
    var state = Self.dashboard(features, keys: "G")
    _ = state.update(.notice(Notice("A notice.", kind: .warning)), now: .zero)
    #expect(state.screen.contains("A notice."))
    #expect(state.screen.contains("│ Only section"), "\(state.screen)")
    #expect(state.screen.contains("▌"))
  }
}
