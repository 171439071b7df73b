import Dashboard
import FeatureFlags
import Testing
import Text

/// Tests finding actions, features, sections and themes in the command palette.
struct PaletteTests {
  /// A dashboard in which most actions apply: polled and served, with marks and overrides.
  private static let everything = dashboard(keys: "} } m")
  /// A dashboard with a search, during which the actions for matches apply.
  private static let searching = dashboard(keys: "} } m / a enter")

  private static func dashboard(keys: String) -> DashboardState {
    var state = Shop.dashboard(columns: 120, rows: 40, themes: Shop.themes, keys: keys)
    state.setPolling(PollStatus(interval: .seconds(30)))
    _ = state.update(.serving(Served.activity), now: .zero)
    return state
  }

  /// The titles of the first items of the palette after typing a text.
  private func titles(_ text: String, in state: DashboardState = everything) -> [String] {
    var state = state
    _ = state.press(":")
    state.typeKeys(text)
    let lines = state.screen.split(separator: "\n")
    guard let top = lines.firstIndex(where: { $0.contains("╭ Actions") }) else { return [] }
    // Skips the border, the search line and the gap above the items.
    return lines[(top + 3)...].prefix(14).compactMap { line in
      let parts = line.split(separator: "│", omittingEmptySubsequences: false)
      guard parts.count > 2 else { return nil }
      let inside = parts[2].dropFirst()
      let end = inside.firstRange(of: "  ")?.lowerBound ?? inside.endIndex
      return String(inside[..<end])
    }
  }

  @Test(arguments: [
    ("toggle", "Change"), ("switch", "Change"), ("flip", "Change"), ("turn on", "Change"),
    ("turn off", "Change"), ("enable", "Change"), ("disable", "Change"), ("unlock", "Change"),
    ("lock", "Change"), ("activate", "Change"), ("cycle", "Next variation"),
    ("rotate", "Next variation"), ("forward", "Next variation"),
    ("backward", "Previous variation"), ("choose", "Pick"), ("select", "Pick"), ("set", "Pick"),
    ("variant", "Pick"), ("override", "Override"), ("force", "Pick"), ("treatment", "Pick"),
    ("multi-select", "Mark"), ("bulk", "Mark"), ("tag", "Mark"), ("unmark", "Clear marks"),
    ("deselect", "Clear marks"), ("select none", "Clear marks"), ("revert", "Undo"),
    ("revert", "Reset"),
    ("save", "Presets"), ("snooze", "Lifetime"), ("mute", "Lifetime"),
    ("restore", "Reset"), ("default", "Reset"), ("clear override", "Reset"), ("unset", "Reset"),
    ("revert all", "Reset all"), ("start over", "Reset all"), ("remove", "Delete"),
    ("erase", "Delete"), ("forget", "Delete"), ("purge", "Clear cache"),
    ("empty cache", "Clear cache"), ("top", "First"), ("home", "First"), ("bottom", "Last"),
    ("next page", "Page down"), ("info", "Details"), ("why", "Details"), ("explain", "Details"),
    ("describe", "Details"), ("focus", "Switch pane"), ("list", "Features"),
    ("network", "Connectivity"), ("internet", "Connectivity"), ("offline", "Connectivity"),
    ("wifi", "Connectivity"), ("log", "Activity"), ("history", "Activity"),
    ("events", "Activity"), ("apps", "Clients"), ("devices", "Clients"), ("sdk", "Clients"),
    ("errors", "Problems"), ("warnings", "Problems"), ("lint", "Problems"), ("find", "Search"),
    ("grep", "Search"), ("fuzzy", "Search"), ("next result", "Next match"),
    ("next group", "Next section"), ("collapse", "Fold"), ("expand all", "Fold all"),
    ("order", "Sort"), ("alphabetical", "Sort"), ("star", "Favourite"), ("bookmark", "Favourite"),
    ("pin", "Favourite"), ("favorite", "Favourite"), ("show only", "Filter"),
    ("usage", "Asked column"), ("reload", "Refresh"), ("fetch", "Refresh"), ("sync", "Refresh"),
    ("retry", "Refresh"), ("resume", "Pause"), ("freeze", "Pause"), ("slower", "Poll less often"),
    ("interval", "Poll less often"), ("faster", "Poll more often"), ("color", "Theme"),
    ("colour", "Theme"), ("dark", "Theme"), ("appearance", "Theme"), ("shortcuts", "Help"),
    ("manual", "Help"), ("keyboard", "Help"), ("repaint", "Redraw"), ("garbled", "Redraw"),
    ("shell", "Suspend"), ("background", "Suspend"), ("exit", "Quit"), ("bye", "Quit"),
  ])
  func `the palette lists the expected action first or second for a common word`(
    word: String,
    expected: String
  ) {
    let state = expected.hasSuffix(" match") ? Self.searching : Self.everything
    let found = titles(word, in: state).prefix(2)
    #expect(found.contains(expected), "\(word): \(found)")
  }

