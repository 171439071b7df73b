import ScreenTestSupport
import TestSupport
import Testing
import Text

@testable import Dashboard
@testable import FeatureFlags

/// Tests the screen while a large source is loaded in the background.
struct LoadingScreenTests {
  private static func status(_ megabytes: Int, of total: Int = 14) -> LoadStatus {
    LoadStatus(
      progress: LoadProgress(bytes: megabytes * 1_000_000, totalBytes: total * 1_000_000),
      elapsed: .milliseconds(250)
    )
  }

  private static func dashboard(
    _ snapshot: LoadedSource? = nil,
    columns: Int = 80
  ) -> DashboardState {
    var state = Shop.dashboard(columns: columns, rows: 12, snapshot: snapshot)
    state.content.loading = status(5)
    return state
  }

  /// The first features of the shop, while the others are being parsed.
  private static var part: LoadedSource {
    var source = LoadedSource(features: Array(Shop.features.prefix(3)), origin: .file)
    source.isPartial = true
    return source
  }

  @Test func `before the first features arrive, the list shows a progress bar`() {
    expectScreen(
      Self.dashboard(),
      """
       Halyard   shop.json   loading ▰▰▰▱▱▱▱▱ 35 %, 5.0 MB of 14 MB, 20 MB/s
      ╭ Features ────────────────────────────────────────────────────────────────────╮
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                             Loading shop.json …                              │
      │               ▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱ 35 %, 5.0 MB of 14 MB, 20 MB/s                │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       esc cancel loading  r refresh  ? help  q quit
      """
    )
  }

  @Test func `the first features are in the list while the others are being parsed`() {
    var state = Self.dashboard()
    _ = state.update(.loaded(Self.part), now: .zero)
    expectScreen(
      state,
      """
       Halyard   shop.json   file   loading ▰▰▰▱▱▱▱▱ 35 %, 20 MB/s     ◆ 1 overridden
      ╭ Features 3 so far ───────────────────────────────────────────────────────────╮
      │ Checkout                                                                     │
      │▌ ◐ CTA colour                                     A/B Test      Group A    ◆ │
      │    The colour of the button that buys                                        │
      │  ◐ Express pay                                    On/off test   Enabled      │
      │    Pay with the card on file                                                 │
      │  ⚑ New Cart                                       Feature Flag  Enabled      │
      │    One page from cart to receipt                                             │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/3 ╯
       esc cancel loading  space change  ← → cycle  o reset  / search  ? help  q quit
      """
    )
  }

  @Test func `during a load keys work on the features so far, and the cursor stays on its feature`()
  {
    var state = Self.dashboard()
    _ = state.update(.loaded(Self.part), now: .zero)
    _ = state.press("j")
    #expect(state.selected?.name == "Express pay")
    state.content.loading = Self.status(9)
    _ = state.update(.loaded(Shop.snapshot), now: .zero)
    (state.content.loading, state.content.loadFailure) = (nil, nil)
    #expect(state.selected?.name == "Express pay")
    #expect(!state.screen.contains("so far") && !state.screen.contains("loading"))
    #expect(state.screen.contains("Features 14"))
  }

  @Test func `a search during the load also finds the features that arrive later`() {
    var state = Self.dashboard()
    _ = state.update(.loaded(Self.part), now: .zero)
    _ = state.press("/ g i f t")
    #expect(state.screen.contains("No feature matches"))
    _ = state.update(.loaded(Shop.snapshot), now: .zero)
    #expect(state.screen.contains("Gift wrap"))
    #expect(!state.screen.contains("No feature matches"))
  }

  @Test func `Escape first ends a search or clears the marks, and then cancels the load`() {
    var state = Self.dashboard(Self.part)
    #expect(state.press("/ c enter esc") == [])
    #expect(state.press("m esc") == [])
    #expect(state.press("esc") == [.session(.cancelLoad)])
    (state.content.loading, state.content.loadFailure) = (nil, "shop.json: the load was cancelled")
    #expect(state.press("esc") == [])
    #expect(state.screen.contains("Features 3, incomplete"))
  }

  @Test func `a failed load without features is explained in place of the list`() {
    var state = Self.dashboard()
    let failure = "shop.json:7: found \"}\", expected a value"
    (state.content.loading, state.content.loadFailure) = (nil, failure)
    #expect(state.screen.contains("No features yet."))
    #expect(state.screen.contains(failure))
    #expect(state.screen.contains("r retries."))
  }

  @Test func `during a reload the header shows the progress, and the old features stay listed`() {
    let state = Self.dashboard(Shop.snapshot)
    #expect(state.screen.contains("loading ▰▰▰▱▱▱▱▱ 35 %"))
    #expect(state.screen.contains("Features 14 "))
    #expect(!state.screen.contains("so far"))
  }

  @Test(arguments: [40, 50, 60, 80, 120, 200])
  func `the percentage of the load is visible at every width`(columns: Int) {
    #expect(Self.dashboard(Shop.snapshot, columns: columns).screen.contains("35 %"))
  }

  @Test
  func `a list prepared in advance looks the same, and is dropped when the features change`() {
    var source = Shop.snapshot
    source.prepareList()
    var (prepared, plain) = (Self.dashboard(), Self.dashboard())
    _ = prepared.update(.loaded(source), now: .zero)
    _ = plain.update(.loaded(Shop.snapshot), now: .zero)
    #expect(prepared.screen == plain.screen)
    source.features.removeLast()
    #expect(source.list == nil)
  }
}
