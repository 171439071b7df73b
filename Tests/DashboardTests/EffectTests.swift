import Dashboard
import Documents
import Testing

@testable import FeatureFlags

/// The effects of keys that change something.
struct EffectTests {
  /// A dashboard with one feature, which is under the cursor.
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
  func `space flips a flag`(isEnabled: Bool) {
    var state = dashboard(Feature(name: "Flag", enabled: isEnabled))
    #expect(state.press("space") == [.overrides(.set(.enabled(!isEnabled), ["Flag"]))])
  }

  @Test(arguments: ["left", "right", "h", "l"])
  func `an arrow flips a flag`(name: String) {
    var state = dashboard(Feature(name: "Flag", enabled: true))
    let key = name == "left" ? "←" : name == "right" ? "→" : name
    #expect(state.press(key) == [.overrides(.set(.enabled(false), ["Flag"]))])
  }

  @Test func `space flips an on/off test`() {
    let test = Feature(name: "Test", testVariations: ["On", "Off"]).assigned(10)
    var state = dashboard(test)
    #expect(state.press("space") == [.overrides(.set(.enabled(false), ["Test"]))])
  }

  @Test(arguments: [(10.0, "B"), (90.0, "A")])
  func `space selects the other variation of an A/B test`(assignment: Double, other: String) {
    let test = Feature(name: "Test", testVariations: ["A", "B"]).assigned(assignment)
    var state = dashboard(test)
    #expect(
      state.press("space") == [
        .overrides(.set(.variation(TestVariation(rawValue: other)), ["Test"]))
      ]
    )
  }

  @Test func `space on a disabled A/B test selects its first variation`() {
    var state = dashboard(Feature(name: "Test", enabled: false, testVariations: ["A", "B"]))
    #expect(state.press("space") == [.overrides(.set(.variation("A"), ["Test"]))])
  }

  @Test func `the only variation of a feature is forced once`() {
    let feature = Feature(service: "Gift", variations: [ServiceVariation("on")], given: nil)
    var state = dashboard(feature)
    #expect(state.press("space") == [.overrides(.set(.variation("on"), ["Gift"]))])
    var forced = dashboard(feature.overridden(Override(variation: "on")))
    #expect(forced.press("space") == [])
    #expect(forced.screen.contains("Gift has no other variation"))
  }

  @Test(arguments: ["v", "e", "R"])
  func `a choice for one feature is refused while several are marked`(key: String) {
    let features = ["A", "B", "C"].map { Feature(name: FeatureName(rawValue: $0)) }
    let snapshot = LoadedSource(features: features, origin: .file)
    var state = Shop.dashboard(columns: 80, rows: 24, snapshot: snapshot, keys: "m m \(key)")
    #expect(state.screen.contains("2 are marked, and this is for one feature: M clears the marks."))
    #expect(state.press("enter") == [])
    // The only marked feature is the target, not the feature under the cursor.
    var single = Shop.dashboard(columns: 80, rows: 24, snapshot: snapshot, keys: "m G v j")
    #expect(single.press("enter") == [.overrides(.set(.enabled(false), ["A"]))])
  }

  @Test func `an override with a removed variation is reported and ignored`() {
    let test = Feature(name: "Test", testVariations: ["A", "B"]).assigned(0)
    var state = dashboard(test.overridden(Override(variation: "Gone")))
    _ = state.press("enter")
    #expect(state.screen.contains("▲ the override is ignored: has no variation \"Gone\""))
    #expect(state.screen.contains("Variation    A  "))
  }

  @Test func `a value without variables says that the app sets it`() {
    for key in ["space", "→", "v", "e"] {
      var state = dashboard(Feature(value: "Limit", variables: []))
      #expect(state.press(key) == [])
      #expect(state.screen.contains("Limit has no value that could be changed here"))
    }
  }

  @Test func `changing keys edit a value instead of flipping it`() {
    let value = Feature(value: "Limit", variables: [Variable(name: "value", value: .integer(3))])
    for key in ["space", "v", "e"] {
      var state = dashboard(value)
      #expect(state.press(key) == [])
      #expect(state.screen.contains("Variables of Limit"))
    }
    var state = dashboard(value)
    #expect(state.press("→") == [])
    #expect(state.screen.contains("Limit is neither on nor off: e changes its value."))
  }

  @Test func `space locks and unlocks an unlock flag`() {
    var locked = dashboard(Feature(name: "Gold", enabled: true, unlocked: false))
    #expect(locked.press("space") == [.overrides(.set(.unlocked(true), ["Gold"]))])
    var unlocked = dashboard(Feature(name: "Gold", enabled: true, unlocked: true))
    #expect(unlocked.press("space") == [.overrides(.set(.unlocked(false), ["Gold"]))])
  }

  @Test func `space on an MVT test opens the picker, and enter chooses`() {
    let test = Feature(name: "Test", testVariations: ["A", "B", "C"]).assigned(0)
    var state = dashboard(test)
    #expect(state.press("space").isEmpty)
    #expect(state.press("j j enter") == [.overrides(.set(.variation("C"), ["Test"]))])
  }

  @Test func `no key changes a deprecated feature`() {
    var state = dashboard(Feature(name: "Old", type: .deprecated))
    #expect(state.press("space ← → v o").isEmpty)
    #expect(state.screen.contains("There is no override to reset."))
  }

  @Test func `arrows cycle an MVT test in both directions and wrap around`() {
    let test = Feature(name: "Test", testVariations: ["A", "B", "C"]).assigned(0)
    var state = dashboard(test)
    #expect(state.press("→") == [.overrides(.set(.variation("B"), ["Test"]))])
    #expect(state.press("←") == [.overrides(.set(.variation("C"), ["Test"]))])
    _ = state.update(.changed([test.overridden(Override(variation: "C"))]), now: .zero)
    #expect(state.press("→") == [.overrides(.set(.variation("A"), ["Test"]))])
  }

  @Test func `cycling skips a duplicate variation`() {
    let test = Feature(name: "Test", type: .featureTest(.mvt), testVariations: ["A", "a", "B"])
    var state = dashboard(test.assigned(0))
    #expect(state.press("→") == [.overrides(.set(.variation("B"), ["Test"]))])
  }

  @Test func `the picker of a flag offers both states`() {
    var state = dashboard(Feature(name: "Flag", enabled: true))
    #expect(state.press("v j enter") == [.overrides(.set(.enabled(false), ["Flag"]))])
  }

  @Test func `the picker resets an overridden feature`() {
    var state = dashboard(Feature(name: "Flag").overridden(Override(enabled: true)))
    #expect(state.press("v G enter") == [.overrides(.reset(["Flag"]))])
  }

  @Test func `reset requests no effect without an override`() {
    var state = dashboard(Feature(name: "Flag"))
    #expect(state.press("o").isEmpty)
    _ = state.update(
      .changed([Feature(name: "Flag").overridden(Override(enabled: true))]),
      now: .zero
    )
    #expect(state.press("o") == [.overrides(.reset(["Flag"]))])
  }

  @Test(arguments: [
    ("x", Effect.overrides(.delete(["Flag"]))), ("c", .session(.clearCache)),
    ("O", .overrides(.resetAll)),
  ])
  func `a destructive key opens a confirmation that can be cancelled`(key: String, effect: Effect) {
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

  @Test func `keys of the program request their effects`() {
    var state = dashboard(Feature(name: "Flag"))
    #expect(
      state.press("r F5 ctrl-l ctrl-z q") == [
        .session(.refresh), .session(.refresh), .terminal(.redraw), .terminal(.suspend),
        .terminal(.quit),
      ]
    )
  }

  @Test func `escape never quits`() {
    var state = Shop.dashboard(columns: 120, rows: 32, keys: "m enter / a enter ? / x")
    #expect(state.press("esc esc esc esc esc esc esc esc").isEmpty)
  }

  @Test(arguments: Action.allCases.filter(\.isChange))
  func `a read-only dashboard requests no change and shows a notice`(action: Action) {
    for key in action.keys {
      var state = dashboard(
        Feature(name: "Flag").overridden(Override(enabled: true)),
        isReadOnly: true
      )
      #expect(state.update(.key(key), now: .zero).isEmpty)
      #expect(state.screen.contains("read-only: nothing can be changed"))
      #expect(state.press("y enter").isEmpty)
    }
  }
}

extension DashboardState {
  /// Whether no dialog is open, so that the footer has the hints of the list.
  fileprivate var dialogIsClosed: Bool { screen.contains("? help") }
}
