import Dashboard
import TestSupport
import Testing

@testable import FeatureFlags

/// Features that changed with a load stand out for a while.
struct ChangedFeatureTests {
  private func state(columns: Int = 80, rows: Int = 24, keys: String = "") -> DashboardState {
    var state = Live.dashboard(columns: columns, rows: rows, poll: nil, reports: [], keys: keys)
    let snapshot = Snapshot(
      features: Shop.features,
      problems: Shop.problems,
      origin: .remote,
      changed: ["CTA colour", "Gift wrap"]
    )
    _ = state.update(.loaded(snapshot), now: .zero)
    return state
  }

  @Test func `changed features are marked`() {
    expectScreen(
      state(keys: "j j m"),
      """
       Halyard   flags.json   remote                     ▲ 1 problem · ◆ 1 overridden
      ╭ Features 14  ✦ 2 changed ────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │  ▢ Beta badge                               Unlock Flag   Unlocked           │
      │  ▣ Gold theme                               Unlock Flag   Locked             │
      │ Catalogue                                                                    │
      │ ✓⊘ Old banner                               Deprecated    Deprecated         │
      │▌ ◐ Product layout                           MVT Test      Cards              │
      │  ⚑ Search suggestions                       Feature Flag  Enabled            │
      │  ◐ Sort order                               MVT Test      Disabled           │
      │  ⚑ おすすめ商品                             Feature Flag  Disabled           │
      │ Checkout                                                                     │
      │ ✦◐ CTA colour                               A/B Test      Group A          ◆ │
      │  ◐ Express pay                              On/Off Test   Enabled            │
      │ ✦⚑ Gift wrap                                Feature Flag  Disabled           │
      │  ⚑ New Cart                                 Feature Flag  Enabled            │
      │  ◐ Voucher field                            A/B Test      Top             ▲  │
      │ Uncategorized                                                                │
      │  ⚑ A name so long that no list of feature…  Feature Flag  Disabled           │
      │  ⚙ Debug menu                               Feature Flag  Enabled            │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 4/14 ╯
       1 marked   space change  ← → cycle  enter details  / search  ? help  q quit
      """
    )
  }

  @Test func `changed features are marked beside their details`() {
    expectScreen(
      state(columns: 120, rows: 32),
      """
       Halyard   flags.json   remote                                                             ▲ 1 problem · ◆ 1 overridden
      ╭ Features 14  ✦ 2 changed ────────────────────────────────────╮╭ Beta badge ──────────────────────────────────────────╮
      │ Account                                                      ││ Type         Unlock Flag                             │
      │▌ ▢ Beta badge                  Unlock Flag   Unlocked        ││                                                      │
      │  ▣ Gold theme                  Unlock Flag   Locked          ││ State        Enabled                                 │
      │    For customers of ten years                                ││ Lock         Unlocked                                │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                  Deprecated    Deprecated      ││ Section      Account                                 │
      │  ◐ Product layout              MVT Test      Cards           ││ Configured   Enabled, unlocked                       │
      │    How products are laid out                                 ││                                                      │
      │  ⚑ Search suggestions          Feature Flag  Enabled         ││                                                      │
      │    Suggest as the customer types                             ││                                                      │
      │  ◐ Sort order                  MVT Test      Disabled        ││                                                      │
      │  ⚑ おすすめ商品                Feature Flag  Disabled        ││                                                      │
      │    Recommendations for Japan                                 ││                                                      │
      │ Checkout                                                     ││                                                      │
      │ ✦◐ CTA colour                  A/B Test      Group A       ◆ ││                                                      │
      │    The colour of the button that buys                        ││                                                      │
      │  ◐ Express pay                 On/Off Test   Enabled         ││                                                      │
      │    Pay with the card on file                                 ││                                                      │
      │ ✦⚑ Gift wrap                   Feature Flag  Disabled        ││                                                      │
      │  ⚑ New Cart                    Feature Flag  Enabled         ││                                                      │
      │    One page from cart to receipt                             ││                                                      │
      │  ◐ Voucher field               A/B Test      Top          ▲  ││                                                      │
      │    Where vouchers are typed                                  ││                                                      │
      │ Uncategorized                                                ││                                                      │
      │  ⚑ A name so long that no li…  Feature Flag  Disabled        ││                                                      │
      │    It is cut with an ellipsis, wherever the screen ends      ││                                                      │
      │  ⚙ Debug menu                  Feature Flag  Enabled         ││                                                      │
      │    Shake the phone to open it                                ││                                                      │
      ╰──────────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   r refresh   ? help   q quit
      """
    )
  }

  @Test func `changed features are marked on a small screen`() {
    expectScreen(
      state(columns: 40, rows: 10, keys: "G k k k"),
      """
       Halyard   flags.json   remote
      ╭ Features 14  ✦ 2 changed ────────────╮
      │ ✦⚑ Gift wrap           Disabled      │
      │▌ ⚑ New Cart            Enabled       │
      │  ◐ Voucher field       Top        ▲  │
      │ Uncategorized                        │
      │  ⚑ A name so long th…  Disabled      ┃
      │  ⚙ Debug menu          Enabled       ┃
      ╰─────────────────────────────── 11/14 ╯
       space change  ← → cycle  ? help  q quit
      """
    )
  }

  @Test func `the marks fade, and end with a tick after ten seconds`() {
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

  @Test func `a later change has its own ten seconds`() {
    var state = state()
    let later = Snapshot(features: Shop.features, origin: .remote, changed: ["Gift wrap"])
    _ = state.update(.loaded(later), now: .seconds(6))
    #expect(state.frame(now: .seconds(6)).text.contains("✦ 2 changed"))
    _ = state.update(.tick, now: .seconds(10))
    #expect(state.frame(now: .seconds(10)).text.contains("✦ 1 changed"))
    #expect(state.nextTick == .seconds(11))
  }

  @Test func `a marked feature that changed shows both signs`() {
    var state = state()
    _ = state.press("/ g i f t enter m")
    #expect(state.screen.contains(" ✓⚑✦Gift wrap"))
  }

  @Test func `cursor, marks and overrides stay where they are when features change`() {
    var state = Live.dashboard(columns: 80, rows: 12, poll: nil, reports: [], keys: "G k k k m k k")
    let before = state.screen.split(separator: "\n").map(String.init)
    let row = before.firstIndex { $0.contains("▌") }
    #expect(state.press("space") == [.decide(.enabled(false), ["New Cart"])])
    let added = Feature(name: "A new one", section: "Account")
    let changed = Snapshot(
      features: [added]
        + Shop.features.map { feature in
          feature.name == "Gift wrap" ? feature.overridden(Override(enabled: true)) : feature
        },
      problems: Shop.problems,
      origin: .remote,
      changed: ["A new one", "Gift wrap"]
    )
    _ = state.update(.loaded(changed), now: .zero)
    let after = state.screen.split(separator: "\n").map(String.init)
    #expect(after.firstIndex { $0.contains("▌") } == row)
    #expect(after.contains { $0.contains("▌✦⚑ Gift wrap") && $0.contains("◆") })
    #expect(state.screen.contains("1 marked"))
    #expect(state.press("M o") == [.reset(["Gift wrap"])])
  }
}
