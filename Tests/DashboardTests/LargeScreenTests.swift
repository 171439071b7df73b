import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard
@testable import FeatureFlags
@testable import Workbench

/// Tests screens with three panes side by side.
struct LargeScreenTests {
  private func dashboard(columns: Int = 160, keys: String = "") -> DashboardState {
    Shop.dashboard(columns: columns, rows: 24, keys: keys)
  }

  private func panes(_ state: DashboardState) -> [PaneID] { state.arrangement.places.map(\.pane) }

  @Test func `a large screen shows the list, the details and the activity`() {
    expectScreen(
      dashboard(keys: "j j j"),
      """
       Halyard   shop.json   file                                                                                         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────╮╭ Product layout · MVT Test ───────────────╮╭ Activity 0 ──────────────────────────────╮
      │ Account                                                              ││ Description  How products are laid out   ││                                          │
      │  ▢ Beta badge                                         Unlocked       ││                                          ││                                          │
      │  ▣ Gold theme                                         Locked         ││ State        Enabled                     ││                                          │
      │ Catalogue                                                            ││ Variation    Cards                       ││                                          │
      │  ⊘ Old banner                                         Deprecated     ││                                          ││                                          │
      │▌ ◐ Product layout                                     Cards          ││ Variations                               ││                                          │
      │  ⚑ Search suggestions                                 Enabled        ││   1██████████████2███████████3██████4███ ││                                          │
      │  ◐ Sort order                                         Disabled       ││                          83.25 % ↑       ││                                          │
      │  ⚐ おすすめ商品                                       Disabled       ││   1 ○ List      40 %                     ││             No activity yet.             │
      │ Checkout                                                             ││   2 ○ Grid      30 %                     ││ Polls, checks and changes appear here; r │
      │  ◐ CTA colour                                         Group A      ◆ ││   3 ● Cards     20 %  assigned           ││                loads now.                │
      │  ◐ Express pay                                        Enabled        ││   4 ○ Magazine  10 %                     ││                                          │
      │  ⚐ Gift wrap                                          Disabled       ││                                          ││                                          │
      │  ⚑ New Cart                                           Enabled        ││ Assignment   83.25                       ││                                          │
      │  ◐ Voucher field                                      Top         ✗  ││ Labels       list, grid, cards, magazine ││                                          │
      │ No section                                                           ││ Section      Catalogue                   ││                                          │
      │  ⚐ A name so long that no l… room to show it in full  Disabled       ││ Configured   Cards                       ││                                          │
      │  ⚙ Debug menu                                         Enabled        ││                                          ││                                          │
      │                                                                      ││                                          ││                                          │
      │                                                                      ││                                          ││                                          │
      ╰──────────────────────────────────────────────────────────────── 4/14 ╯╰──────────────────────────────────────────╯╰──────────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   r refresh   m mark   ? help   q quit
      """
    )
  }

  @Test(arguments: [
    (99, [PaneID.list]), (100, [.list, .details]), (159, [.list, .details]),
    (160, [.list, .details, .activity]), (400, [.list, .details, .activity]),
  ])
  func `the number of panes side by side depends on the width of the screen`(
    columns: Int,
    expected: [PaneID]
  ) {
    let state = dashboard(columns: columns)
    #expect(panes(state) == expected)
    let areas = state.arrangement.places.map(\.area)
    #expect(areas.reduce(0) { $0 + $1.columns } == columns)
    #expect(zip(areas, areas.dropFirst()).allSatisfy { $0.endColumn == $1.column })
    #expect(areas.dropFirst(2).allSatisfy { $0.columns == areas[1].columns })
  }

  @Test
  func `an opened pane replaces the third pane, and Escape shows the activity log there again`() {
    var state = dashboard(keys: "5")
    #expect(panes(state) == [.list, .details, .problems])
    #expect(state.focus == .problems)
    _ = state.press("1 enter")
    #expect(panes(state) == [.list, .details, .problems])
    #expect(state.focus == .details)
    _ = state.press("esc")
    #expect(panes(state) == [.list, .details, .activity])
  }

  @Test func `the third pane shows the changes of the source while there are any`() {
    var state = dashboard()
    let comparison = ConfigurationComparison(from: [], to: [Feature(name: "New Cart")])
    let change = ComparedSource(comparison, when: Moment(.zero, clock: "10:04:12"))
    state.add(change)
    #expect(panes(state) == [.list, .details, .changes])
    _ = state.press("6 X esc esc")
    #expect(panes(state) == [.list, .details, .activity])
  }

  @Test func `tab focuses the panes from left to right`() {
    var state = dashboard()
    let order = (0..<4).map { _ in
      defer { _ = state.press("tab") }
      return state.focus
    }
    #expect(order == [.list, .details, .activity, .list])
  }

  @Test func `the focused pane stays on the screen when the screen becomes smaller`() {
    for (key, pane) in [("3", PaneID.activity), ("enter", .details)] {
      for columns in [120, 80] {
        var state = dashboard(keys: "4 esc " + key)
        _ = state.update(.resized(Size(columns: columns, rows: 24)), now: .zero)
        #expect(state.focus == pane)
        #expect(state.arrangement.contains(pane))
      }
    }
  }

  @Test func `a click focuses the pane under the pointer`() throws {
    var state = dashboard()
    for place in state.arrangement.places.reversed() {
      let position = Position(column: place.area.column + 5, row: 10)
      _ = state.update(.mouse(MouseInput(.press, at: position)), now: .zero)
      #expect(state.focus == place.pane)
    }
    let header = Position(column: 150, row: 0)
    _ = state.update(.mouse(MouseInput(.press, at: header)), now: .seconds(5))
    #expect(state.focus == .list)
  }
}
