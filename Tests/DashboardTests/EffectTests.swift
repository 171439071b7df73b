import Dashboard
import Documents
import Testing

@testable import FeatureFlags

/// What the keys that change something ask for.
struct EffectTests {
  /// A dashboard with one feature, which is under the cursor.
  private func dashboard(_ feature: Feature, isReadOnly: Bool = false) -> DashboardState {
    var context = Shop.context
    context.isReadOnly = isReadOnly
    return Shop.dashboard(
      columns: 80,
      rows: 24,
      context: context,
      snapshot: Snapshot(features: [feature], origin: .file)
    )
  }

  @Test(arguments: [true, false])
  func `space flips a flag`(isEnabled: Bool) {
    var state = dashboard(Feature(name: "Flag", enabled: isEnabled))
    #expect(state.press("space") == [.decide(.enabled(!isEnabled), ["Flag"])])
  }

  @Test(arguments: ["left", "right", "h", "l"])
  func `an arrow flips a flag`(name: String) {
    var state = dashboard(Feature(name: "Flag", enabled: true))
    let key = name == "left" ? "←" : name == "right" ? "→" : name
    #expect(state.press(key) == [.decide(.enabled(false), ["Flag"])])
  }

  @Test func `space flips an on/off test`() {
    let test = Feature(name: "Test", testVariations: ["On", "Off"]).assigned(10)
    var state = dashboard(test)
    #expect(state.press("space") == [.decide(.enabled(false), ["Test"])])
  }

  @Test(arguments: [(10.0, "B"), (90.0, "A")])
  func `space goes to the other variation of an A/B test`(assignment: Double, other: String) {
    let test = Feature(name: "Test", testVariations: ["A", "B"]).assigned(assignment)
    var state = dashboard(test)
    #expect(
      state.press("space") == [.decide(.variation(TestVariation(rawValue: other)), ["Test"])]
    )
  }

  @Test func `space on an A/B test that is off goes to its first variation`() {
    var state = dashboard(Feature(name: "Test", enabled: false, testVariations: ["A", "B"]))
    #expect(state.press("space") == [.decide(.variation("A"), ["Test"])])
  }

  @Test func `the only variation of a feature is forced once`() {
    let feature = Feature(service: "Gift", variations: [ServiceVariation("on")], given: nil)
    var state = dashboard(feature)
    #expect(state.press("space") == [.decide(.variation("on"), ["Gift"])])
    var forced = dashboard(feature.overridden(Override(variation: "on")))
    #expect(forced.press("space") == [])
    #expect(forced.screen.contains("Gift has no other variation"))
  }

  @Test(arguments: ["v", "e", "R"])
  func `what is chosen for one feature is refused for several that are marked`(key: String) {
    let features = ["A", "B", "C"].map { Feature(name: FeatureName(rawValue: $0)) }
    let snapshot = Snapshot(features: features, origin: .file)
    var state = Shop.dashboard(columns: 80, rows: 24, snapshot: snapshot, keys: "m m \(key)")
    #expect(state.screen.contains("2 are marked, and this is for one feature: M clears the marks."))
    #expect(state.press("enter") == [])
    // One that is marked is meant, wherever the cursor is.
    var single = Shop.dashboard(columns: 80, rows: 24, snapshot: snapshot, keys: "m G v j")
    #expect(single.press("enter") == [.decide(.enabled(false), ["A"])])
  }

  @Test func `a variation that is forced and gone is told, and not shown as forced`() {
    let test = Feature(name: "Test", testVariations: ["A", "B"]).assigned(0)
    var state = dashboard(test.overridden(Override(variation: "Gone")))
    _ = state.press("enter")
    #expect(state.screen.contains("▲ the override is passed over: has no variation \"Gone\""))
    #expect(state.screen.contains("Variation    A  "))
  }

  @Test func `a value without anything to edit says who decides`() {
    for key in ["space", "→", "v", "e"] {
      var state = dashboard(Feature(value: "Limit", variables: []))
      #expect(state.press(key) == [])
      #expect(state.screen.contains("Limit has no value that could be changed here"))
    }
  }

  @Test func `a value is neither flipped nor picked, but edited`() {
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
    #expect(locked.press("space") == [.decide(.unlocked(true), ["Gold"])])
    var unlocked = dashboard(Feature(name: "Gold", enabled: true, unlocked: true))
    #expect(unlocked.press("space") == [.decide(.unlocked(false), ["Gold"])])
  }

  @Test func `space on an MVT test opens the picker and enter chooses`() {
    let test = Feature(name: "Test", testVariations: ["A", "B", "C"]).assigned(0)
    var state = dashboard(test)
    #expect(state.press("space").isEmpty)
    #expect(state.press("j j enter") == [.decide(.variation("C"), ["Test"])])
  }

  @Test func `nothing changes a deprecated feature`() {
    var state = dashboard(Feature(name: "Old", type: .deprecated))
    #expect(state.press("space ← → v o").isEmpty)
    #expect(state.screen.contains("Already follows the source."))
  }

  @Test func `arrows cycle an MVT test both ways, round the ends`() {
    let test = Feature(name: "Test", testVariations: ["A", "B", "C"]).assigned(0)
    var state = dashboard(test)
    #expect(state.press("→") == [.decide(.variation("B"), ["Test"])])
    #expect(state.press("←") == [.decide(.variation("C"), ["Test"])])
    _ = state.update(.changed([test.overridden(Override(variation: "C"))]), now: .zero)
    #expect(state.press("→") == [.decide(.variation("A"), ["Test"])])
  }

  @Test func `cycling passes over a variation that is there twice`() {
    let test = Feature(name: "Test", type: .featureTest(.mvt), testVariations: ["A", "a", "B"])
    var state = dashboard(test.assigned(0))
    #expect(state.press("→") == [.decide(.variation("B"), ["Test"])])
  }

  @Test func `the picker of a flag offers both states`() {
    var state = dashboard(Feature(name: "Flag", enabled: true))
    #expect(state.press("v j enter") == [.decide(.enabled(false), ["Flag"])])
  }

  @Test func `the picker gives an overridden feature back to its source`() {
    var state = dashboard(Feature(name: "Flag").overridden(Override(enabled: true)))
    #expect(state.press("v G enter") == [.reset(["Flag"])])
  }

  @Test func `reset asks for nothing where nothing is overridden`() {
    var state = dashboard(Feature(name: "Flag"))
    #expect(state.press("o").isEmpty)
    _ = state.update(
      .changed([Feature(name: "Flag").overridden(Override(enabled: true))]),
      now: .zero
    )
    #expect(state.press("o") == [.reset(["Flag"])])
  }

  @Test(arguments: [("x", Effect.delete(["Flag"])), ("c", .clearCache), ("O", .resetAll)])
  func `what loses something asks first`(key: String, effect: Effect) {
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

  @Test func `keys of the program ask for what they say`() {
    var state = dashboard(Feature(name: "Flag"))
    #expect(state.press("r F5 ctrl-l ctrl-z q") == [.refresh, .refresh, .redraw, .suspend, .quit])
  }

  @Test func `escape never quits`() {
    var state = Shop.dashboard(columns: 120, rows: 32, keys: "m enter / a enter ? / x")
    #expect(state.press("esc esc esc esc esc esc esc esc").isEmpty)
  }

  @Test(arguments: Action.allCases.filter(\.isChange))
  func `a read-only dashboard changes nothing and says so`(action: Action) {
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
  /// Whether the list has the keys, so that no dialog is open.
  fileprivate var dialogIsClosed: Bool { screen.contains("? help") }
}
