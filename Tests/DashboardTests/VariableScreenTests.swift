import Dashboard
import FeatureFlags
import Foundation
import TestSupport
import Testing

/// The variables of features, as flag services give them.
struct VariableScreenTests {
  private static let long = String(repeating: "A long text of many words. ", count: 3)

  static let checkout = Feature(
    name: "Checkout",
    description: "From cart to receipt",
    section: "Shop",
    testVariations: ["Short", "Long"],
    variables: [
      Variable(name: "fast", value: .boolean(false)),
      Variable(name: "steps", value: .integer(1)),
      Variable(name: "rate", value: .double(0.5)),
      Variable(name: "title", value: .string("Pay")),
      Variable(name: "layout", value: .json(#"{"columns":2}"#)),
      Variable(name: "terms", value: .string(long)),
    ],
    variationVariables: [
      [],
      [
        Variable(name: "steps", value: .integer(3)), Variable(name: "title", value: .string("Go")),
        Variable(name: "note", value: .string("")),
      ],
    ],
    given: "Long"
  )

  static let features = [
    checkout, Feature(name: "Plain", enabled: true),
    Feature(name: "Gone", type: .deprecated),
  ]

  /// A dashboard over a store, as the program has it.
  private struct Session {
    let store = FlagStore(now: { Date(timeIntervalSince1970: 1_795_255_331) })
    var state: DashboardState

    init(columns: Int, rows: Int, context: Context = Shop.context, keys: String = "") throws {
      try store.load(Configuration(features: features))
      state = Shop.dashboard(
        columns: columns,
        rows: rows,
        context: context,
        snapshot: Snapshot(features: store.features, origin: .file)
      )
      try press(keys)
    }

    mutating func press(_ keys: String) throws {
      for effect in state.press(keys) {
        guard case .decide(let decision, let names) = effect else { continue }
        try store.decide(decision, for: names)
        _ = state.update(.changed(names.compactMap(store.feature(named:))), now: .zero)
      }
    }

    /// Types a text over what stands in the line.
    mutating func retype(_ text: String) {
      _ = state.press("end ctrl-u")
      state.type(text)
    }

    var overridden: [String: VariableValue] {
      store.feature(named: "Checkout")?.override?.variables ?? [:]
    }
  }

  @Test func `the details have every variable, and what variations set`() throws {
    let session = try Session(columns: 120, rows: 30)
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file
      ╭ Features 3 ──────────────────────────────────────────────────╮╭ Checkout ────────────────────────────────────────────╮
      │ Shop                                                         ││ Type         A/B Test                                │
      │▌ ◐ Checkout                    A/B Test      Long            ││ Description  From cart to receipt                    │
      │    From cart to receipt                                      ││                                                      │
      │                                                              ││ State        Enabled                                 │
      │ Uncategorized                                                ││ Variation    Long                                    │
      │  ⊘ Gone                        Deprecated    Deprecated      ││                                                      │
      │  ⚑ Plain                       Feature Flag  Enabled         ││ Variations   1███████████████████2██████████████████ │
      │                                                              ││              1 ○ Short  50 %                         │
      │                                                              ││              2 ● Long   50 %  given                  │
      │                                                              ││                                                      │
      │                                                              ││ Variables    fast    Boolean  false                  │
      │                                                              ││              steps   Integer  3                      │
      │                                                              ││              rate    Double   0.5                    │
      │                                                              ││              title   String   Go                     │
      │                                                              ││              layout  JSON     {"columns":2}          │
      │                                                              ││              terms   String                          │
      │                                                              ││                A long text of many words. A long     │
      │                                                              ││                text of many words. A long text of    │
      │                                                              ││                many words.                           │
      │                                                              ││              note    String   ""                     │
      │                                                              ││ By variation Long: steps = 3, title = Go, note = ""  │
      │                                                              ││                                                      │
      │                                                              ││ Section      Shop                                    │
      │                                                              ││ Configured   Long                                    │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰───────────────────────────────────────────────────────── 1/3 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   e variables   enter details   / search   f filter   v pick   o reset   ? help   q quit
      """
    )
  }

  @Test func `the details have what was configured beside what is overridden`() throws {
    var session = try Session(columns: 80, rows: 30)
    try session.store.decide(
      [.variable("steps", .integer(9)), .variable("terms", .string("None"))],
      for: ["Checkout"]
    )
    _ = session.state.update(.changed(session.store.features), now: .zero)
    try session.press("enter")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file                                      ◆ 1 overridden
      ╭ Checkout ◆ ──────────────────────────────────────────────────────────────────╮
      │ Type         A/B Test                                                        │
      │ Description  From cart to receipt                                            │
      │                                                                              │
      │ State        Enabled                                                         │
      │ Variation    Long                                                            │
      │                                                                              │
      │ Variations   1█████████████████████████████2█████████████████████████████    │
      │              1 ○ Short  50 %                                                 │
      │              2 ● Long   50 %  given                                          │
      │                                                                              │
      │ Variables    fast    Boolean  false                                          │
      │              steps   Integer  9 ◆                                            │
      │                configured: 3                                                 │
      │              rate    Double   0.5                                            │
      │              title   String   Go                                             │
      │              layout  JSON     {"columns":2}                                  │
      │              terms   String   None ◆                                         │
      │                configured: A long text of many words. A long text of many    │
      │                words. A long text of many words.                             │
      │              note    String   ""                                             │
      │ By variation Long: steps = 3, title = Go, note = ""                          │
      │                                                                              │
      │ Section      Shop                                                            │
      │ Configured   Long                                                            │
      │ Override     steps = 9, terms = None                                         │
      │              kept until it is reset, 2026-11-21 10:02 UTC                    │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  v pick  e variables  ? help  esc back
      """
    )
  }

  @Test func `e opens the list of variables`() throws {
    var session = try Session(columns: 80, rows: 24, keys: "e j")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file
      ╭ Features 3 ──────────────────────────────────────────────────────────────────╮
      │ Shop                                                                         │
      │▌ ◐ Checkout                                 A/B Test      Long               │
      │    From cart to receipt                                                      │
      │                                                                              │
      │ ╭ Variables of Checkout ───────────────────────────────────────────────────╮ │
      │ │ fast    Boolean  false                                                   │ │
      │ │▌steps   Integer  3                                                       │ │
      │ │ rate    Double   0.5                                                     │ │
      │ │ title   String   Go                                                      │ │
      │ │ layout  JSON     {"columns":2}                                           │ │
      │ │ terms   String   A long text of many words. A long text of many words.…  │ │
      │ │ note    String   ""                                                      │ │
      │ │                                                                          │ │
      │ │ Integer: a whole number                                                  │ │
      │ │                                                                          │ │
      │ ╰──────────────────────────────────────────────────────────────────────────╯ │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/3 ╯
       ↑ ↓ move  enter edit  esc close
      """
    )
    try session.press("enter")
    session.retype("two")
    try session.press("enter")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file
      ╭ Features 3 ──────────────────────────────────────────────────────────────────╮
      │ Shop                                                                         │
      │▌ ◐ Checkout                                 A/B Test      Long               │
      │    From cart to receipt                                                      │
      │                                                                              │
      │ ╭ Variables of Checkout ───────────────────────────────────────────────────╮ │
      │ │ fast    Boolean  false                                                   │ │
      │ │▌steps   Integer  3                                                       │ │
      │ │ rate    Double   0.5                                                     │ │
      │ │ title   String   Go                                                      │ │
      │ │ layout  JSON     {"columns":2}                                           │ │
      │ │ terms   String   A long text of many words. A long text of many words.…  │ │
      │ │ note    String   ""                                                      │ │
      │ │                                                                          │ │
      │ │ steps = two                                                              │ │
      │ │ ✗ wanted a whole number                                                  │ │
      │ ╰──────────────────────────────────────────────────────────────────────────╯ │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/3 ╯
       type the value  enter set  esc cancel
      """
    )
    session.retype("4")
    try session.press("enter")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file                                      ◆ 1 overridden
      ╭ Features 3 ──────────────────────────────────────────────────────────────────╮
      │ Shop                                                                         │
      │▌ ◐ Checkout                                 A/B Test      Long             ◆ │
      │    From cart to receipt                                                      │
      │                                                                              │
      │ ╭ Variables of Checkout ───────────────────────────────────────────────────╮ │
      │ │ fast    Boolean  false                                                   │ │
      │ │▌steps   Integer  4 ◆  source 3                                           │ │
      │ │ rate    Double   0.5                                                     │ │
      │ │ title   String   Go                                                      │ │
      │ │ layout  JSON     {"columns":2}                                           │ │
      │ │ terms   String   A long text of many words. A long text of many words.…  │ │
      │ │ note    String   ""                                                      │ │
      │ │                                                                          │ │
      │ │ Integer: a whole number                                                  │ │
      │ │                                                                          │ │
      │ ╰──────────────────────────────────────────────────────────────────────────╯ │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/3 ╯
       ↑ ↓ move  enter edit  esc close
      """
    )
  }

  static let edits: [(keys: String, text: String, name: String, value: VariableValue)] = [
    ("j", "-7", "steps", .integer(-7)), ("j j", "2", "rate", .double(2)),
    ("j j j", "Pay now", "title", .string("Pay now")), ("j j j", "", "title", .string("")),
    ("j j j j", "[1, {a: 2}]", "layout", .json(#"[1,{"a":2}]"#)),
    ("j j j j j j", "n", "note", .string("n")),
  ]

  @Test(arguments: edits)
  func `a variable of each type is edited by keys`(
    keys: String,
    text: String,
    name: String,
    value: VariableValue
  ) throws {
    var session = try Session(columns: 80, rows: 24, keys: "e \(keys) enter")
    session.retype(text)
    try session.press("enter")
    #expect(session.overridden == [name: value])
    try session.press("esc")
    #expect(session.state.screen.contains("◆ 1 overridden"))
    try session.press("o")
    #expect(session.state.press("e") == [])
  }

  @Test func `a boolean is switched, and switched back`() throws {
    var session = try Session(columns: 80, rows: 24, keys: "e enter")
    #expect(session.overridden == ["fast": .boolean(true)])
    try session.press("space")
    #expect(session.overridden == ["fast": .boolean(false)])
    #expect(session.state.screen.contains("Variables of Checkout"))
  }

  static let refused: [(keys: String, text: String, words: String)] = [
    ("j", "1.5", "✗ wanted a whole number"), ("j j", "much", "✗ wanted a number"),
    ("j j j j", "{", "✗ wanted JSON"),
  ]

  @Test(arguments: refused)
  func `a value of the wrong type is refused, and stays to be mended`(
    keys: String,
    text: String,
    words: String
  ) throws {
    var session = try Session(columns: 80, rows: 24, keys: "e \(keys) enter")
    session.retype(text)
    #expect(session.state.press("enter") == [])
    #expect(session.state.screen.contains(words))
    #expect(session.state.screen.contains(" = \(text)"))
    #expect(session.overridden.isEmpty)
    try session.press("esc esc")
    #expect(!session.state.screen.contains("Variables of"))
  }

  @Test func `a value that does not fit into a line is not cut by opening it`() throws {
    let lines = Variable(name: "lines", value: .string("one\ntwo"))
    var state = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: Snapshot(features: [Feature(name: "F", variables: [lines])], origin: .file),
      keys: "e enter"
    )
    #expect(state.screen.contains("▲ the value in effect is too long, or has line breaks"))
    _ = state.update(.paste("three"), now: .zero)
    #expect(state.press("enter") == [.decide(.variable("lines", .string("three")), ["F"])])
  }

  @Test func `a feature without variables, or that is gone, says so`() throws {
    var session = try Session(columns: 80, rows: 24, keys: "G e")
    #expect(session.state.screen.contains("Plain has no variables."))
    try session.press("k e")
    #expect(session.state.screen.contains("Gone is deprecated"))
  }

  @Test func `a read-only dashboard shows variables and changes none`() throws {
    let session = try Session(columns: 120, rows: 34, context: Shop.readOnly, keys: "e")
    #expect(session.state.screen.contains("read-only"))
    #expect(session.state.screen.contains("0.5"))
  }

  @Test func `what of an override does not go with the feature is told`() throws {
    let feature = Self.checkout.overridden(
      Override(variables: ["steps": .string("two"), "gone": .integer(1)])
    )
    let text = feature.detailsText(columns: 80, problems: [])
    #expect(text.contains("▲ the override is passed over: has no variable \"gone\""))
    #expect(text.contains("wanted a whole number"))
    #expect(!text.contains("configured: 3"))
  }

  @Test(arguments: [(20, 10), (40, 12), (80, 24), (200, 60)])
  func `hostile names and values are drawn on every screen`(columns: Int, rows: Int) throws {
    let variables = Hard.hostileNames.enumerated().flatMap { number, name in
      [
        Variable(name: name, value: .string(name)),
        Variable(name: "\(number)" + String(repeating: "漢", count: 300), value: .integer(number)),
      ]
    }
    let feature = Feature(
      name: "F",
      testVariations: ["A", "B"],
      variables: variables,
      variationVariables: [variables, variables, variables]
    )
    var state = Shop.dashboard(
      columns: columns,
      rows: rows,
      snapshot: Snapshot(features: [feature], origin: .file),
      keys: "enter G e G enter"
    )
    state.type("1️⃣")
    let screen = state.screen
    #expect(screen.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" })
  }
}
