import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard

/// Tests the pickers of features of a flag service.
struct ServicePickerTests {
  private static func feature(
    _ name: Feature.Name,
    _ variations: [ServiceVariation],
    given: TestVariation?
  ) -> Feature {
    Feature(service: name, variations: variations, given: given)
  }

  private static let rolledOut = feature("Rolled out", [ServiceVariation("on")], given: "on")
  private static let outside = feature("Outside", [ServiceVariation("on")], given: nil)
  private static let bare = feature("Bare", [], given: nil)
  private static let test = feature(
    "Test",
    [
      ServiceVariation(
        "control",
        isOn: false,
        variables: [Variable(name: "title", value: .string("Buy"))]
      ),
      ServiceVariation("one tap", variables: [Variable(name: "title", value: .string("Buy now"))]),
    ],
    given: "control"
  )
  private static let all = [rolledOut, outside, bare, test]

  private static func dashboard(
    _ features: [Feature],
    columns: Int = 80,
    keys: String = ""
  ) -> DashboardState {
    let source = LoadedSource(features: features, origin: .file)
    return Shop.dashboard(columns: columns, rows: 20, snapshot: source, keys: keys)
  }

  @Test(arguments: all)
  func `the picker switches a feature of a flag service on and off, and resets the override`(
    feature: Feature
  ) throws {
    for isOn in [true, false] {
      var state = Self.dashboard([feature], keys: "v G")
      // The last two choices are on and off.
      let effects = state.press(isOn ? "k enter" : "enter")
      #expect(effects == [.overrides(.set([.enabled(isOn)], for: [feature.name]))])
      let override = try feature.override(after: .enabled(isOn))
      let changed = feature.overridden(override)
      #expect(changed.state.isEnabled == isOn)
      var overridden = Self.dashboard([changed], keys: "v G")
      #expect(overridden.press("enter") == [.overrides(.reset([feature.name], only: .everyone))])
    }
  }

  @Test(arguments: [60, 80])
  func `the picker shows the whole value of the selected variation and still all choices`(
    columns: Int
  ) throws {
    let values = [10, 20, 30].map { limit in
      #"{"layout":"grid","columns":3,"colours":{"primary":"blue","secondary":"sky"},"limit":"#
        + #"\#(limit),"end":true}"#
    }
    let variations = zip(["zero", "one", "two"], values).map { name, value in
      ServiceVariation(
        TestVariation(rawValue: name),
        variables: [Variable(name: "value", value: .string(value))]
      )
    }
    var state = Self.dashboard(
      [Self.feature("Configuration", variations, given: "zero")],
      columns: columns,
      keys: "v"
    )
    for value in values {
      let text = state.screen.filter { !"│▌ \n".contains($0) }
      #expect(text.contains(value))
      #expect(values.filter { $0 != value }.allSatisfy { !text.contains($0) })
      #expect(state.screen.contains("○ Disabled"))
      _ = state.press("j")
    }
  }

  @Test
  func `a value that is too long for the picker is truncated, and a click on it has no effect`() {
    let value = String(repeating: "a long value ", count: 200)
    let variation = ServiceVariation(
      "on",
      variables: [Variable(name: "value", value: .string(value))]
    )
    var state = Self.dashboard([Self.feature("Long", [variation], given: "on")], keys: "v")
    let lines = state.screen.split(separator: "\n").filter { $0.contains("a long value") }
    #expect(lines.count > 5 && lines.last?.contains("…") == true)
    for second in [Duration.zero, .milliseconds(100)] {
      let press = MouseInput(.press, at: Position(column: 40, row: 14))
      #expect(state.update(.mouse(press), now: second).isEmpty)
    }
    #expect(state.screen.contains("Pick for Long"))
  }

  @Test
  func `the list of states for marked features of a flag service offers Enabled and Disabled`() {
    let state = Self.dashboard([Self.rolledOut, Self.outside], keys: "A v")
    #expect(state.screen.contains("Set 2 features"))
    #expect(state.screen.contains("○ on       (now: 1 of 2)"))
    #expect(state.screen.contains("○ Enabled  (now: 1 of 2)"))
    #expect(state.screen.contains("○ Disabled (now: 1 of 2)"))
  }

