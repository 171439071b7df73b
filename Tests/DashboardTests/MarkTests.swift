import Dashboard
import Testing

@testable import FeatureFlags

/// Tests changes of several marked features.
struct MarkTests {
  private var state: DashboardState {
    let features = [
      Feature(name: "A", enabled: true), Feature(name: "B", enabled: false),
      Feature(name: "C", enabled: true),
      Feature(name: "D", testVariations: ["1", "2", "3"]).assigned(0),
    ]
    return Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(features: features, origin: .file)
    )
  }

  @Test func `pressing Space changes all marked features, with one effect per override`() {
    var state = state
    #expect(
      state.press("m m m m space") == [
        .overrides(.set(.enabled(false), ["A", "C"])), .overrides(.set(.enabled(true), ["B"])),
        .overrides(.set(.variation("2"), ["D"])),
      ]
    )
  }

  @Test func `pressing m removes one mark, and pressing Escape or M removes all marks`() {
    var state = state
    #expect(state.press("m k m space") == [.overrides(.set(.enabled(true), ["B"]))])
    #expect(state.press("g m j m esc g space") == [.overrides(.set(.enabled(false), ["A"]))])
    #expect(state.press("g m j m M g space") == [.overrides(.set(.enabled(false), ["A"]))])
  }

  @Test func `resetting several features opens a confirmation`() {
    var state = state
    let changed = ["A", "B"].map { name in
      Feature(name: FeatureName(rawValue: name)).overridden(Override(enabled: true))
    }
    _ = state.update(.changed(changed), now: .zero)
    #expect(state.press("m m m o").isEmpty)
    #expect(state.screen.contains("Reset 2 features?"))
    #expect(state.press("y") == [.overrides(.reset(["A", "B"]))])
  }

  @Test func `a refresh preserves the marks of all features that were not removed`() {
    var state = state
    #expect(state.press("m m").isEmpty)
    let features = [Feature(name: "B"), Feature(name: "C")]
    _ = state.update(.loaded(LoadedSource(features: features, origin: .file)), now: .zero)
    #expect(state.screen.contains("1 marked"))
    #expect(state.press("x y") == [.overrides(.delete(["B"]))])
  }

  @Test func `a feature that a filter hides loses its mark`() {
    var state = state
    // The first choice of the filter dialog is the type Feature Flag.
    #expect(state.press("G m f space enter").isEmpty)
    #expect(!state.screen.contains("marked"))
  }
}