  @Test(arguments: Action.allCases.filter { $0 != .program(.palette) })
  func `every action has synonyms, and the palette finds it by its title if it applies`(
    action: Action
  ) {
    #expect(!action.synonyms.isEmpty)
    let states = [Self.everything, Self.searching]
    let isOffered = states.contains { titles(action.title, in: $0).contains(action.title) }
    // The features of the shop have no rules, no variables and no user, and have not changed.
    let others: Set<Action> = [
      .find(.back), .find(.json), .change(.forceRule), .change(.edit), .live(.user),
      .find(.nextChange), .find(.previousChange),
    ]
    #expect(isOffered || others.contains(action))
  }

  @Test(arguments: [
    (Action.change(.clearMarks), ""), (.change(.resetAll), "O enter"), (.live(.pausePolling), ""),
    (.find(.clients), ""), (.find(.askedColumn), ""), (.live(.user), ""), (.change(.edit), ""),
    (.change(.forceRule), ""), (.find(.json), ""), (.find(.nextMatch), ""), (.change(.act), "3"),
    (.find(.fold), "3"),
    (.find(.fold), "s s enter"), (.change(.clearCache), ""),
  ])
  func `the palette does not offer an action that does not apply`(action: Action, keys: String) {
    var state = Shop.dashboard(columns: 120, rows: 40, keys: keys)
    if keys == "O enter" {
      _ = state.update(.changed(Shop.features.map { $0.overridden(nil) }), now: .zero)
    }
    #expect(!titles(action.title, in: state).contains(action.title))
  }

  @Test func `the palette of a read-only dashboard offers no action that makes a change`() {
    let state = Shop.dashboard(columns: 120, rows: 40, context: Shop.readOnly)
    for action in Action.allCases where action.isChange {
      #expect(!titles(action.title, in: state).contains(action.title))
    }
  }

  @Test
  func `choosing a feature in the palette goes to the feature, even if its section is folded`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "_ :")
    state.typeKeys("gift")
    _ = state.press("enter")
    #expect(state.screen.contains("▌ ⚐ Gift wrap"))
    _ = state.press("/")
    state.typeKeys("debug")
    _ = state.press("enter :")
    state.typeKeys("gift w")
    _ = state.press("enter")
    #expect(state.screen.contains("▌ ⚐ Gift wrap"))
  }

  @Test
  func `choosing a section in the palette goes there, and choosing a theme applies the theme`() {
    var state = Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes, keys: ":")
    state.typeKeys("catal")
    _ = state.press("enter")
    #expect(state.screen.contains("▌ ⊘ Old banner"))
    _ = state.press(":")
    state.typeKeys("sailcl")
    #expect(state.press("enter") == [.saveTheme("sailcloth")])
    #expect(state.theme.name == "sailcloth")
  }

  @Test func `the palette lists recently used items first`() {
    var state = Shop.dashboard(columns: 120, rows: 40, themes: Shop.themes, keys: ":")
    state.typeKeys("redraw")
    _ = state.press("enter :")
    state.typeKeys("refresh")
    _ = state.press("enter")
    #expect(Array(titles("", in: state).prefix(2)) == ["Refresh", "Redraw"])
    #expect(titles("r", in: state).first == "Refresh")
  }
}
