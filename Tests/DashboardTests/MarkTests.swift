import Dashboard
import Testing

@testable import FeatureFlags

/// Changes that act on several features at once.
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
      snapshot: Snapshot(features: features, origin: .file)
    )
  }

  @Test func `space acts on every marked feature, with one effect for each decision`() {
    var state = state
    #expect(
      state.press("m m m m space") == [
        .decide(.enabled(false), ["A", "C"]), .decide(.enabled(true), ["B"]),
        .decide(.variation("2"), ["D"]),
      ]
    )
  }

  @Test func `a mark is taken back by the same key, and all of them by escape or M`() {
    var state = state
    #expect(state.press("m k m space") == [.decide(.enabled(true), ["B"])])
    #expect(state.press("g m j m esc g space") == [.decide(.enabled(false), ["A"])])
    #expect(state.press("g m j m M g space") == [.decide(.enabled(false), ["A"])])
  }

  @Test func `resetting several features asks first`() {
    var state = state
    let changed = ["A", "B"].map { name in
      Feature(name: FeatureName(rawValue: name)).overridden(Override(enabled: true))
    }
    _ = state.update(.changed(changed), now: .zero)
    #expect(state.press("m m m o").isEmpty)
    #expect(state.screen.contains("Reset 2 features?"))
    #expect(state.press("y") == [.reset(["A", "B"])])
  }

  @Test func `marks survive a refresh, but not the end of their feature`() {
    var state = state
    #expect(state.press("m m").isEmpty)
    let features = [Feature(name: "B"), Feature(name: "C")]
    _ = state.update(.loaded(Snapshot(features: features, origin: .file)), now: .zero)
    #expect(state.screen.contains("1 marked"))
    #expect(state.press("x y") == [.delete(["B"])])
  }

  @Test func `a feature that a filter hides loses its mark`() {
    var state = state
    // The first choice of the filter is the type of flags.
    #expect(state.press("G m f space enter").isEmpty)
    #expect(!state.screen.contains("marked"))
  }
}
