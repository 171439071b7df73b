import FeatureFlags
import Frame
import TestSupport
import Testing

@testable import Dashboard

/// Tests the dialog that bisects overrides.
struct BisectDialogTests {
  private static let names = (0..<16).map { Feature.Name(rawValue: "F\($0 + 10)") }

  private static func dashboard(
    count: Int = 16,
    columns: Int = 80,
    rows: Int = 24,
    keys: String = ""
  ) -> DashboardState {
    let features = names.enumerated().map { index, name in
      let feature = Feature(name: name)
      return index < count ? feature.overridden(Override(enabled: false)) : feature
    }
    return Shop.dashboard(
      columns: columns,
      rows: rows,
      snapshot: LoadedSource(features: features, origin: .file),
      keys: keys
    )
  }

  /// The overrides of the first features.
  private static func keys(_ count: Int) -> [OverrideKey] {
    names.prefix(count).map { OverrideKey($0) }
  }

  /// The overrides that an effect applies.
  private static func applied(_ effects: [Effect]) -> [OverrideKey]? {
    guard case .bisect(let step)? = effects.last else { return nil }
    return step.applied
  }

  @Test
  func `the bisection applies halves of the overrides until it finds the one that breaks the app`()
  {
    var state = Self.dashboard(keys: "b")
    #expect(state.screen.contains("All 16 overrides"))
    #expect(Self.applied(state.press("enter")) == Self.keys(8))
    #expect(state.screen.contains("Bisect: step 1 of about 5"))
    #expect(state.screen.contains("8 of 16 overrides are on:"))
    #expect(Self.applied(state.press("b")) == Self.keys(4))
    #expect(Self.applied(state.press("g")) == Self.keys(6))
    #expect(Self.applied(state.press("b")) == Self.keys(5))
    #expect(Self.applied(state.press("b")) == [OverrideKey(Self.names[4])])
    let effects = state.press("b")
    guard case .endBisection(let step)? = effects.last else {
      Issue.record("found \(effects)")
      return
    }
    #expect(step.restoration.count == 16)
    #expect(step.restoration.values.allSatisfy { $0 == Override(enabled: false) })
    #expect(state.screen.contains("Bisect: result after 5 steps"))
    #expect(state.screen.contains("This override breaks the app:"))
    #expect(state.screen.contains("◆ F14  Disabled"))
    _ = state.press("b")
    #expect(state.screen.contains("This override breaks the app:"))
    _ = state.press("enter")
    #expect(state.dialog == nil)
    #expect(state.selected?.name == Self.names[4])
  }

  @Test(arguments: [
    ([], "Bisection: the app works with all overrides"),
    (["F11"], "Bisection: F11 breaks the app"),
    (["F10", "F12"], "Bisection: F10, F12 break the app together"),
  ])
  func `the result of a bisection is a row of the activity log`(culprits: [String], text: String) {
    var state = Self.dashboard(count: 3, columns: 120, rows: 32, keys: "b")
    var effects = state.press("enter")
    while let applied = Self.applied(effects) {
      let isBad = culprits.allSatisfy { name in applied.contains { $0.feature.rawValue == name } }
      effects = state.press(isBad && !culprits.isEmpty ? "b" : "g")
    }
    _ = state.press("esc 3")
    #expect(state.screen.contains(text), "\(state.screen)")
  }

  @Test(arguments: [
    ("b b b b b", "Bisection: the app also fails without the overrides"),
    ("s s s s s", "Bisection: suspects after skipped steps: F10, F11"),
  ])
  func `a bisection without a single culprit is a row of the activity log`(
    keys: String,
    text: String
  ) {
    let state = Self.dashboard(
      count: 2,
      columns: 160,
      rows: 32,
      keys: "b enter \(keys) esc 3"
    )
    #expect(state.screen.contains(text), "\(state.screen)")
  }

  @Test
  func `Escape asks for confirmation before the bisection stops and the overrides are restored`() {
    var state = Self.dashboard(keys: "b enter esc")
    #expect(state.screen.contains("Stop, and restore the 16 overrides?"))
    #expect(state.press("n").isEmpty)
    #expect(state.screen.contains("Test the app now"))
    let effects = state.press("esc y")
    guard case .endBisection? = effects.last else {
      Issue.record("found \(effects)")
      return
    }
    #expect(state.dialog == nil)
  }

  @Test func `a bisection can be limited to the overrides of marked features`() {
    var state = Self.dashboard(keys: "m m b")
    #expect(state.screen.contains("Only the 2 overrides of marked features"))
    #expect(Self.applied(state.press("enter")) == Self.keys(1))
  }

  @Test func `the bisection dialog does not open without overrides or in a read-only dashboard`() {
    var state = Self.dashboard(count: 0, keys: "b")
    #expect(state.dialog == nil)
    #expect(state.screen.contains("Nothing is overridden"))
    state = Shop.dashboard(columns: 80, rows: 24, context: Shop.readOnly, keys: "b")
    #expect(state.dialog == nil)
  }

  @Test func `a bisection step that cannot be applied closes the dialog and shows the reason`() {
    var state = Self.dashboard(keys: "b enter")
    _ = state.update(.bisectionFailed("the disk is full"), now: .zero)
    #expect(state.dialog == nil)
    #expect(state.screen.contains("The bisection was stopped: the disk is full"))
  }

  @Test func `a bisection finds no culprit if the app also fails without overrides`() {
    let state = Self.dashboard(keys: "b enter b b b b b")
    #expect(state.screen.contains("The app also fails without the overrides."))
  }

  @Test
  func `after skipped steps, the result of a bisection lists the overrides that remain suspects`() {
    let state = Self.dashboard(count: 2, keys: "b enter s s s s s")
    #expect(state.screen.contains("Steps were skipped, so these are still suspects:"))
    #expect(state.screen.contains("? F10"))
  }

  @Test func `every page of the bisection dialog is drawn at every size of the screen`() {
    for keys in ["b", "b enter", "b enter esc", "b enter b b b b g"] {
      var state = Self.dashboard(keys: keys)
      for (columns, rows) in [(40, 8), (60, 10), (80, 24), (200, 60)] {
        _ = state.update(.resized(Size(columns: columns, rows: rows)), now: .zero)
        #expect(state.screen.contains("Bisect"))
      }
    }
  }
}
