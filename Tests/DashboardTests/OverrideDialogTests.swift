import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard
@testable import FeatureFlags

/// Tests the dialog that sets all parts of an override in one step.
struct OverrideDialogTests {
  private static let clock = WallClock.zone(start: "2026-11-21T12:00:00Z")

  private func dashboard(
    columns: Int = 60,
    rows: Int = 14,
    user: String? = nil,
    keys: String = ""
  ) -> DashboardState {
    let noted = Override(enabled: true, lifetime: .session, note: "QA-7")
    let features = [
      Feature(name: "A"), Feature(name: "B").overridden(noted),
      Feature(name: "C", enabled: true, testVariations: ["One", "Two", "Three"]).assigned(0),
      Feature(name: "D").overridden(Override(enabled: true)),
      Feature(name: "Gone", type: .deprecated),
    ]
    let context = EvaluationContext(targetingKey: user)
    let snapshot = LoadedSource(features: features, origin: .file, context: context)
    return Shop.dashboard(columns: columns, rows: rows, snapshot: snapshot, keys: keys)
  }

  private func set(
    _ choices: [OverrideChoice],
    _ names: [Feature.Name],
    only scope: OverrideScope = .everyone,
    _ lifetime: Override.Lifetime? = nil,
    _ note: String? = nil
  ) -> [Effect] {
    [.overrides(.set(choices, for: names, only: scope, lifetime: lifetime, note: note))]
  }

  @Test func `the key = opens the parts of an override, each with what the feature has now`() {
    expectScreen(
      dashboard(columns: 80, rows: 24, keys: "j ="),
      """
       Halyard   shop.json   file                                      ◆ 2 overridden
      ╭ Features 5 ──────────────────────────────────────────────────────────────────╮
      │ No section                                                                   │
      │  ⚐ A                                            Feature Flag  Disabled       │
      │▌ ⚑ B                                            Feature Flag  Enabled      ◈ │
      │  ◐ C                                            MVT Test      One            │
      │  ⚑ D                                            Feature Flag  Enabled      ◆ │
      │  ⊘ Gone                                         Deprecated    Deprecated     │
      ╭ Override B ──────────────────────────────────────────────────────────────────╮
      │▌State       Enabled   1 of 2                                                 │
      │ For whom    everyone                                                         │
      │ Lifetime    This session                                                     │
      │ Note        QA-7                                                             │
      │                                                                              │
      │ the result that the users get                                                │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 2/5 ╯
       ↑ ↓ tab move  ← → space choose  enter set all  esc cancel
      """
    )
    expectScreen(
      dashboard(columns: 120, rows: 32, keys: "j j = → ↓ ↓ 2 h"),
      """
       Halyard   shop.json   file                                                                              ◆ 2 overridden
      ╭ Features 5 ──────────────────────────────────────────────────╮╭ C · MVT Test ────────────────────────────────────────╮
      │ No section                                                   ││ State        Enabled                                 │
      │  ⚐ A                            Feature Flag  Disabled       ││ Variation    One                                     │
      │  ⚑ B                            Feature Flag  Enabled      ◈ ││                                                      │
      │▌ ◐ C                            MVT Test      One            ││ Variations   1████████████2████████████3████████████ │
      │  ⚑ D                            Feature Flag  Enabled      ◆ ││              ↑ 0 %                                   │
      │  ⊘ Gone                         Deprecated    Deprecated     ││              1 ● One    33.33 %  assigned            │
      │                                                              ││              2 ○ Two    33.33 %                      │
      │                                                              ││              3 ○ Three  33.33 %                      │
      │                                                              ││                                                      │
      │                                                              ││ Assignment   0                                       │
      │                          ╭ Override C ────────────────────────────────────────────────────╮                          │
      │                          │ State       Two                                                │                          │
      │                          │ For whom    everyone                                           │                          │
      │                          │▌Lifetime    2h                                                 │                          │
      │                          │ Note        why, such as QA-123                                │                          │
      │                          │                                                                │                          │
      │                          │ type a time such as 17:30, or a duration such as 2h30m         │                          │
      │                          ╰────────────────────────────────────────────────────────────────╯                          │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰───────────────────────────────────────────────────────── 3/5 ╯╰──────────────────────────────────────────────────────╯
       ↑ ↓ tab move   enter set all   esc cancel
      """
    )
  }

