import Dashboard
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Text

@testable import FeatureFlags

/// Tests the highlights of features that a load has changed.
struct ChangedFeatureTests {
  private func state(columns: Int = 80, rows: Int = 24, keys: String = "") -> DashboardState {
    var state = Live.dashboard(columns: columns, rows: rows, poll: nil, reports: [], keys: keys)
    let snapshot = LoadedSource(
      features: Shop.features,
      problems: Shop.problems,
      origin: .remote,
      difference: FlagDifference(changed: ["CTA colour", "Gift wrap"])
    )
    _ = state.update(.loaded(snapshot), now: .zero)
    return state
  }

  @Test func `on a narrow screen a changed feature is highlighted in the list`() {
    expectScreen(
      state(keys: "j j m"),
      """
       Halyard   flags.json   remote      ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14  ✓ 1 marked  ✦ 2 changed ────────────────────────────────────────╮
      │ Account                                                                      │
      │  ▢ Beta badge                                                 Unlocked       │
      │  ▣ Gold theme                                                 Locked         │
      │ Catalogue                                                                    │
      │ ✓⊘ Old banner                                                 Deprecated     │
      │▌ ◐ Product layout                                             Cards          │
      │  ⚑ Search suggestions                                         Enabled        │
      │  ◐ Sort order                                                 Disabled       │
      │  ⚐ おすすめ商品                                               Disabled       │
      │ Checkout                                                                     │
      │ ✦◐ CTA colour                                                 Group A      ◆ │
      │  ◐ Express pay                                                Enabled        │
      │ ✦⚐ Gift wrap                                                  Disabled       │
      │  ⚑ New Cart                                                   Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 4/14 ╯
       space change  ← → cycle  o reset  M clear marks  V range  ? help  q quit
      """
    )
  }

  @Test func `on a wide screen a changed feature is highlighted in the list beside the details`() {
    expectScreen(
      state(columns: 120, rows: 32),
      """
       Halyard   flags.json   remote                                              ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14  ✦ 2 changed ────────────────────────────────────╮╭ Beta badge · Unlock Flag ────────────────────────────╮
      │ Account                                                      ││ State        Enabled                                 │
      │▌ ▢ Beta badge                                 Unlocked       ││ Lock         Unlocked                                │
      │  ▣ Gold theme                                 Locked         ││                                                      │
      │    For customers of ten years                                ││ Section      Account                                 │
      │ Catalogue                                                    ││ Configured   Enabled, unlocked                       │
      │  ⊘ Old banner                                 Deprecated     ││                                                      │
      │  ◐ Product layout                             Cards          ││                                                      │
      │    How products are laid out                                 ││                                                      │
      │  ⚑ Search suggestions                         Enabled        ││                                                      │
      │    Suggest as the customer types                             ││                                                      │
      │  ◐ Sort order                                 Disabled       ││                                                      │
      │  ⚐ おすすめ商品                               Disabled       ││                                                      │
      │    Recommendations for Japan                                 ││                                                      │
      │ Checkout                                                     ││                                                      │
      │ ✦◐ CTA colour                                 Group A      ◆ ││                                                      │
      │    The colour of the button that buys                        ││                                                      │
      │  ◐ Express pay                                Enabled        ││                                                      │
      │    Pay with the card on file                                 ││                                                      │
      │ ✦⚐ Gift wrap                                  Disabled       ││                                                      │
      │  ⚑ New Cart                                   Enabled        ││                                                      │
      │    One page from cart to receipt                             ││                                                      │
      │  ◐ Voucher field                              Top         ✗  ││                                                      │
      │    Where vouchers are typed                                  ││                                                      │
      │ No section                                                   ││                                                      │
      │  ⚐ A name so long that …m to show it in full  Disabled       ││                                                      │
      │    It is cut with an ellipsis, wherever the screen ends      ││                                                      │
      │  ⚙ Debug menu                                 Enabled        ││                                                      │
      │    Shake the phone to open it                                ││                                                      │
      ╰──────────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   r refresh   ? help   q quit
      """
    )
  }

  @Test func `on a small screen a changed feature is highlighted`() {
    expectScreen(
      state(columns: 40, rows: 10, keys: "G k k k"),
      """
       Halyard   flags.json   remote
      ╭ Features 14  ✦ ~2 ───────────────────╮
      │ Checkout                             │
      │▌ ⚑ New Cart           Enabled        │
      │  ◐ Voucher field      Top         ✗  │
      │ No section                           │
      │  ⚐ A name s… in full  Disabled       ┃
      │  ⚙ Debug menu         Enabled        ┃
      ╰─────────────────────────────── 11/14 ╯
       space change  ← → cycle  ? help  q quit
      """
    )
  }

