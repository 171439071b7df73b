import FeatureFlags
import Frame
import ScreenTestSupport
import Team
import TestSupport
import Testing
import Workbench

import struct FoundationEssentials.Date

@testable import Dashboard

/// Tests the dialog about changes that colleagues made at the same time.
struct ConflictDialogTests {
  private static let date = Shop.context.wallClock.start.addingTimeInterval(-600)

  private static func conflict(_ name: String, mine: Bool?, theirs: Bool?) -> OverrideConflict {
    OverrideConflict(
      key: OverrideKey(Feature.Name(rawValue: name)),
      mine: mine.map { Override(enabled: $0) },
      theirs: theirs.map { Override(enabled: $0) },
      author: "ben@build-7",
      date: date
    )
  }

  private static let both = [
    conflict("New Cart", mine: true, theirs: false),
    conflict("Pay", mine: nil, theirs: true),
  ]

  private static func state(_ conflicts: [OverrideConflict] = both) -> DashboardState {
    var state = Shop.dashboard(columns: 80, rows: 16)
    _ = state.update(.conflicts(conflicts), now: .zero)
    _ = state.update(.key(.character("!")), now: .zero)
    return state
  }

  /// The time after which the dialog accepts keys.
  private static let later = Duration.milliseconds(500)

  @Test func `the conflict dialog shows who has locked a feature`() {
    let lock = FeatureLock(
      key: "New Cart",
      author: "eva@build-7",
      reason: "release",
      start: Self.date,
      end: Self.date.addingTimeInterval(1_800)
    )
    let conflict = OverrideConflict(
      key: "New Cart",
      mine: Override(enabled: true),
      theirs: nil,
      author: nil,
      date: nil,
      lock: lock
    )
    let state = Self.state([conflict])
    #expect(state.screen.contains("Locked by somebody else"))
    #expect(state.screen.contains("locked by eva@build-7 until 12:20 (release)"))
    let text = "New Cart is locked by eva@build-7 until 12:20 (release), so your change to Enabled"
    #expect(conflict.text(Shop.context.wallClock) == "\(text) is not saved")
  }

  @Test func `the conflict dialog shows the changes of the user and of the colleague`() {
    let state = Self.state()
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      ┃
      │▌ ▢ Beta badge                                                 Unlocked       ┃
      │  ▣ Gold theme                                                 Locked         ┃
      │ Catalogue                                                                    ┃
      │  ⊘ Ol ╭ Changed by others ───────────────────────────────────────────╮ d     ┃
      │  ◐ Pr │▌New Cart  yours Enabled  theirs Disabled · ben@build-7 11:50 │       ┃
      │  ⚑ Se │ Pay       yours reset    theirs Enabled  · ben@build-7 11:50 │       ┃
      │  ◐ So ╰──────────────────────────────────────────────────────────────╯       ┃
      │  ⚐ おすすめ商品                                               Disabled       │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                                 Group A      ◆ │
      │  ◐ Express pay                                                Enabled        │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       m keep mine  t take theirs  M keep all mine  T take all theirs  esc later
      """
    )
  }

  @Test func `the keys m and M keep the user's change of one feature or of all features`() {
    var state = Self.state()
    let mine = state.update(.key(.character("m")), now: Self.later)
    #expect(mine == [.overrides(.assign(["New Cart": Override(enabled: true)]))])
    #expect(state.dialog is Menu<ConflictMenu>)
    let last = state.update(.key(.character("m")), now: Self.later)
    #expect(last == [.overrides(.assign(["Pay": nil]))])
    #expect(state.dialog == nil)
    state = Self.state()
    let all = state.update(.key(.character("M")), now: Self.later)
    #expect(all == [.overrides(.assign(["New Cart": Override(enabled: true), "Pay": nil]))])
  }

  @Test(arguments: [["t", "t"], ["T"]])
  func `the keys t and T keep the changes of colleagues, and return no effect`(keys: [String])
    throws
  {
    var state = Self.state()
    for key in keys {
      #expect(state.dialog is Menu<ConflictMenu>)
      let effects = state.update(.key(try #require(Key(name: key))), now: Self.later)
      #expect(effects.isEmpty)
    }
    #expect(state.dialog == nil)
  }

  @Test
  func `new conflicts show a notice but open no dialog, and the list still receives the keys`() {
    var state = Shop.dashboard(columns: 80, rows: 24)
    _ = state.update(.conflicts(Self.both), now: .zero)
    let text = "2 changes of yours were not saved (conflict): press ! to decide."
    #expect(state.screen.contains(text))
    _ = state.update(.key(.character("m")), now: .zero)
    #expect(state.panes.list.marks.count == 1)
    #expect(state.dialog == nil)
    #expect(state.screen.contains(text))
  }

  @Test(arguments: ["m", "M", "t", "T", "esc"])
  func `the conflict dialog ignores keys in the first half second after it opens`(key: String)
    throws
  {
    var state = Self.state()
    let key = Event.key(try #require(Key(name: key)))
    #expect(state.update(key, now: .milliseconds(499)).isEmpty)
    #expect(state.dialog is Menu<ConflictMenu>)
    _ = state.update(key, now: Self.later)
    #expect(state.screen != Self.state().screen)
  }

  @Test func `Escape closes the conflict dialog, which can be opened again later`() {
    var state = Self.state()
    _ = state.update(.key(.escape), now: Self.later)
    #expect(state.dialog == nil)
    #expect(state.conflicts == Self.both)
    #expect(state.screen.contains("press ! to decide"))
  }

  @Test func `a new conflict is added to the open conflict dialog`() {
    var state = Self.state([Self.both[0]])
    _ = state.update(.conflicts([Self.both[1]]), now: .zero)
    _ = state.update(.key(.character("t")), now: Self.later)
    #expect(state.dialog is Menu<ConflictMenu>)
  }
}