  @Test func `all parts are set by one effect`() {
    var state = dashboard(keys: "j j = → ↓")
    state.typeKeys("country=es")
    _ = state.press("↓")
    state.typeKeys("17:30")
    _ = state.press("↓")
    state.typeKeys("QA-123 ")
    let end = Override.Lifetime.until(Self.clock.date(at: .seconds(19_800)))
    let users = OverrideScope.attribute("country", "es")
    #expect(state.press("enter") == set([.variation("Two")], ["C"], only: users, end, "QA-123"))
    #expect(state.screen.contains("✓ The override of C applies for country=es until 17:30."))
  }

  @Test func `a feature without an override is pinned to its state`() {
    #expect(dashboard(keys: "=").pressed("enter") == set([.enabled(false)], ["A"]))
    #expect(dashboard(keys: "j j =").pressed("enter") == set([.variation("One")], ["C"]))
  }

  @Test func `only changed parts of an existing override are set, and none without a change`() {
    #expect(dashboard(keys: "j =").pressed("enter") == [])
    #expect(dashboard(keys: "j = →").pressed("enter") == set([.enabled(false)], ["B"]))
    #expect(dashboard(keys: "j i x").pressed("enter") == set([], ["B"], nil, "QA-7x"))
    #expect(dashboard(keys: "j i ctrl-u").pressed("enter") == set([], ["B"], nil, ""))
  }

  @Test(arguments: [
    ("←", Override.Lifetime.kept, "until reset"), ("→", .until(date(1_800)), "until 12:30"),
    ("→ →", .until(date(7_200)), "until 14:00"),
    ("← ←", .until(date(28_800)), "until 20:00"),
    ("1 7 : 3 0", .until(date(19_800)), "until 17:30"),
    ("2 h 3 0 m", .until(date(9_000)), "until 14:30"),
  ])
  func `the key L opens the dialog at the lifetime`(
    keys: String,
    lifetime: Override.Lifetime,
    text: String
  ) {
    var state = dashboard(keys: "j L")
    #expect(state.screen.contains("▌Lifetime    This session   2 of 5"))
    #expect(state.press(keys + " enter") == set([], ["B"], lifetime))
    #expect(state.screen.contains("✓ The override of B applies \(text)."))
  }

  private static func date(_ seconds: Int) -> Date { clock.date(at: .seconds(seconds)) }

  @Test
  func `the expiry of an override with a chosen duration is rounded to a tenth of a second`() {
    var state = dashboard(keys: "j L →")
    let end = Self.clock.date(at: .milliseconds(1_800_300)).inTenths
    #expect(state.update(.key(.enter), now: .milliseconds(260)) == set([], ["B"], .until(end)))
  }

  @Test(arguments: [
    ("= ↑ ↑ s o o n", "Lifetime    soon", "✗ expected a time such as 17:30, or 2h30m"),
    ("= ↓ c = [ 1 ]", "For whom    c=[1]", "✗ expected the key of a user such as ana or an"),
  ])
  func `a malformed text is refused at its field, and nothing is lost`(
    keys: String,
    field: String,
    reason: String
  ) {
    var state = dashboard(columns: 80, rows: 24, keys: keys + " enter")
    for text in ["▌" + field, reason] { #expect(state.screen.contains(text)) }
    #expect(state.press("ctrl-u") == [])
    #expect(!state.screen.contains("✗"))
    #expect(state.press("enter").count == 1)
  }

  @Test func `Escape changes nothing`() {
    var state = dashboard(keys: "= → tab x tab y esc")
    #expect(state.dialog == nil)
    #expect(state.press("=") == [])
    #expect(state.screen.contains("State       Disabled"))
  }

  @Test func `with changes for the current user, the dialog can set an override for everyone`() {
    var state = dashboard(user: "ana", keys: "F =")
    #expect(state.screen.contains("For whom    only ana"))
    #expect(state.press("enter") == set([.enabled(false)], ["A"], only: .key("ana")))
    #expect(state.press("= ↓ ← enter") == set([.enabled(false)], ["A"]))
    #expect(state.press("space") == set([.enabled(true)], ["A"], only: .key("ana")))
  }

  @Test func `for marked features, the dialog sets a common state, or changes their overrides`() {
    var state = dashboard(keys: "m m G k m L")
    #expect(state.screen.contains("Override 3 features"))
    #expect(state.screen.contains("State       unchanged"))
    #expect(state.press("tab x enter") == set([], ["B", "D"], nil, "x"))
    #expect(state.screen.contains("✓ 2 changed."))
    #expect(
      state.press("= → tab tab → → enter")
        == set([.enabled(true)], ["A", "B", "D"], .session)
    )
    #expect(state.screen.contains("✓ 3 changed."))
  }