  @Test func `highlights of changed features fade, and a tick removes them after ten seconds`() {
    var state = state()
    #expect(state.nextTick == .seconds(5))
    let fresh = state.frame(now: .milliseconds(4_999))
    #expect(state.update(.tick, now: .seconds(5)).isEmpty)
    let fading = state.frame(now: .seconds(5))
    #expect(fading.text == fresh.text)
    #expect(fading != fresh)
    #expect(state.nextTick == .seconds(10))
    #expect(state.update(.tick, now: .seconds(10)).isEmpty)
    #expect(!state.frame(now: .seconds(10)).text.contains("✦"))
    #expect(state.nextTick == nil)
  }

  @Test func `each changed feature is highlighted for ten seconds after its own change`() {
    var state = state()
    let second = Self.snapshot(FlagDifference(changed: ["Gift wrap"]))
    _ = state.update(.loaded(second), now: .seconds(6))
    let both = state.frame(now: .seconds(6)).text
    #expect(both.contains("✦ 1 changed") && both.contains("✦◐ CTA colour"))
    _ = state.update(.tick, now: .seconds(10))
    let later = state.frame(now: .seconds(10)).text
    #expect(later.contains("✦ 1 changed") && !later.contains("✦◐ CTA colour"))
    #expect(state.nextTick == .seconds(11))
  }

  @Test(arguments: [(120, "✦ 1 differs for this user ─"), (50, "✦ 1 differs ─")])
  func `after a change of the user the list title counts the features that differ for the user`(
    columns: Int,
    title: String
  ) {
    var state = Shop.dashboard(columns: columns, rows: 24)
    _ = state.update(.loaded(Self.snapshot(user: "ana")), now: .zero)
    // Only the state of New Cart differs: the number of Gift wrap has no effect.
    let difference = FlagDifference(changed: ["Gift wrap", "New Cart"])
    var source = Self.snapshot(difference, user: "ben")
    source.features = source.features.map {
      $0.name == "New Cart"
        ? $0.overridden(Override(enabled: !$0.state(in: .development).isEnabled)) : $0
    }
    _ = state.update(.loaded(source), now: .zero)
    #expect(state.screen.contains("╭ Features 14  " + title), "\(state.screen)")
    _ = state.update(.loaded(Self.snapshot(difference, user: "ben")), now: .zero)
    #expect(!state.screen.contains("differ"))
  }

  private static func snapshot(
    _ difference: FlagDifference = FlagDifference(),
    user: String? = nil
  ) -> LoadedSource {
    LoadedSource(
      features: Shop.features,
      origin: .remote,
      userFields: user.map { UserFields(key: $0) },
      difference: difference
    )
  }

  private static let mixed = FlagDifference(
    added: ["New Cart"],
    removed: ["Old Cart"],
    changed: ["Gift wrap", "CTA colour"]
  )

  @Test(arguments: [
    (80, FlagDifference(added: ["New Cart"], removed: ["Old Cart"]), "✦ 1 added, 1 removed ─"),
    (80, FlagDifference(removed: ["A", "B"]), "✦ 2 removed ─"),
    (120, mixed, "✦ 1 added, 1 removed, 2 changed ─"), (40, mixed, "✦ +1 -1 ~2 ─"),
  ])
  func `the list title counts the added, removed and changed features of the last load`(
    columns: Int,
    difference: FlagDifference,
    title: String
  ) {
    var state = Shop.dashboard(columns: columns, rows: 24)
    _ = state.update(.loaded(Self.snapshot(difference)), now: .zero)
    #expect(state.screen.contains("╭ Features 14  " + title))
  }

  @Test func `a feature that is marked and changed has the symbols for both`() {
    var state = state()
    _ = state.press("/ g i f t enter m")
    #expect(state.screen.contains("✓⚐✦Gift wrap"))
  }

  @Test func `a reload of the source preserves the cursor, the marks and the overrides`() {
    var state = Live.dashboard(columns: 80, rows: 12, poll: nil, reports: [], keys: "G k k k m k k")
    let before = state.screen.split(separator: "\n").map(String.init)
    let row = before.firstIndex { $0.contains("▌") }
    #expect(state.press("space") == [.overrides(.set([.enabled(false)], for: ["New Cart"]))])
    let added = Feature(name: "A new one", section: "Account")
    let changed = LoadedSource(
      features: [added]
        + Shop.features.map { feature in
          feature.name == "Gift wrap" ? feature.overridden(Override(enabled: true)) : feature
        },
      problems: Shop.problems,
      origin: .remote,
      difference: FlagDifference(added: ["A new one"], changed: ["Gift wrap"])
    )
    _ = state.update(.loaded(changed), now: .zero)
    let after = state.screen.split(separator: "\n").map(String.init)
    #expect(after.firstIndex { $0.contains("▌") } == row)
    #expect(after.contains { $0.contains("▌✦⚑ Gift wrap") && $0.contains("◆") })
    #expect(state.screen.contains("1 marked"))
    #expect(state.press("M o") == [.overrides(.reset(["Gift wrap"], only: .everyone))])
  }
}
