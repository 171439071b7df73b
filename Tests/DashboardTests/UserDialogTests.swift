import Dashboard
import FeatureFlags
import TestSupport
import Testing

/// Tests the dialog of the user for whom a flag service evaluates.
struct UserDialogTests {
  private let userFields = UserFields(
    key: "u42",
    attributes: #"{"country":"es"}"#,
    segments: "",
    profile: "[52]"
  )

  private func dashboard(keys: String) -> DashboardState {
    let flag = Feature(service: "buy_now", variations: [ServiceVariation("on")], given: nil)
    return Shop.dashboard(
      columns: 80,
      rows: 14,
      snapshot: LoadedSource(features: [flag], origin: .file, userFields: userFields),
      keys: keys
    )
  }

  @Test func `the dialog shows key, attributes, segments and profile of the user`() {
    expectScreen(
      dashboard(keys: "u"),
      """
       Halyard   shop.json   file                                            user u42
      ╭ Features 1 ──────────────────────────────────────────────────────────────────╮
      │ Uncategorized                                                                │
      │▌ ◐ buy_now                                        A/B Test      –            │
      ╭ User ────────────────────────────────────────────────────────────────────────╮
      │▌User        u42                                                              │
      │ Attributes  {"country":"es"}                                                 │
      │ Segments    such as adults, gold                                             │
      │ Profile     [52]                                                             │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/1 ╯
       ↑ ↓ tab move  enter evaluate  esc cancel
      """
    )
  }

  @Test func `the profile field accepts only variation ids`() {
    var state = dashboard(keys: "u ↑ ctrl-u")
    let keys = #"{"31":5}"#.map(String.init).joined(separator: " ")
    #expect(state.press(keys + " enter") == [])
    #expect(state.screen.contains("\"31\": found 5, expected the id of a variation"))
  }

  /// A flag service that buckets users by their key.
  private struct Service: FlagEvaluator {
    func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator { { _, _ in nil } }
  }

  @Test(arguments: [true, false])
  func `the header warns of a missing targeting key only if a service requires a key`(
    isNeeded: Bool
  ) {
    let snapshot = LoadedSource(
      features: [],
      origin: .file,
      evaluator: isNeeded ? Service() : BiasEvaluator(),
      userFields: UserFields(key: "")
    )
    let state = Shop.dashboard(columns: 80, rows: 14, snapshot: snapshot)
    #expect(state.screen.contains("no user") == isNeeded)
  }

  @Test func `a malformed profile is rejected, and can be corrected`() {
    var state = dashboard(keys: "u")
    #expect(state.press("enter") == [])
    #expect(state.screen.contains("▌Profile     [52]"))
    #expect(state.screen.contains("✗ found a list, expected a JSON object"))
    var mended = userFields
    mended.profile = #"{"31":"52"}"#
    let keys = ["ctrl-u"] + mended.profile.map(String.init) + ["enter"]
    #expect(state.press(keys.joined(separator: " ")) == [.session(.setUser(mended))])
  }

  private func refused(columns: Int, rows: Int) -> DashboardState {
    let flag = Feature(service: "buy_now", variations: [ServiceVariation("on")], given: nil)
    var state = Shop.dashboard(
      columns: columns,
      rows: rows,
      snapshot: LoadedSource(features: [flag], origin: .file, userFields: userFields),
      keys: "u ↑ ctrl-u"
    )
    state.type(#"{"an experiment with a name of many words, which nobody would type": 5}"#)
    _ = state.press("enter")
    return state
  }

  @Test func `at 80 columns a long error is wrapped`() {
    expectScreen(
      refused(columns: 80, rows: 24),
      """
       Halyard   shop.json   file                                            user u42
      ╭ Features 1 ──────────────────────────────────────────────────────────────────╮
      │ Uncategorized                                                                │
      │▌ ◐ buy_now                                        A/B Test      –            │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╭ User ────────────────────────────────────────────────────────────────────────╮
      │ User        u42                                                              │
      │ Attributes  {"country":"es"}                                                 │
      │ Segments    such as adults, gold                                             │
      │▌Profile     any words, which nobody would type": 5}                          │
      │                                                                              │
      │ ✗ "an experiment with a name of many words, which nobody would type": found  │
      │ 5, expected the id of a variation                                            │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/1 ╯
       ↑ ↓ tab move  enter evaluate  esc cancel
      """
    )
  }

  @Test func `at 40 columns a long error is wrapped`() {
    expectScreen(
      refused(columns: 40, rows: 24),
      """
       Halyard   shop.json   file    user u42
      ╭ Features 1 ──────────────────────────╮
      │ Uncategorized                        │
      │▌ ◐ buy_now              –            │
      │                                      │
      │                                      │
      ╭ User ────────────────────────────────╮
      │ User        u42                      │
      │ Attributes  {"country":"es"}         │
      │ Segments    such as adults, gold     │
      │▌Profile      nobody would type": 5}  │
      │                                      │
      │ ✗ "an experiment with a name of many │
      │ words, which nobody would type":     │
      │ found 5, expected the id of a        │
      │ variation                            │
      ╰──────────────────────────────────────╯
      │                                      │
      │                                      │
      │                                      │
      │                                      │
      │                                      │
      ╰───────────────────────────────── 1/1 ╯
       enter evaluate  esc cancel
      """
    )
  }

  @Test func `on the smallest screen a long error leaves its field visible`() {
    expectScreen(
      refused(columns: 40, rows: 8),
      """
      ╭ User ────────────────────────────────╮
      │ Segments    such as adults, gold     │
      │▌Profile      nobody would type": 5}  │
      │ ✗ "an experiment with a name of many │
      │ words, which nobody would type":     │
      │ found 5, expected the id of a        │
      │ variation                            │
      ╰──────────────────────────────────────╯
      """
    )
  }
}