  @Test func `marked features without an override need a state`() {
    var state = dashboard(keys: "m j m L enter")
    #expect(state.screen.contains("✗ everyone has no override yet: choose a state"))
    #expect(state.press("→ enter") == set([.enabled(true)], ["A", "C"]))
  }

  @Test func `a feature that cannot be overridden opens no dialog`() {
    #expect(dashboard(keys: "G =").screen.contains("Gone is deprecated"))
  }

  @Test func `a refused state is shown, and the dialog stays open`() {
    let locked = Feature(name: "Gold", enabled: false, type: .unlockFlag)
    let snapshot = LoadedSource(features: [locked], origin: .file)
    var state = Shop.dashboard(columns: 60, rows: 14, snapshot: snapshot, keys: "= ← enter")
    #expect(state.screen.contains("✗ Gold is disabled"))
    #expect(state.press("↓ → enter") == set([.enabled(true), .unlocked(true)], ["Gold"]))
  }

  @Test func `the details show the note below the override`() {
    #expect(dashboard(keys: "j enter").screen.contains("Note         QA-7"))
  }
}

/// Tests values in the dialog of an override.
extension OverrideDialogTests {
  @Test func `values are fields, and a wrong one is refused with its type`() throws {
    var session = try VariableExample.Session(columns: 80, rows: 24, keys: "=")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file
      ╭ Features 3 ──────────────────────────────────────────────────────────────────╮
      │ Shop                                                                         │
      │▌ ◐ Checkout                                    Flag          on · Long       │
      ╭ Override Checkout ───────────────────────────────────────────────────────────╮
      │▌Variation   Long   2 of 2                                                    │
      │ State       Enabled                                                          │
      │ fast        false                                                            │
      │ steps       3                                                                │
      │ rate        0.5                                                              │
      │ title       Go                                                               │
      │ layout      {"columns":2}                                                    │
      │ terms       A long text of many words. A long text of many words. A long te… │
      │ note        a text                                                           │
      │ For whom    everyone                                                         │
      │ Lifetime    Until reset                                                      │
      │ Note        why, such as QA-123                                              │
      │                                                                              │
      │ the result that the users get                                                │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/3 ╯
       ↑ ↓ tab move  ← → space choose  enter set all  esc cancel
      """
    )
    try session.press("↓ ↓ ↓")
    session.retype("three")
    try session.press("enter")
    #expect(session.state.screen.contains("▌steps       three"))
    #expect(session.state.screen.contains("✗ expected a whole number"))
    #expect(session.overridden.isEmpty)
    session.retype("7")
    try session.press("↓ ↓ ↓")
    session.retype(#"{"columns": 3}"#)
    try session.press("↓ ↓ ↓ ↓ ↓")
    session.retype("QA-9")
    try session.press("enter")
    #expect(session.overridden == ["steps": .integer(7), "layout": .json(#"{"columns":3}"#)])
    #expect(session.store.feature(named: "Checkout")?.override?.note == "QA-9")
  }

  @Test(arguments: [
    (VariableValue.string("a"), "b", VariableValue.string("b")), (.integer(1), "2", .integer(2)),
    (.json("[1]"), #"{"a":[2]}"#, .json(#"{"a":[2]}"#)), (.boolean(true), "false", .boolean(false)),
  ])
  func `the value of a feature is a field of its own`(
    old: VariableValue,
    typed: String,
    new: VariableValue
  ) throws {
    let feature = Feature(value: "Limit", variables: [Variable(name: "value", value: old)])
    var session = try VariableExample.Session(columns: 80, rows: 24, features: [feature], keys: "=")
    #expect(session.state.screen.contains("▌Value"))
    session.retype(typed)
    try session.press("enter")
    #expect(session.overridden("Limit") == ["value": new])
    #expect(session.state.dialog == nil)
  }
}

extension DashboardState {
  /// The effects of key presses on a copy of the state.
  fileprivate func pressed(_ keys: String) -> [Effect] {
    var state = self
    return state.press(keys)
  }
}
