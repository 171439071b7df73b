import Dashboard
import Documents
import Testing

@testable import FeatureFlags

/// Tests the effects that a key press returns: changes of overrides, and requests to the program.
struct EffectTests {
  /// Creates a dashboard with one feature, which is under the cursor.
  private func dashboard(_ feature: Feature, isReadOnly: Bool = false) -> DashboardState {
    var context = Shop.context
    context.isReadOnly = isReadOnly
    return Shop.dashboard(
      columns: 80,
      rows: 24,
      context: context,
      snapshot: LoadedSource(features: [feature], origin: .file)
    )
  }

  @Test(arguments: [true, false])
  func `pressing Space on a flag toggles the flag`(isEnabled: Bool) {
    var state = dashboard(Feature(name: "Flag", enabled: isEnabled))
    #expect(state.press("space") == [.overrides(.set([.enabled(!isEnabled)], for: ["Flag"]))])
  }

  @Test(arguments: ["left", "right", "h", "l"])
  func `pressing an arrow key on an enabled flag disables the flag`(name: String) {
    var state = dashboard(Feature(name: "Flag", enabled: true))
    let key = name == "left" ? "←" : name == "right" ? "→" : name
    #expect(state.press(key) == [.overrides(.set([.enabled(false)], for: ["Flag"]))])
  }

  @Test func `pressing Space on an on/off test toggles the test`() {
    let test = Feature(name: "Test", testVariations: ["On", "Off"]).assigned(10)
    var state = dashboard(test)
    #expect(state.press("space") == [.overrides(.set([.enabled(false)], for: ["Test"]))])
  }