  @Test
  func `cycling marked features of a flag service with one variation switches all of them on`() {
    var state = Self.dashboard([Self.rolledOut, Self.outside], keys: "A")
    #expect(
      state.press("l") == [.overrides(.set([.enabled(true)], for: ["Outside", "Rolled out"]))]
    )
  }

  @Test
  func `the menu of rules shows the number, description and users of a rule instead of its key`()
    throws
  {
    let rule = ServiceRule(
      key: "fr_81c0",
      kind: "experiment",
      variations: ["control", "one tap"],
      name: "rule 2 \"Paying users\"",
      audience: "plan is \"gold\""
    )
    var state = Self.dashboard([Self.test], columns: 120)
    state.dialog = (RuleMenu(Self.test, rules: [rule]).map { Menu($0) })
    #expect(state.screen.contains("rule 2 \"Paying users\" → one tap"), "\(state.screen)")
    #expect(state.screen.contains("experiment for plan is \"gold\""), "\(state.screen)")
    #expect(!state.screen.contains("fr_81c0"), "\(state.screen)")
  }

  @Test func `an override of a rule applies to some users only, and is never pinned`() {
    let override = Override(rules: ["fr_81c0": "one tap"])
    let feature = Self.test.overridden(override)
    #expect(!feature.isPinned && feature.isOverridden)
    #expect(feature.plainText.hasSuffix("overridden for the users of a rule"))
    let text = feature.detailsText(
      columns: 100,
      problems: [],
      ruleTitles: ["fr_81c0": "rule 2: plan is \"gold\""],
      wallClock: Shop.context.wallClock
    )
    #expect(text.contains("Override     one tap by rule 2: plan is \"gold\"\n"), "\(text)")
    #expect(text.contains("Holds for    only the users whom the rule selects"))
    #expect(!text.contains("Pinned"), "\(text)")
    let pinned = Self.test.overridden(Override(variation: "control"))
    #expect(pinned.isPinned)
  }

  @Test func `the picker shows the state, the rules and the variables of each variation`() {
    let rules = [
      ServiceRule(key: "spring", kind: "experiment", variations: ["control", "one tap"]),
      ServiceRule(key: "everyone", kind: "rollout", variations: ["one tap"]),
    ]
    var state = Self.dashboard([Self.test])
    state.dialog = Menu(StateMenu(Self.test, rules: rules))
    expectScreen(
      state,
      """
       Halyard   shop.json   file
      ╭ Features 1 ──────────────────────────────────────────────────────────────────╮
      │ No section                                                                   │
      │▌ ◐ Test                                      Flag          off · control     │
      │                                                                              │
      │                                                                              │
      ╭ Pick for Test ───────────────────────────────────────────────────────────────╮
      │ Variation                                                                    │
      │▌● control   off  assigned  spring · title = Buy                              │
      │ ○ one tap   on             spring, everyone · title = Buy now                │
      │ State                                                                        │
      │ ○ Enabled                                                                    │
      │ ● Disabled       assigned                                                    │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/1 ╯
       ↑ ↓ move  / find  enter choose  esc cancel
      """
    )
    var narrow = Self.dashboard([Self.test], columns: 44)
    narrow.dialog = Menu(StateMenu(Self.test, rules: rules))
    expectScreen(
      narrow,
      """
       Halyard   shop.json   file
      ╭ Features 1 ──────────────────────────────╮
      │ No section                               │
      │▌ ◐ Test                off · control     │
      │                                          │
      ╭ Pick for Test ───────────────────────────╮
      │ Variation                                │
      │▌● control   off  assigned  spring · tit… │
      │ ○ one tap   on             spring, ever… │
      │ State                                    │
      │ ○ Enabled                                │
      │ ● Disabled       assigned                │
      │                                          │
      │ spring · title = Buy                     │
      ╰──────────────────────────────────────────╯
      │                                          │
      │                                          │
      │                                          │
      ╰───────────────────────────────────── 1/1 ╯
       ↑ ↓ move  / find  enter choose  esc cancel
      """
    )
  }
}
