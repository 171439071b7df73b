import Dashboard
import FeatureFlags
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the variables of features, in the details and on screens of every size.
struct VariableScreenTests {
  private typealias Session = VariableExample.Session

  @Test func `the details list every variable, and the values of the variations`() throws {
    let session = try Session(columns: 120, rows: 30)
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file
      ╭ Features 3 ──────────────────────────────────────────────────╮╭ Checkout · Flag · 2 variations ──────────────────────╮
      │ Shop                                                         ││ Description  From cart to receipt                    │
      │▌ ◐ Checkout                    Flag          on · Long       ││                                                      │
      │    From cart to receipt                                      ││ State        Enabled                                 │
      │                                                              ││ Variation    Long                                    │
      │ No section                                                   ││                                                      │
      │  ⊘ Gone                        Deprecated    Deprecated      ││ Variations   1 ○ Short                               │
      │  ⚑ Plain                       Feature Flag  Enabled         ││              2 ● Long   assigned                     │
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
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰───────────────────────────────────────────────────────── 1/3 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   e variables   enter details   / search   f filter   v pick   o reset   ? help   q quit
      """
    )
  }

  @Test func `the details show the configured value of an overridden variable`() throws {
    var session = try Session(columns: 80, rows: 30)
    try session.store.override(
      [.variable("steps", .integer(9)), .variable("terms", .string("None"))],
      for: ["Checkout"]
    )
    _ = session.state.update(.changed(session.store.features), now: .zero)
    try session.press("enter")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file                                      ◆ 1 overridden
      ╭ Checkout · Flag · 2 variations ◆ ────────────────────────────────────────────╮
      │ Description  From cart to receipt                                            │
      │                                                                              │
      │ State        Enabled                                                         │
      │ Variation    Long                                                            │
      │                                                                              │
      │ Variations   1 ○ Short                                                       │
      │              2 ● Long   assigned                                             │
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
      │              until reset · set at 10:02 today                                │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `pressing e on a feature without variables shows a notice`() throws {
    var session = try Session(columns: 80, rows: 24, keys: "G e")
    #expect(session.state.screen.contains("Plain has no variables."))
    try session.press("k e")
    #expect(session.state.screen.contains("Gone is deprecated"))
  }

  @Test func `a read-only dashboard shows the values of variables`() throws {
    let session = try Session(columns: 120, rows: 34, context: Shop.readOnly, keys: "e")
    #expect(session.state.screen.contains("read-only"))
    #expect(session.state.screen.contains("0.5"))
  }

  @Test func `the details report the ignored parts of an override`() throws {
    let feature = VariableExample.checkout.overridden(
      Override(variables: ["steps": .string("two"), "gone": .integer(1)])
    )
    let text = feature.detailsText(columns: 80, problems: [], wallClock: .zone())
    #expect(text.contains("▲ the override is ignored: has no variable \"gone\""))
    #expect(text.contains("for the variable \"steps\","))
    #expect(!text.contains("configured: 3"))
  }

  @Test(arguments: [(20, 10), (40, 12), (80, 24), (200, 60)])
  func `hostile names and values of variables are drawn without control characters`(
    columns: Int,
    rows: Int
  )
    throws
  {
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
      snapshot: LoadedSource(features: [feature], origin: .file),
      keys: "enter G e G enter"
    )
    state.typeKeys("1️⃣")
    let screen = state.screen
    #expect(screen.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" })
  }
}
