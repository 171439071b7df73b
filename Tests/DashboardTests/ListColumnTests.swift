import TestSupport
import Testing
import Text

@testable import Dashboard
@testable import FeatureFlags

/// Tests the columns and the spacing of the feature list, which depend on all features and not on the
/// shown ones.
struct ListColumnTests {
  /// The column of a text in the row of a feature.
  private func column(of text: String, in name: String, _ state: DashboardState) -> Int? {
    let row = state.screen.split(separator: "\n").first { $0.contains(name) }
    return row.flatMap { row in
      row.firstRange(of: text).map { DisplayText(String(row[..<$0.lowerBound])).width }
    }
  }

  @Test func `a wide list without room for rows of descriptions has a column of descriptions`() {
    let features = (1...40).map {
      Feature(name: .init(rawValue: "F \($0)"), description: "What feature \($0) does")
    }
    let source = LoadedSource(features: features, origin: .file)
    let wide = Shop.dashboard(columns: 200, rows: 60, snapshot: source)
    #expect(wide.screen.contains("Disabled  What feature 9 does"))
    let narrow = Shop.dashboard(columns: 40, rows: 20, snapshot: source)
    #expect(!narrow.screen.contains("What feature"))
  }

  @Test func `long names that differ only at their ends are shortened in the middle`() {
    let names = ["v2", "v3"].map { "account.two-factor-identification-of-returning-users-\($0)" }
    let features = names.map { Feature(name: .init(rawValue: $0)) }
    let source = LoadedSource(features: features, origin: .file)
    let state = Shop.dashboard(columns: 60, rows: 20, snapshot: source)
    #expect(state.screen.contains("users-v2 "))
    #expect(state.screen.contains("users-v3 "))
  }

  @Test(arguments: [(80, "/ g o l d"), (120, "/ g o l d"), (80, "f ↓ ↓ ↓ ↓ space esc")])
  func `the columns do not move while a search or a filter hides features`(
    columns: Int,
    keys: String
  ) throws {
    // Leaves out the longest name, which would take the room of the column of types.
    let features = Shop.features.filter { $0.name.rawValue.count < 40 }
    let source = LoadedSource(features: features, origin: .file)
    var state = Shop.dashboard(columns: columns, rows: 24, snapshot: source)
    let type = try #require(column(of: "Unlock Flag", in: "▣ Gold theme", state))
    let lock = try #require(column(of: "Locked", in: "▣ Gold theme", state))
    _ = state.press(keys)
    #expect(!state.screen.contains("Checkout"))
    #expect(column(of: "Unlock Flag", in: "▣ Gold theme", state) == type)
    #expect(column(of: "Locked", in: "▣ Gold theme", state) == lock)
  }

  @Test(arguments: [(24, false), (40, true)])
  func `a search shows descriptions only if the whole list shows them`(rows: Int, isShown: Bool) {
    var state = Shop.dashboard(columns: 80, rows: rows)
    #expect(state.screen.contains("One page from cart to receipt") == isShown)
    _ = state.press("/ c a r t")
    #expect(state.screen.contains("One page from cart to receipt") == isShown)
  }

  private static let longVariation = "a variation with forty characters in all"

  private func dashboard(name: Feature.Name, columns: Int) -> DashboardState {
    let feature = Feature(
      name: name,
      section: "S",
      testVariations: ["short", TestVariation(rawValue: Self.longVariation)],
      testBiases: [50, 50].map(Percentage.init(rawValue:))
    ).assigned(12)
    return Shop.dashboard(
      columns: columns,
      rows: 12,
      snapshot: LoadedSource(features: [feature], origin: .file)
    )
  }

  @Test func `a long state uses the space that short names leave free`() {
    var state = dashboard(name: "Short", columns: 80)
    _ = state.press("→")
    let feature = Feature(
      name: "Short",
      section: "S",
      testVariations: ["short", TestVariation(rawValue: Self.longVariation)]
    ).overridden(Override(variation: TestVariation(rawValue: Self.longVariation)))
    _ = state.update(.changed([feature]), now: .zero)
    #expect(state.screen.contains(Self.longVariation))
  }

  @Test(arguments: [40, 46, 60, 80, 120, 200])
  func `at every width, a long name leaves room for the state of the feature`(columns: Int) {
    let name = Feature.Name(rawValue: "a name that is longer than the list is wide, " + "x".padded)
    let state = dashboard(name: name, columns: columns)
    let row = state.screen.split(separator: "\n").first { $0.contains("▌") } ?? ""
    #expect(row.contains("a name"))
    #expect(row.contains("short"))
  }

  @Test func `without features the column of states has the width of its longest fixed label`() {
    #expect(ListWidths().state == "Disabled".count)
    #expect(ListWidths().name == 0)
  }
}

extension String {
  /// The text, repeated until it is wider than any list.
  fileprivate var padded: String { String(repeating: self, count: 120) }
}
