import Dashboard
import FeatureFlags
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the list in which variables are edited, each by its type.
struct VariableEditTests {
  private typealias Session = VariableExample.Session

  @Test func `pressing e on a feature opens the list of its variables`() throws {
    var session = try Session(columns: 80, rows: 24, keys: "e j")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file
      ╭ Features 3 ──────────────────────────────────────────────────────────────────╮
      │ Shop                                                                         │
      │▌ ◐ Checkout                                    Flag          on · Long       │
      │    From cart to receipt                                                      │
      │                                                                              │
      ╭ Variables of Checkout ───────────────────────────────────────────────────────╮
      │ fast    Boolean  false                                                       │
      │▌steps   Integer  3                                                           │
      │ rate    Double   0.5                                                         │
      │ title   String   Go                                                          │
      │ layout  JSON     {"columns":2}                                               │
      │ terms   String   A long text of many words. A long text of many words. A l…  │
      │ note    String   ""                                                          │
      │                                                                              │
      │ Integer: a whole number                                                      │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/3 ╯
       ↑ ↓ move  / find  enter edit  E editor  esc close
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
      │▌ ◐ Checkout                                    Flag          on · Long       │
      │    From cart to receipt                                                      │
      │                                                                              │
      ╭ Variables of Checkout ───────────────────────────────────────────────────────╮
      │ fast    Boolean  false                                                       │
      │▌steps   Integer  3                                                           │
      │ rate    Double   0.5                                                         │
      │ title   String   Go                                                          │
      │ layout  JSON     {"columns":2}                                               │
      │ terms   String   A long text of many words. A long text of many words. A l…  │
      │ note    String   ""                                                          │
      │                                                                              │
      │ steps = two                                                                  │
      │ ✗ expected a whole number                                                    │
      ╰──────────────────────────────────────────────────────────────────────────────╯
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
      │▌ ◐ Checkout                                    Flag          on · Long     ◆ │
      │    From cart to receipt                                                      │
      │                                                                              │
      ╭ Variables of Checkout ───────────────────────────────────────────────────────╮
      │ fast    Boolean  false                                                       │
      │▌steps   Integer  4 ◆  source 3                                               │
      │ rate    Double   0.5                                                         │
      │ title   String   Go                                                          │
      │ layout  JSON     {"columns":2}                                               │
      │ terms   String   A long text of many words. A long text of many words. A l…  │
      │ note    String   ""                                                          │
      │                                                                              │
      │ Integer: a whole number                                                      │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/3 ╯
       ↑ ↓ move  / find  enter edit  o reset  E editor  esc close
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
  func `a variable of each type can be edited with the keyboard`(
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

  @Test func `pressing Enter on a boolean variable toggles its value`() throws {
    var session = try Session(columns: 80, rows: 24, keys: "e enter")
    #expect(session.overridden == ["fast": .boolean(true)])
    try session.press("space")
    #expect(session.overridden == ["fast": .boolean(false)])
    #expect(session.state.screen.contains("Variables of Checkout"))
  }

  @Test func `pressing o resets only the variable under the cursor`() throws {
    var session = try Session(columns: 80, rows: 24, keys: "e enter j enter")
    session.retype("4")
    try session.press("enter")
    #expect(session.overridden == ["fast": .boolean(true), "steps": .integer(4)])
    try session.press("o")
    #expect(session.overridden == ["fast": .boolean(true)])
    #expect(session.state.press("o") == [])
    #expect(session.state.screen.contains("↑ ↓ move  / find  enter edit  E editor  esc close"))
    try session.press("k")
    #expect(
      session.state.screen.contains("↑ ↓ move  / find  enter switch  o reset  E editor  esc close")
    )
  }

  static let refused: [(keys: String, text: String, words: String)] = [
    ("j", "1.5", "✗ expected a whole number"), ("j j", "much", "✗ expected a number"),
    ("j j j j", "{a", "✗ expected JSON; column 3: found the end"),
  ]

  @Test(arguments: refused)
  func `a value of a wrong type is rejected, and can be corrected`(
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
    _ = session.state.press("backspace")
    #expect(!session.state.screen.contains(words))
    try session.press("esc esc")
    #expect(!session.state.screen.contains("Variables of"))
  }

  @Test func `confirming an unchanged value sets no override`() throws {
    var session = try Session(columns: 80, rows: 24, keys: "e j enter ← enter")
    #expect(session.overridden.isEmpty)
    try session.press("enter backspace 1 enter")
    #expect(session.overridden == ["steps": .integer(1)])
  }

  @Test func `opening and confirming a value that does not fit into a line does not change it`()
    throws
  {
    let lines = Variable(name: "lines", value: .string("one\ntwo"))
    var state = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(features: [Feature(name: "F", variables: [lines])], origin: .file),
      keys: "e enter"
    )
    #expect(state.screen.contains("▲ the active value is too long, or has line breaks"))
    #expect(state.press("enter") == [], "what was not touched stays")
    _ = state.press("enter")
    _ = state.update(.paste(String(repeating: "x", count: 10_001)), now: .zero)
    let limits = "10,000 characters and 40,000 bytes"
    #expect(state.screen.contains("✗ not pasted: expected at most \(limits)"))
    _ = state.update(.paste("a\nb"), now: .zero)
    #expect(
      state.screen.contains("▲ a value is one line here: line breaks were replaced by spaces")
    )
    _ = state.press("backspace backspace backspace")
    _ = state.update(.paste("three"), now: .zero)
    #expect(
      state.press("enter") == [
        .overrides(.set([.variable("lines", .string("three"))], for: ["F"]))
      ]
    )
  }

  private func afterRefusal(columns: Int, rows: Int) throws -> DashboardState {
    var session = try Session(columns: columns, rows: rows, keys: "e j j j j enter")
    session.retype(#"{"columns": 2, "a_rather_long_name": tru}"#)
    try session.press("enter")
    return session.state
  }

  @Test func `at 40 columns a long error about the value of a variable is wrapped`() throws {
    expectScreen(
      try afterRefusal(columns: 40, rows: 24),
      """
       Halyard   shop.json   file
      ╭ Features 3 ──────────────────────────╮
      │ Shop                                 │
      │▌ ◐ Checkout          on · Long       │
      │    From cart to receipt              │
      ╭ Variables of Checkout ───────────────╮
      │ fast    Boolean  false               │
      │ steps   Integer  3                   │
      │ rate    Double   0.5                 │
      │ title   String   Go                  │
      │▌layout  JSON     {"columns":2}       │
      │ terms   String   A long text of ma…  │
      │ note    String   ""                  │
      │                                      │
      │ layout = ong_name": tru}             │
      │ ✗ expected JSON; column 38: found    │
      │ "tru", expected a value              │
      ╰──────────────────────────────────────╯
      │                                      │
      │                                      │
      │                                      │
      │                                      │
      ╰───────────────────────────────── 1/3 ╯
       type the value  enter set  esc cancel
      """
    )
  }

  @Test func `on the smallest screen a long error leaves the typed text visible`() throws {
    expectScreen(
      try afterRefusal(columns: 40, rows: 8),
      """
      ╭ Variables of Checkout ───────────────╮
      │▌layout  JSON     {"columns":2}       │
      │                                      │
      │ layout = ong_name": tru}             ┃
      │ ✗ expected JSON; column 38: found    │
      │ "tru", expected a value              │
      ╰──────────────────────────────────────╯
       type the value  enter set  esc cancel
      """
    )
  }
}
