import Dashboard
import FeatureFlags
import TestSupport
import Testing
import Text

/// Tests terms of a search: their values, and the notes about unknown ones.
struct SearchTermTests {
  private static let features = [
    Feature(name: "Cart", section: "Home page").overridden(
      Override(enabled: true, author: "ana@build-7", note: "QA-12 checkout")
    ),
    Feature(name: "Dark theme", section: "Settings").overridden(
      Override(enabled: true, author: "ben@laptop")
    ),
    Feature(name: "Gift wrap", section: "Settings"),
  ]

  private static func searching(_ text: String) -> DashboardState {
    var state = Shop.dashboard(
      columns: 100,
      rows: 24,
      snapshot: LoadedSource(features: features, origin: .file),
      keys: "/"
    )
    state.typeKeys(text)
    return state
  }

  @Test(arguments: [
    ("is:overidden", "did you mean overridden?"), ("type:falg", "did you mean flag?"),
    ("section:setings", "Settings"), ("section:homepage", "did you mean \"Home"),
    ("by:anna", "did you mean \"ana@build-7\"?"), ("sektion:home", "did you mean section:?"),
    ("type:zzz", "type: expects flag, ab"),
  ])
  func `an unknown search term or value is reported with the nearest known one`(
    text: String,
    expected: String
  ) {
    let state = Self.searching(text)
    #expect(state.screen.contains(expected), "\(state.screen)")
  }

  @Test(arguments: [
    ("note:qa", ["Cart"]), ("note:\"12 check\"", ["Cart"]), ("by:ben", ["Dark theme"]),
    ("by:ana|ben", ["Cart", "Dark theme"]), ("-by:ana", ["Dark theme", "Gift wrap"]),
    ("note:qa by:ben", []),
  ])
  func `note: and by: find overrides by their note and their author`(
    text: String,
    expected: [String]
  ) {
    let screen = Self.searching(text).screen
    for feature in Self.features {
      let name = feature.name.rawValue
      let isListed = screen.split(separator: "\n").contains { $0.contains("\(name)  ") }
      #expect(isListed == expected.contains(name), "\(screen)")
    }
  }

  @Test func `the tab key completes the name of an author in a search term`() {
    var state = Self.searching("by:an")
    _ = state.press("tab")
    #expect(state.screen.contains("by:ana@build-7"))
  }

  @Test func `the palette lists features above actions and themes that match equally well`() {
    var state = Shop.dashboard(
      columns: 100,
      rows: 30,
      themes: [Theme(name: "dark", palette: .standard), Theme(name: "darker", palette: .standard)],
      snapshot: LoadedSource(features: Self.features, origin: .file),
      keys: ":"
    )
    state.typeKeys("darke")
    _ = state.press("enter :")
    state.typeKeys("dark")
    let rows = state.screen.split(separator: "\n")
    let feature = rows.firstIndex { $0.contains("Dark theme") && $0.contains("go to") }
    let action = rows.firstIndex { $0.contains("choose and save the theme") }
    let recent = rows.firstIndex { $0.contains("darker") && $0.contains("apply and save") }
    #expect(feature ?? .max < action ?? 0, "\(state.screen)")
    #expect(feature ?? .max < recent ?? 0, "\(state.screen)")
  }
}
