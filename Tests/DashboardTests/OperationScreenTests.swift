import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard
@testable import FeatureFlags

/// Tests the operations in the activity log: their rows, the undo of one of them, and the filters.
struct OperationScreenTests {
  private static let clock = Shop.context.wallClock
  private static let own = OperationOrigin(author: "ana@build-7", program: "halyard dashboard")

  private static func operation(
    _ id: String,
    _ seconds: Int,
    by author: String = "ana@build-7",
    kind: OverrideOperation.Kind = .change,
    preset: String? = nil,
    _ changes: [OverrideOperation.Change]
  ) -> OverrideOperation {
    OverrideOperation(
      id: id + "00000000",
      OverrideOperation.Signature(
        date: clock.date(at: .seconds(seconds)),
        author: author,
        program: "halyard enable",
        preset: preset
      ),
      kind,
      changes
    )
  }

  private static let on = Override(enabled: true, note: "QA-7")
  private static let off = Override(enabled: false)

  /// A preset, a change of several features, a change for one user, and the undo of a change; the oldest
  /// first.
  private static let operations = [
    operation(
      "11111111",
      -90_000,
      by: "ben@x",
      preset: "smoke",
      [
        .init("CTA colour", from: nil, to: Override(variation: "Group B")),
        .init("Express pay", from: nil, to: on),
      ]
    ),
    operation(
      "22222222",
      -300,
      [.init("Gift wrap", from: nil, to: off), .init("New Cart", from: nil, to: off)]
    ),
    operation(
      "33333333",
      -200,
      by: "ben@x",
      [.init(OverrideKey("New Cart", for: .key("u42", kind: nil)), from: nil, to: on)]
    ),
    operation("44444444", -100, [.init("Gift wrap", from: off, to: on)]),
    operation(
      "55555555",
      -60,
      kind: .undo("4444444400000000"),
      [.init("Gift wrap", from: on, to: off)]
    ),
  ]

  private static func dashboard(
    _ operations: [OverrideOperation] = operations,
    context: DashboardContext = Shop.context,
    keys: String = "3"
  ) -> DashboardState {
    var state = Shop.dashboard(columns: 80, rows: 24, context: context)
    _ = state.update(
      .operations(ActivityEntry.entries(of: operations, own: own, clock)),
      now: .zero
    )
    _ = state.press(keys)
    return state
  }

  @Test
  func `an operation is one row with time, change, users, note, author, program and identifier`() {
    expectScreen(
      Self.dashboard(keys: "3 j"),
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Activity 5 ──────────────────────────────────────────────────────────────────╮
      │ 11:59:00 ◆ Gift wrap: Enabled → Disabled                                     │
      │            undo · ana@build-7 · halyard enable · 55555555                    │
      │▌11:58:20 ◆ Gift wrap: Disabled → Enabled (QA-7)                              │
      │▌           undone · ana@build-7 · halyard enable · 44444444                  │
      │ 11:56:40 ◇ New Cart: for u42: source → Enabled (QA-7)                        │
      │            ben@x · halyard enable · 33333333                                 │
      │ 11:55:00 ◆ 2 overrides: source → Disabled                                    │
      │            Gift wrap, New Cart · ana@build-7 · halyard enable · 22222222     │
      │ 11-20    ◇ Preset smoke: 2 overrides                                         │
      │            at 11:00 · CTA colour: source → Group B, Express pay: source →    │
      │            Enabled (QA-7) · ben@x · halyard enable · 11111111                │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move  / search  f filter  x undo this  o reset  m mark  ? help  esc back
      """
    )
  }

  @Test func `a change by an assistant is one row with a symbol of its own, and is undone by x`() {
    var state = Shop.dashboard(columns: 80, rows: 12)
    let author = "assistant via editor"
    let changed = Shop.features.filter { $0.name == "Gift wrap" }.map {
      $0.overridden(Override(enabled: true, author: author, note: "QA-7"))
    }
    let announced = StoreChange(revision: 1, kind: .overridden(changed), cause: .others)
    _ = state.update(.session(.changed(announced)), now: .zero)
    let id = "66666666"
    let change = OverrideOperation.Change("Gift wrap", from: nil, to: Self.on)
    let operation = Self.operation(id, -10, by: author, [change])
    _ = state.update(
      .operations(ActivityEntry.entries(of: [operation], own: Self.own, Self.clock)),
      now: .zero
    )
    _ = state.press("3")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 2 overridden
      ╭ Activity 1 ──────────────────────────────────────────────────────────────────╮
      │▌11:59:50 ❖ Gift wrap: source → Enabled (QA-7)                                │
      │▌           assistant via editor · halyard enable · 66666666                  │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move  / search  f filter  x undo this  o reset  m mark  ? help  esc back
      """
    )
    #expect(state.press("x") == [.undoOperation(id + "00000000")])
  }

  @Test func `the key x in the activity log undoes the operation under the cursor`() {
    var state = Self.dashboard(keys: "3 j j")
    #expect(state.press("x") == [.undoOperation("3333333300000000")])
    #expect(state.press("z") == [.undo])
  }

