import Documents
import FeatureFlags
import ScreenTestSupport
import TestSupport
import Testing
import Text

@testable import Dashboard

/// Tests the tree of a JSON value on the screen: its keys, its edits and its differences.
struct JSONScreenTests {
  private typealias Session = VariableExample.Session

  private func session(
    _ keys: String,
    columns: Int = 80,
    rows: Int = 24,
    context: DashboardContext = Shop.context
  ) throws -> Session {
    try JSONExample.session(columns: columns, rows: rows, context: context, keys: keys)
  }

  @Test func `pressing J on a feature shows its JSON value as a tree`() throws {
    expectScreen(
      try session("J j j j").state,
      """
       Halyard   shop.json   file
      ╭ value of Theme: active ──────────────────────────────────────────────────────╮
      │ ▾ value                                                                      │
      │   ▾ colours                                                                  │
      │       [0] "red"                                                              │
      │▌      [1] "green"                                                            │
      │       [2] "blue"                                                             │
      │   ▾ "dark mode"                                                              │
      │       from 21                                                                │
      │       to 7                                                                   │
      │     title null                                                               │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │ colours[1]                                                                   │
      │ "green"                                                                      │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move  enter edit  d difference  v other value  E editor  / find  esc close
      """
    )
  }

  @Test func `a wide screen shows the difference between the source and the override`() throws {
    var session = try session("J j l j j", columns: 120, rows: 32)
    try session.press("enter")
    session.retype("\"pink\"")
    try session.press("enter")
    #expect(session.overridden("Theme")["value"] != nil)
    try session.press("d")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file                                                                              ◆ 1 overridden
      ╭ value of Theme: source → override: 1 change ─────────────────────────────────────────────────────────────────────────╮
      │▌± colours[2]  "blue" → "pink"                                                                                        │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │ colours[2]                                                                                                           │
      │ from "blue"                                                                                                          │
      │ to   "pink"                                                                                                          │
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move   enter go to value   v other value   V compare with   d value   esc close
      """
    )
  }

  @Test func `the difference compares two variations, which v and V choose`() throws {
    var session = try session("J v v d")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file
      ╭ value of Theme: active → variation Modern: 3 changes ────────────────────────╮
      │▌± colours[2]  "blue" → "black"                                               │
      │ ± ["dark mode"].from  21 → 20                                                │
      │ ± title  null → "Mod"                                                        │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │ colours[2]                                                                   │
      │ from "blue"                                                                  │
      │ to   "black"                                                                 │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move  enter go to value  v other value  V compare with  d value  esc close
      """
    )
    try session.press("V")
    let dialog = try #require(session.state.dialog as? JSONDialog)
    #expect(dialog.baseVersion.title == "variation Classic")
    try session.press("V")
    let other = try #require(session.state.dialog as? JSONDialog)
    #expect(other.baseVersion.title == "active")
    #expect(other.shownVersion.title == "variation Modern")
  }

  @Test func `arrow keys fold and unfold, and the left arrow goes to the enclosing value`() throws {
    var session = try session("J j")
    #expect(session.state.screen.contains("▌  ▾ colours "))
    try session.press("←")
    #expect(session.state.screen.contains("▸ colours [3 elements]"))
    #expect(!session.state.screen.contains("\"green\""))
    try session.press("→ → ←")
    #expect(session.state.screen.contains("▌  ▾ colours"))
    try session.press("_")
    #expect(session.state.screen.contains("▸ \"dark mode\" {2 members}"))
    try session.press("_")
    #expect(session.state.screen.contains("\"green\""))
    try session.press("h h")
    #expect(session.state.screen.contains("▌▾ value "))
  }

  @Test func `an edited scalar becomes the override, and o resets it`() throws {
    var session = try session("J j ← j j")
    try session.press("enter")
    session.retype("8")
    expectScreen(
      session.state,
      """
       Halyard   shop.json   file
      ╭ value of Theme: active ──────────────────────────────────────────────────────╮
      │ ▾ value                                                                      │
      │   ▸ colours [3 elements]                                                     │
      │   ▾ "dark mode"                                                              │
      │▌      from 21                                                                │
      │       to 7                                                                   │
      │     title null                                                               │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │ ["dark mode"].from = 8                                                       │
      │ JSON: such as "text", 3, true, null or {"a": [1, 2]}                         │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       type JSON  enter set  esc cancel
      """
    )
    try session.press("enter")
    let value = VariableValue.json(
      #"{"colours":["red","green","blue"],"dark mode":{"from":8,"to":7},"title":null}"#
    )
    #expect(session.overridden("Theme") == ["value": value])
    // The folds and the cursor stay.
    #expect(session.state.screen.contains("▸ colours [3 elements]"))
    #expect(session.state.screen.contains("▌      from 8"))
    try session.press("o")
    #expect(session.overridden("Theme").isEmpty)
    #expect(session.state.screen.contains("▌      from 21"))
  }

  @Test func `a text that is no JSON is refused with the position of the error`() throws {
    var session = try session("J j j enter")
    session.retype("red")
    try session.press("enter")
    #expect(session.overridden("Theme").isEmpty)
    #expect(session.state.screen.contains("✗ expected JSON"))
    try session.press("esc")
    #expect(session.state.dialog is JSONDialog)
    #expect(!session.state.screen.contains("✗"))
  }

  @Test func `the key E edits the whole value in the editor`() throws {
    var session = try session("J")
    let effects = session.state.press("E")
    guard case .edit(.variable(let text))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(text.feature == "Theme" && text.variable == "value" && text.isJSON)
  }

  @Test func `a read-only dashboard shows the value and edits nothing`() throws {
    var session = try session("J j j", context: Shop.readOnly)
    #expect(session.state.screen.contains("\"red\""))
    #expect(!session.state.screen.contains("edit"))
    for key in ["enter", "E", "o"] {
      #expect(session.state.press(key).isEmpty, "\(key)")
      #expect(session.state.dialog?.isTyping == false, "\(key)")
    }
  }

  @Test func `the value of a variation is shown and not edited`() throws {
    var session = try session("J v v")
    #expect(session.state.screen.contains("value of Theme: variation Modern"))
    #expect(session.state.screen.contains("\"black\""))
    #expect(session.state.press("E").isEmpty)
    try session.press("j j enter")
    #expect(session.state.dialog?.isTyping == false)
  }

  @Test func `the list of variables opens the tree, and closing the tree returns to the list`()
    throws
  {
    var session = try session("e")
    #expect(session.state.screen.contains("J tree"))
    try session.press("j J")
    #expect(session.state.dialog is VariablesDialog)
    try session.press("j J")
    #expect(session.state.screen.contains("more of Theme: active"))
    try session.press("tab")
    #expect(session.state.screen.contains("value of Theme: active"))
    try session.press("tab esc")
    #expect(session.state.screen.contains("▌more"))
    #expect(session.state.dialog is VariablesDialog)
  }

  @Test func `Enter in the difference goes to the changed value in the tree`() throws {
    let session = try session("J v v d enter")
    #expect(session.state.screen.contains("▌      [2] \"black\""))
    #expect(session.state.screen.contains("colours[2]"))
  }

  @Test func `a search goes to matches in folded values, and esc returns`() throws {
    var session = try session("J _ /")
    session.state.typeKeys("gre")
    #expect(session.state.screen.contains("▌      [1] \"green\""))
    #expect(session.state.screen.contains("/gre"))
    try session.press("esc")
    #expect(session.state.screen.contains("▌▾ value"))
    try session.press("/")
    session.state.typeKeys("e")
    try session.press("enter n n N")
    #expect(session.state.screen.contains("▌      [1] \"green\""))
    #expect(session.state.press("q").isEmpty)
    #expect(session.state.dialog == nil)
  }

  @Test func `a value that the source changes keeps the folds and the cursor`() throws {
    var session = try session("J j ← j j")
    let value = VariableValue.json(#"{"new":0,"colours":[1],"dark mode":{"from":1,"to":[]}}"#)
    try session.store.override([.variable("value", value)], for: ["Theme"])
    _ = session.state.update(.changed(session.store.features), now: .zero)
    #expect(session.state.screen.contains("▸ colours [1 element]"))
    #expect(session.state.screen.contains("▌      from 1"))
    #expect(session.state.screen.contains("value of Theme: override"))
  }

  @Test func `a feature that is off shows the values of its variations, and edits none`() throws {
    let feature = JSONExample.theme.overridden(Override(enabled: false))
    var state = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(features: [feature], origin: .file),
      keys: "J"
    )
    #expect(state.screen.contains("value of Theme: "))
    #expect(state.screen.contains("d difference"))
    #expect(state.press("j l enter").isEmpty)
    #expect(state.press("E").isEmpty)
  }

  @Test func `plain mode shows the fold of an object by its number of members`() throws {
    var state = try session("").state
    state.startPlainMode()
    _ = state.update(.line("J"), now: .zero)
    #expect(!state.removeLines().contains { $0.text.contains("elements") })
    _ = state.update(.line("_"), now: .zero)
    #expect(state.removeLines().contains { $0.text.contains("colours [3 elements]") })
  }

  @Test func `a feature without a JSON value shows a notice`() throws {
    let session = try session("G J")
    #expect(session.state.dialog == nil)
    #expect(session.state.screen.contains("Plain has no JSON value."))
  }

  @Test func `a text with an object is shown as a tree, and an edit keeps it a text`() throws {
    let variable = Variable(name: "rule", value: .string(#" {"limit": 3, "on": true}"#))
    var session = try VariableExample.Session(
      columns: 80,
      rows: 24,
      features: [Feature(name: "Cart", enabled: true, variables: [variable])],
      keys: "J j"
    )
    #expect(session.state.dialog is JSONDialog)
    #expect(session.state.screen.contains("▌    limit 3 "))
    try session.press("enter")
    session.retype("4")
    try session.press("enter")
    #expect(session.overridden("Cart")["rule"] == .string(#"{"limit":4,"on":true}"#))
  }

  @Test(arguments: ["three", "[3", "3", ""])
  func `a text without an object or a list is not shown as a tree`(text: String) throws {
    let variable = Variable(name: "rule", value: .string(text))
    let session = try VariableExample.Session(
      columns: 80,
      rows: 24,
      features: [Feature(name: "Cart", enabled: true, variables: [variable])],
      keys: "J"
    )
    #expect(!(session.state.dialog is JSONDialog))
  }

  @Test(arguments: [(20, 10), (40, 12), (80, 24), (200, 60)])
  func `hostile keys and strings are drawn without control characters`(columns: Int, rows: Int)
    throws
  {
    let members = Hard.hostileNames.flatMap { name in
      [(key: name, value: JSONValue.string(name)), (key: name + "2", value: .list([.null]))]
    }
    let text = JSONValue.object(members).text()
    let feature = Feature(
      name: "F",
      testVariations: ["A", "B"],
      variables: [Variable(name: "\u{1B}[2J", value: .json(text))],
      variationVariables: [[], [Variable(name: "\u{1B}[2J", value: .json("[]"))]]
    )
    for keys in ["J", "J G", "J j j enter", "J d", "J v d V", "J / e", "J _ G h"] {
      let state = Shop.dashboard(
        columns: columns,
        rows: rows,
        snapshot: LoadedSource(features: [feature], origin: .file),
        keys: keys
      )
      // On a screen that is too small, no key opens a dialog.
      #expect(state.dialog is JSONDialog || columns < 40)
      let screen = state.screen
      #expect(
        screen.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" }
      )
    }
  }
}