  @Test(arguments: [(10.0, "B"), (90.0, "A")])
  func `pressing Space on an A/B test selects the variation that is not active`(
    assignment: Double,
    other: String
  ) {
    let test = Feature(name: "Test", testVariations: ["A", "B"]).assigned(assignment)
    var state = dashboard(test)
    #expect(
      state.press("space") == [
        .overrides(.set([.variation(TestVariation(rawValue: other))], for: ["Test"]))
      ]
    )
  }

  @Test func `pressing Space on a disabled A/B test selects its first variation`() {
    var state = dashboard(Feature(name: "Test", enabled: false, testVariations: ["A", "B"]))
    #expect(state.press("space") == [.overrides(.set([.variation("A")], for: ["Test"]))])
  }

  @Test(arguments: [[], ["on"], ["on", "off"], ["a", "b", "c"]] as [[TestVariation]])
  func `pressing Space on a feature of a flag service enables it, or resets its override`(
    variations: [TestVariation]
  ) {
    let feature = Feature(
      service: "Gift",
      variations: variations.map { ServiceVariation($0, isOn: $0 != "off") },
      given: nil
    )
    var off = dashboard(feature)
    #expect(off.press("space") == [.overrides(.set([.enabled(true)], for: ["Gift"]))])
    var forced = dashboard(feature.overridden(Override(enabled: true)))
    #expect(forced.press("space") == [.overrides(.reset(["Gift"], only: .everyone))])
  }

  @Test(arguments: [
    Feature(name: "Flag", enabled: true), Feature(name: "Flag", enabled: false),
    Feature(name: "Flag", testVariations: ["A", "B"]).assigned(0),
    Feature(name: "Flag", enabled: true, testVariations: ["Enabled", "Disabled"]).assigned(0),
    Feature(name: "Flag", enabled: true, unlocked: false),
    Feature(service: "Flag", variations: [ServiceVariation("on")], given: "on"),
  ])
  func `pressing Space twice on a feature without an override leaves no override`(
    feature: Feature
  ) throws {
    var state = dashboard(feature)
    let first = state.press("space")
    guard case .overrides(.set(let decisions, _, _, _, _, _)) = first.first,
      let decision = decisions.first
    else {
      Issue.record("\(first)")
      return
    }
    var flipped = dashboard(feature.overridden(try feature.override(after: decision)))
    #expect(flipped.press("space") == [.overrides(.reset(["Flag"], only: .everyone))])
  }

  @Test func `pressing Space on a feature with overridden variables changes only the state`() {
    let override = Override(enabled: true, variables: ["limit": .integer(4)])
    let feature = Feature(
      name: "Flag",
      enabled: false,
      variables: [Variable(name: "limit", value: .integer(3))]
    )
    var state = dashboard(feature.overridden(override))
    #expect(state.press("space") == [.overrides(.set([.enabled(false)], for: ["Flag"]))])
  }

  @Test(arguments: ["e", "R"])
  func `a picker for one feature does not open while several features are marked`(key: String) {
    let features = ["A", "B", "C"].map { Feature(name: Feature.Name(rawValue: $0)) }
    let snapshot = LoadedSource(features: features, origin: .file)
    var state = Shop.dashboard(columns: 80, rows: 24, snapshot: snapshot, keys: "m m \(key)")
    #expect(
      state.screen.contains("2 are marked, but this works on one feature: M clears the marks.")
    )
    #expect(state.press("enter") == [])
    // The only marked feature is changed, not the feature under the cursor.
    var single = Shop.dashboard(columns: 80, rows: 24, snapshot: snapshot, keys: "m G v j")
    #expect(single.press("enter") == [.overrides(.set([.enabled(false)], for: ["A"]))])
  }

  @Test func `an override with a removed variation is reported and ignored`() {
    let test = Feature(name: "Test", testVariations: ["A", "B"]).assigned(0)
    var state = dashboard(test.overridden(Override(variation: "Gone")))
    _ = state.press("enter")
    #expect(state.screen.contains("▲ the override is ignored: has no variation \"Gone\""))
    #expect(state.screen.contains("Variation    A  "))
  }

  @Test
  func `pressing a key that makes a change on a feature without a value shows the reason`() {
    for key in ["space", "→", "v", "e"] {
      var state = dashboard(Feature(value: "Limit", variables: []))
      #expect(state.press(key) == [])
      #expect(state.screen.contains("Limit has no value that could be changed here"))
    }
  }

  @Test func `pressing Space, v or e on a feature of type value opens its variables`() {
    let value = Feature(value: "Limit", variables: [Variable(name: "value", value: .integer(3))])
    for key in ["space", "v", "e"] {
      var state = dashboard(value)
      #expect(state.press(key) == [])
      #expect(state.screen.contains("Variables of Limit"))
    }
    var state = dashboard(value)
    #expect(state.press("→") == [])
    #expect(state.screen.contains("Limit has a value: press e to edit it."))
  }

  @Test func `pressing Space on an unlock flag locks or unlocks it`() {
    var locked = dashboard(Feature(name: "Gold", enabled: true, unlocked: false))
    #expect(locked.press("space") == [.overrides(.set([.unlocked(true)], for: ["Gold"]))])
    var unlocked = dashboard(Feature(name: "Gold", enabled: true, unlocked: true))
    #expect(unlocked.press("space") == [.overrides(.set([.unlocked(false)], for: ["Gold"]))])
  }

  @Test func `pressing Space on an MVT test opens the picker, and Enter selects the variation`() {
    let test = Feature(name: "Test", testVariations: ["A", "B", "C"]).assigned(0)
    var state = dashboard(test)
    #expect(state.press("space").isEmpty)
    #expect(state.press("j j enter") == [.overrides(.set([.variation("C")], for: ["Test"]))])
  }

  @Test func `pressing keys on a deprecated feature changes nothing`() {
    var state = dashboard(Feature(name: "Old", type: .deprecated))
    #expect(state.press("space ← → v o").isEmpty)
    #expect(state.screen.contains("There is no override to reset."))
  }

  @Test func `pressing arrow keys on an MVT test cycles its variations and wraps around`() {
    let test = Feature(name: "Test", testVariations: ["A", "B", "C"]).assigned(0)
    var state = dashboard(test)
    #expect(state.press("→") == [.overrides(.set([.variation("B")], for: ["Test"]))])
    #expect(state.press("←") == [.overrides(.set([.variation("C")], for: ["Test"]))])
    _ = state.update(.changed([test.overridden(Override(variation: "C"))]), now: .zero)
    #expect(state.press("→") == [.overrides(.set([.variation("A")], for: ["Test"]))])
  }

  @Test func `cycling the variations of a test skips a duplicate variation`() {
    let test = Feature(name: "Test", type: .featureTest(.mvt), testVariations: ["A", "a", "B"])
    var state = dashboard(test.assigned(0))
    #expect(state.press("→") == [.overrides(.set([.variation("B")], for: ["Test"]))])
  }

  @Test func `the picker of a flag offers Enabled and Disabled`() {
    var state = dashboard(Feature(name: "Flag", enabled: true))
    #expect(state.press("v j enter") == [.overrides(.set([.enabled(false)], for: ["Flag"]))])
  }

  @Test func `selecting Reset in the picker clears the override of the feature`() {
    var state = dashboard(Feature(name: "Flag").overridden(Override(enabled: true)))
    #expect(state.press("v G enter") == [.overrides(.reset(["Flag"], only: .everyone))])
  }

  @Test func `pressing o on a feature without an override returns no effect`() {
    var state = dashboard(Feature(name: "Flag"))
    #expect(state.press("o").isEmpty)
    _ = state.update(
      .changed([Feature(name: "Flag").overridden(Override(enabled: true))]),
      now: .zero
    )
    #expect(state.press("o") == [.overrides(.reset(["Flag"], only: .everyone))])
  }

  @Test(arguments: [
    ("x", Effect.overrides(.delete(["Flag"]))), ("c", .session(.clearCache)),
    ("O", .overrides(.resetAll)),
  ])
  func `pressing a destructive key opens a confirmation, which can be cancelled`(
    key: String,
    effect: Effect
  ) {
    let flag = Feature(name: "Flag").overridden(Override(enabled: true))
    for refusal in ["n", "esc", "enter", "q"] {
      var state = dashboard(flag)
      #expect(state.press("\(key) \(refusal)").isEmpty)
      #expect(state.dialogIsClosed)
    }
    for agreement in ["y", "→ enter", "tab enter"] {
      var state = dashboard(flag)
      #expect(state.press("\(key) \(agreement)") == [effect])
      #expect(state.dialogIsClosed)
    }
  }

  @Test
  func `pressing a key for refresh, redraw, suspend or quit returns the effect of that action`() {
    var state = dashboard(Feature(name: "Flag"))
    #expect(
      state.press("r F5 ctrl-l ctrl-z q") == [
        .session(.refresh), .session(.refresh), .terminal(.redraw), .terminal(.suspend),
        .terminal(.quit),
      ]
    )
  }

  @Test(arguments: ["", "/ c", "? c", ": c", "t", "f", "y"])
  func `Ctrl-L redraws the screen, also in a text field and in a dialog`(keys: String) {
    var state = Shop.dashboard(columns: 120, rows: 32)
    _ = state.press(keys)
    let screen = state.screen
    #expect(state.press("ctrl-l") == [.terminal(.redraw)])
    #expect(state.screen == screen)
  }

  @Test func `pressing Escape never quits the program`() {
    var state = Shop.dashboard(columns: 120, rows: 32, keys: "m enter / a enter ? / x")
    #expect(state.press("esc esc esc esc esc esc esc esc").isEmpty)
  }

  @Test(arguments: Action.allCases.filter(\.isChange))
  func `in a read-only dashboard, pressing a key that makes a change only shows a notice`(
    action: Action
  ) {
    for key in action.keys {
      var state = dashboard(
        Feature(name: "Flag").overridden(Override(enabled: true)),
        isReadOnly: true
      )
      #expect(state.update(.key(key), now: .zero).isEmpty)
      #expect(state.screen.contains("read-only: nothing can be changed"))
      #expect(state.press("→ enter").isEmpty)
    }
  }
}

extension DashboardState {
  /// Whether no dialog is open: the footer then contains the hints of the list.
  fileprivate var dialogIsClosed: Bool { screen.contains("? help") }
}