  @Test
  func `the key x undoes a change that was not read yet, and shows a notice for any other entry`() {
    var state = Self.dashboard([])
    #expect(state.press("x").isEmpty)
    #expect(state.screen.contains("This entry has no change to undo."))
    let poll = ActivityEntry(when: Self.clock.moment(at: .zero), kind: .poll, text: "Unchanged")
    _ = state.update(.activity(poll), now: .zero)
    #expect(state.press("x").isEmpty)
    let new = ActivityEntry(own: "note QA-7", of: ["New Cart"], when: Self.clock.moment(at: .zero))
    _ = state.update(.activity(new), now: .zero)
    #expect(state.press("x") == [.undoChange(of: ["New Cart"], by: nil)])
    _ = state.update(.activity(new), now: .zero)
    #expect(state.press("j x").isEmpty)
    #expect(state.screen.contains("This change is not in the history yet."))
  }

  @Test func `a read-only dashboard undoes no operation`() {
    var state = Self.dashboard(context: Shop.readOnly)
    #expect(state.press("x").isEmpty)
    #expect(state.screen.contains("The dashboard is read-only"))
    #expect(!state.screen.contains("undo this"))
  }

  @Test func `an operation replaces the entry that has announced it, and keeps the other entries`()
  {
    var log = ActivityLog()
    func entry(_ text: String, _ kind: ActivityEntry.Kind, _ features: [Feature.Name] = []) {
      let when = Self.clock.moment(at: .seconds(-250))
      log.add(ActivityEntry(when: when, kind: kind, text: text, features: features))
    }
    entry("Unchanged", .poll)
    entry("New Cart: edited", .other, ["New Cart"])
    entry("New Cart: Enabled", .other, ["New Cart"])
    entry("2 features: Disabled", .own, ["Gift wrap", "New Cart"])
    entry("Refused", .problem, ["New Cart"])
    entry("Old banner: Enabled", .other, ["Old banner"])
    let entries = ActivityEntry.entries(of: Self.operations, own: Self.own, Self.clock)
    log.add(operations: Array(entries[1...2]))
    let texts = [
      "New Cart: for u42: source → Enabled (QA-7)", "Old banner: Enabled", "Refused",
      "New Cart: edited", "Unchanged",
      "2 overrides: source → Disabled",
    ]
    #expect(log.shown.map(\.text) == texts)
    log.add(operations: Array(entries[1...2]))
    #expect(log.shown.map(\.text) == texts)
    #expect(Set(log.shown.map(\.number)).count == texts.count)
  }

  @Test func `the cursor and the marks stay on their entries when the operations are read again`() {
    var state = Self.dashboard(Array(Self.operations.prefix(4)), keys: "3 m")
    #expect(state.panes.activity.log.current?.operation?.shortID == "33333333")
    let all = ActivityEntry.entries(of: Self.operations, own: Self.own, Self.clock)
    _ = state.update(.operations(all), now: .zero)
    #expect(state.panes.activity.log.current?.operation?.shortID == "33333333")
    #expect(state.screen.contains("1 marked"))
    #expect(state.screen.contains("undone · ana@build-7 · halyard enable · 44444444"))
  }

  @Test func `the filter of the activity log has authors, notes and users, which are combined`() {
    var state = Self.dashboard(keys: "3 f")
    let screen = state.screen
    for text in [
      "[ ] ben@x", "[ ] QA-7", "note       4", "[ ] u42", "user       1", "[ ] everyone",
    ] {
      #expect(screen.contains(text), "\(text)")
    }
    func ids() -> [String?] { state.panes.activity.log.shown.map { $0.operation?.shortID } }
    _ = state.press("/ q a - 7 enter")
    #expect(ids() == ["55555555", "44444444", "33333333", "11111111"])
    _ = state.press("/ b e n enter")
    #expect(ids() == ["33333333", "11111111"])
    _ = state.press("G space esc")
    #expect(ids() == ["33333333"])
    #expect(state.screen.contains("Activity 1 of 5  [ben@x, QA-7, for u42]"))
    _ = state.press("esc")
    #expect(ids().count == 5)
  }

  @Test func `a search in the activity log finds features and notes of operations`() {
    let state = Self.dashboard(keys: "3 / e x p r e s s enter")
    #expect(state.panes.activity.log.shown.map { $0.operation?.shortID } == ["11111111"])
  }

  @Test func `the history is requested while the activity log is visible`() {
    var context = Shop.context
    context.hasHistory = true
    var state = Shop.dashboard(columns: 80, rows: 24, context: context)
    #expect(state.press("3") == [.session(.readHistory)])
    let changed = Feature(name: "New Cart").overridden(Self.on)
    #expect(state.update(.changed([changed]), now: .zero) == [.session(.readHistory)])
    #expect(state.press("esc").isEmpty)
    #expect(state.update(.changed([changed]), now: .zero).isEmpty)
    state.startPlainMode()
    #expect(state.update(.changed([changed]), now: .zero) == [.session(.readHistory)])
  }
}
