import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard
@testable import FeatureFlags

/// Tests marks, and changes of several marked features.
struct MarkTests {
  private static let features = [
    Feature(name: "A", section: "One", enabled: true),
    Feature(name: "B", section: "One", enabled: false),
    Feature(name: "C", section: "Two", enabled: true),
    Feature(name: "D", section: "Two", testVariations: ["1", "2", "3"]).assigned(0),
    Feature(name: "Old banner", section: "Two", type: .deprecated),
    Feature(value: "Limit", section: "Two", variables: [Variable(name: "v", value: .integer(3))]),
  ]

  private var state: DashboardState { Self.dashboard(Self.features) }

  private static func dashboard(_ features: [Feature], keys: String = "") -> DashboardState {
    let snapshot = LoadedSource(features: features, origin: .file)
    return Shop.dashboard(columns: 80, rows: 24, snapshot: snapshot, keys: keys)
  }

  @Test func `marking all matches leaves out features that are only similar to the search text`() {
    var state = Self.dashboard(Self.features)
    _ = state.press("/ o d b n enter")
    #expect(state.screen.contains("1 similar"))
    _ = state.press("A")
    #expect(marked(state) == [])
    #expect(state.screen.contains("similar ones are not marked together"))
  }

  @Test(arguments: [(19, false), (20, true)])
  func `a change of 20 or more marked features needs a confirmation`(count: Int, isConfirmed: Bool)
  {
    let features = (1...count).map { Feature(name: .init(rawValue: "F \($0)"), enabled: true) }
    var state = Self.dashboard(features, keys: "A")
    let effects = state.press("l")
    guard isConfirmed else { return #expect(effects.count == 1) }
    #expect(effects == [])
    #expect(state.screen.contains("Change 20 features?"))
    var declined = state
    #expect(declined.press("n") == [])
    #expect(declined.dialog == nil)
    guard case .overrides(.set([.enabled(false)], let names, _, _, _, _)) = state.press("y").first
    else {
      Issue.record("no change")
      return
    }
    #expect(Set(names) == Set(features.map(\.name)))
    #expect(state.dialog == nil)
  }

  /// The names of the marked features, in the order of the list.
  private func marked(_ state: DashboardState) -> [String] {
    var state = state
    guard case .overrides(.delete(let names)) = state.press("x y").first else { return [] }
    return state.screen.contains("marked") ? names.map(\.rawValue) : []
  }

  @Test(arguments: [
    ("A", ["A", "B", "C", "D", "Limit", "Old banner"]), ("S", ["A", "B"]),
    ("G S", ["C", "D", "Limit", "Old banner"]), ("V j j", ["A", "B", "C"]),
    ("j j V k", ["B", "C"]), ("V G", ["A", "B", "C", "D", "Limit", "Old banner"]),
    ("V j V j j", ["A", "B"]), ("V j esc j j", ["A", "B"]), ("V G g j", ["A", "B"]),
    ("G m g V j", ["A", "B", "Old banner"]), ("m I", ["B", "C", "D", "Limit", "Old banner"]),
    ("A I", []), ("V j I", ["C", "D", "Limit", "Old banner"]), ("V j M j", []),
    ("V j esc esc j", []), ("V j m", ["A"]), ("/ o l d enter A", ["Old banner"]),
    ("f space enter A", ["A", "B", "C"]),
  ])
  func `keys mark all features, a section or a range, and invert the marks`(
    keys: String,
    expected: [String]
  ) {
    var state = state
    #expect(state.press(keys).isEmpty)
    #expect(marked(state) == expected)
  }

  @Test func `the title of the list shows the number of marked features, and an open range`() {
    var state = state
    _ = state.press("V j")
    #expect(state.screen.contains("╭ Features 6  ✓ 2 marked, range ─"))
    #expect(state.screen.contains(" V end range  space set all"))
    _ = state.press("V")
    #expect(state.screen.contains("╭ Features 6  ✓ 2 marked ─"))
    _ = state.press("enter")
    #expect(state.screen.contains("\n 2 marked   "))
  }

  @Test
  func `pressing Space lists the states that all changeable marked features have in common`() {
    var state = Shop.dashboard(columns: 60, rows: 14, keys: "G S space")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                   ✗ 1 (5) · ◆ 1
      ╭ Features 14  ✓ 2 marked ─────────────────────────────────╮
      │ Catalogue                                                │
      │ Checkout                                                 │
      │  ◐ CTA colour                             Group A      ◆ │
      │  ◐ Express ╭ Set 2 features ────────────────╮ led        │
      │  ⚐ Gift wr │▌○ Enabled  (now: 1 of 2)       │ bled       │
      │  ⚑ New Car │ ○ Disabled (now: 1 of 2)       │ led        ┃
      │  ◐ Voucher ╰────────────────────────────────╯         ✗  ┃
      │ No section                                               ┃
      │ ✓⚐ A name so long tha…to show it in full  Disabled       ┃
      │▌✓⚙ Debug menu                             Enabled        ┃
      ╰─────────────────────────────────────────────────── 14/14 ╯
       ↑ ↓ move  / find  enter set  esc cancel
      """
    )
    let names: [Feature.Name] = [
      "A name so long that no list of features has the room to show it in full", "Debug menu",
    ]
    #expect(state.press("j enter") == [.overrides(.set([.enabled(false)], for: names))])
  }

  @Test(arguments: [
    (["1", "2", "3"], ["3", "1"], ["1", "3", "Enabled", "Disabled"]),
    (["1", "2"], ["4", "5"], ["Enabled", "Disabled"]),
  ])
  func `for marked tests, Space lists only the variations that all the tests have`(
    first: [TestVariation],
    second: [TestVariation],
    expected: [String]
  ) {
    let tests = [
      Feature(name: "A", testVariations: first),
      Feature(name: "B", enabled: false, testVariations: second),
    ]
    let screen = Self.dashboard(tests, keys: "A space").screen
    // Each line of the dialog has the state after a circle.
    let choices = screen.split(separator: "○ ").dropFirst().map { rest in
      String(rest.prefix { $0 != " " })
    }
    #expect(choices == expected)
  }

  @Test
  func `marked features with different states are set to one state instead of being toggled`() {
    var state = state
    #expect(
      state.press("m m m m space enter")
        == [.overrides(.set([.enabled(true)], for: ["A", "B", "C", "D"]))]
    )
    #expect(state.press("l") == [.overrides(.set([.enabled(true)], for: ["A", "B", "C", "D"]))])
    #expect(
      state.press("h") == [.overrides(.set([.enabled(false)], for: ["A", "B", "C", "D"]))]
    )
  }

  @Test
  func `cycling marked features with the same state selects the next state for all of them`() {
    let unlocked = ["A", "B"].map {
      Feature(name: .init(rawValue: $0), enabled: true, unlocked: true)
    }
    var flags = Self.dashboard(unlocked, keys: "A")
    #expect(flags.press("l") == [.overrides(.set([.unlocked(false)], for: ["A", "B"]))])
    let tests = ["A", "B"].map {
      Feature(name: .init(rawValue: $0), testVariations: ["1", "2", "3"]).assigned(0)
    }
    var state = Self.dashboard(tests, keys: "A")
    #expect(state.press("l") == [.overrides(.set([.variation("2")], for: ["A", "B"]))])
    #expect(state.press("h") == [.overrides(.set([.variation("3")], for: ["A", "B"]))])
  }

  @Test func `a refused change is counted in the notice and listed in the activity log`() {
    var state = state
    #expect(
      state.press("A space enter") == [
        .overrides(.set([.enabled(true)], for: ["A", "B", "C", "D"]))
      ]
    )
    #expect(state.screen.contains("▲ 4 changed, 2 refused: Limit is a value, neither on nor off"))
    #expect(state.screen.contains("(press 3 for all 2)"))
    _ = state.press("3")
    #expect(state.screen.contains("Refused: Old banner is deprecated, so it cannot be overridden"))
    #expect(state.screen.contains("Refused: Limit is a value"))
  }

  @Test func `unlocking marked features names the disabled ones, which stay locked`() {
    let features = [
      Feature(name: "A", enabled: true, unlocked: false),
      Feature(name: "B", enabled: false, unlocked: false),
    ]
    var state = Self.dashboard(features, keys: "A space")
    #expect(state.press("g enter") == [.overrides(.set([.unlocked(true)], for: ["A"]))])
    #expect(state.screen.contains("1 changed, 1 refused: B is disabled"))
  }

  @Test
  func `resetting in the list of states clears the overrides of all marked features in one step`() {
    let features = ["A", "B", "C"].map { Feature(name: Feature.Name(rawValue: $0)) }
    let overridden = features.map { $0.name == "B" ? $0 : $0.overridden(Override(enabled: true)) }
    var state = Self.dashboard(overridden, keys: "A space")
    #expect(state.screen.contains("Reset to the source  2 overridden"))
    #expect(state.press("G enter") == [.overrides(.reset(["A", "C"], only: .everyone))])
  }

  @Test func `for marked features without a common state, a notice shows why none can be set`() {
    let old = ["A", "B"].map { Feature(name: Feature.Name(rawValue: $0), type: .deprecated) }
    var state = Self.dashboard(old, keys: "A")
    #expect(state.press("space").isEmpty)
    #expect(state.screen.contains("The 2 marked features have no state that could be set."))
    #expect(state.press("l").isEmpty)
    #expect(state.screen.contains("The 2 marked features have no other state in common."))
  }

  @Test
  func `pressing Space toggles a single marked feature instead of opening the list of states`() {
    var state = state
    #expect(state.press("m k m space") == [.overrides(.set([.enabled(true)], for: ["B"]))])
    #expect(
      state.press("g m j m esc g space") == [.overrides(.set([.enabled(false)], for: ["A"]))]
    )
    #expect(
      state.press("g m j m M g space") == [.overrides(.set([.enabled(false)], for: ["A"]))]
    )
  }

  @Test func `resetting several features opens a confirmation`() {
    var state = state
    let changed = ["A", "B"].map { name in
      Feature(name: Feature.Name(rawValue: name)).overridden(Override(enabled: true))
    }
    _ = state.update(.changed(changed), now: .zero)
    #expect(state.press("m m m o").isEmpty)
    #expect(state.screen.contains("Reset 2 features?"))
    #expect(state.press("y") == [.overrides(.reset(["A", "B"], only: .everyone))])
  }

  @Test func `a refresh preserves the marks of all features that were not removed`() {
    var state = state
    #expect(state.press("m m").isEmpty)
    let features = [Feature(name: "B"), Feature(name: "C")]
    _ = state.update(.loaded(LoadedSource(features: features, origin: .file)), now: .zero)
    #expect(state.screen.contains("1 marked"))
    #expect(state.press("x y") == [.overrides(.delete(["B"]))])
  }

  @Test func `a range of marks includes features that a refresh adds between its ends`() {
    var state = state
    #expect(state.press("V j").isEmpty)
    var features = Self.features
    features.append(Feature(name: "AB", section: "One"))
    _ = state.update(.loaded(LoadedSource(features: features, origin: .file)), now: .zero)
    #expect(marked(state) == ["A", "AB", "B"])
  }

  @Test func `if a filter hides marked features, the list of states shows their number`() {
    var state = state
    // The first choice of the filter dialog is the type Feature Flag.
    #expect(state.press("A f space enter").isEmpty)
    #expect(state.screen.contains("6 marked"))
    _ = state.press("space")
    #expect(state.screen.contains("Set 6 features (the filter hides 3)"))
  }
}
