import ScreenTestSupport
import TestSupport
import Testing
import Text

@testable import Dashboard
@testable import FeatureFlags

/// Tests sections of the list: moving between them, folding, the sticky heading, order, favourites.
struct SectionTests {
  private func selected(_ state: DashboardState) -> String {
    let line = state.screen.split(separator: "\n").first { $0.contains("▌") } ?? ""
    let words = line.drop { $0 != "▌" }.dropFirst().split(separator: " ")
    return words.dropFirst().first.map(String.init) ?? ""
  }

  @Test(arguments: [
    ("}", "Old"), ("} }", "CTA"), ("} } } }", "A"), ("} j {", "Old"), ("} {", "Beta"),
    ("{", "Beta"),
    ("j {", "Beta"),
  ])
  func `the section keys move the cursor to the next or the previous section`(
    keys: String,
    expected: String
  ) {
    #expect(selected(Shop.dashboard(columns: 80, rows: 24, keys: keys)) == expected)
  }

  @Test func `a folded section is one row with the number of its features`() {
    let state = Shop.dashboard(columns: 80, rows: 20, keys: "} j -")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │  ▢ Beta badge                                                 Unlocked       │
      │  ▣ Gold theme                                                 Locked         │
      │▌▸ Catalogue  5 · 2 on                                                        │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                                 Group A      ◆ │
      │  ◐ Express pay                                                Enabled        │
      │  ⚐ Gift wrap                                                  Disabled       │
      │  ⚑ New Cart                                                   Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       - unfold  _ fold all  r refresh  ? help  q quit
      """
    )
  }

  @Test
  func `the row of a folded section counts its features, enabled features and overrides`() {
    var state = Shop.dashboard(columns: 80, rows: 20, keys: "_")
    #expect(state.screen.contains("▸ Checkout  5 · 4 on · ◆ 1 "))
    #expect(state.screen.contains("▸ Account  2 · 1 on "))
    let changed = ["New Cart", "Gift wrap"].compactMap { name in
      Shop.features.first { $0.name == Feature.Name(rawValue: name) }?
        .overridden(Override(enabled: name == "Gift wrap"))
    }
    _ = state.update(
      .session(.changed(StoreChange(revision: 1, kind: .overridden(changed), cause: .others))),
      now: .zero
    )
    #expect(state.screen.contains("▸ Checkout  5 · 4 on · ◆ 3 "))
  }

  @Test func `a folded section of features that are neither on nor off shows only their number`() {
    let features = ["a", "b"].map { Feature(name: $0, section: "Values", type: .deprecated) }
    let source = LoadedSource(features: features, origin: .file)
    let state = Shop.dashboard(columns: 80, rows: 12, snapshot: source, keys: "_")
    #expect(state.screen.contains("▸ Values  2  "))
  }

  @Test func `the fold key or Enter unfolds a section and selects the last selected feature in it`()
  {
    for key in ["-", "enter"] {
      let state = Shop.dashboard(columns: 80, rows: 24, keys: "} j - \(key)")
      #expect(!state.screen.contains("▸"))
      #expect(selected(state) == selected(Shop.dashboard(columns: 80, rows: 24, keys: "} j")))
    }
  }

  @Test func `a key folds and unfolds all sections, and the cursor moves among folded headings`() {
    var state = Shop.dashboard(columns: 80, rows: 20, keys: "} j _")
    #expect(selected(state) == "Catalogue")
    #expect(state.screen.contains("▸ Account  2 · 1 on"))
    _ = state.press("j")
    #expect(selected(state) == "Checkout")
    _ = state.press("k k k")
    #expect(selected(state) == "Account")
    _ = state.press("_")
    #expect(!state.screen.contains("▸"))
    #expect(selected(state) == "Beta")
  }

  @Test
  func `a search finds features in folded sections, and unfolds the section of the found one`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "_ /")
    state.typeKeys("gift")
    #expect(selected(state) == "Gift")
    _ = state.press("esc")
    #expect(selected(state) == "Account")
    _ = state.press("/")
    state.typeKeys("gift")
    _ = state.press("enter esc")
    #expect(selected(state) == "Gift")
    #expect(state.screen.contains("▸ Account"))
  }

  @Test func `a key for changes on a folded section shows how to unfold it`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "-")
    #expect(state.press("space").isEmpty)
    #expect(state.screen.contains("The section is folded"))
  }

  @Test func `a reload keeps folded sections folded`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "} -")
    _ = state.update(.loaded(Shop.snapshot), now: .zero)
    #expect(state.screen.contains("▸ Catalogue  5 · 2 on"))
    #expect(selected(state) == "Catalogue")
  }

  @Test(arguments: 1...14)
  func `the first row of a scrolled list is the heading of the topmost visible section`(row: Int)
    throws
  {
    let keys = Array(repeating: "j", count: row - 1).joined(separator: " ")
    let state = Shop.dashboard(columns: 80, rows: 10, keys: keys + " k")
    let lines = state.screen.split(separator: "\n").map(String.init)
    let heading = lines[2].dropFirst(2).prefix { $0 != " " }
    #expect(["Account", "Catalogue", "Checkout", "No section"].contains(heading), "\(lines[2])")
    let cursor = try #require(lines.firstIndex { $0.contains("▌") })
    #expect(cursor > 2)
  }

  // MARK: Order

  @Test(arguments: [
    ("s s enter", "by name", "A"), ("s s s enter", "by state", "Beta"),
    ("s s s s enter", "by type", "Search"), ("s s s s s enter", "by last change", "CTA"),
  ])
  func `a sort order other than by section is shown in the title and has no section headings`(
    keys: String,
    title: String,
    first: String
  ) {
    let feature = Shop.features[1].overridden(
      Override(variation: "Group A", date: Served.start)
    )
    var state = Shop.dashboard(columns: 80, rows: 24)
    _ = state.update(.changed([feature]), now: .zero)
    _ = state.press(keys + " g")
    #expect(state.screen.contains("Features 14 " + title))
    #expect(!state.screen.contains("│ Account"))
    #expect(selected(state) == first)
    _ = state.press("s s")
    _ = state.press("- {")
    #expect(state.screen.contains("│ Account") == false)
  }

  @Test func `a change of state does not move a feature in the sort order by state`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "s s s enter g")
    let before = selected(state)
    let feature = Feature(name: "Beta badge", section: "Account", enabled: true, unlocked: false)
    _ = state.update(.changed([feature]), now: .zero)
    #expect(selected(state) == before)
  }

  @Test func `the cursor stays on its feature when the sort order changes`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "} } j s s enter")
    #expect(selected(state) == "Express")
  }

  // MARK: Favourites

  @Test func `favourites are listed on top and saved`() {
    var state = Shop.dashboard(columns: 80, rows: 20, keys: "} }")
    #expect(state.press("*") == [.saveFavourites(["CTA colour"])])
    _ = state.press("g")
    #expect(state.screen.contains("│ ★ Favourites "))
    #expect(state.screen.contains("Group A    ★ ◆"))
    #expect(selected(state) == "CTA")
    _ = state.press("} }")
    #expect(state.press("*") == [.saveFavourites(["CTA colour", "Old banner"])])
    #expect(selected(state) == "Old")
    #expect(state.press("*") == [.saveFavourites(["CTA colour"])])
  }

  @Test func `saved favourites are shown, also by a read-only dashboard`() {
    var state = Shop.dashboard(columns: 80, rows: 24, context: Shop.readOnly)
    _ = state.update(.favourites(["Gift wrap", "gone"]), now: .zero)
    #expect(state.screen.contains("★ Favourites"))
    _ = state.press("{ /")
    state.typeKeys("is:favourite")
    #expect(state.screen.contains("1 of 1"))
    _ = state.press("enter")
    // A read-only dashboard does not save favourites: they are lost when it exits.
    #expect(state.press("*").isEmpty)
    #expect(state.screen.contains("no longer a favourite until you quit, because of --read-only."))
  }

  @Test(arguments: [
    ("*", "is a favourite, listed on top."), ("* *", "is no longer a favourite."),
    ("s s enter *", "is a favourite; only the order by section lists favourites on top."),
  ])
  func `the notice about a favourite says where the list shows it`(keys: String, text: String) {
    #expect(Shop.dashboard(columns: 100, rows: 20, keys: keys).screen.contains(text))
  }

  @Test func `outside of the list, a key for sections shows how to go to the list`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "3 -")
    #expect(state.screen.contains("1 goes to the features"))
  }
}
