import Frame
import TestSupport
import Testing

@testable import Dashboard
@testable import FeatureFlags

/// Tests that a frame with copied parts of the previous frame equals a frame that is drawn
/// completely.
struct FrameCacheTests {
  private static let keys = [
    "j", "k", "pgdn", "pgup", "G", "g", "m", "i", "M", "enter", "esc", "/", "c", "a", "t", "-",
    "+", "]", "[", "s", "f", "space", "t", "↓", "↑", "v", "→", "←", "o", "!", "?", ":",
    "tab", "5", "1", "b", "F", "*",
  ]

  private static let sizes = [(80, 24), (120, 32), (60, 12), (41, 9), (30, 5), (200, 60)]

  @Test(arguments: 0..<8)
  func `after random keys, changes and sizes, a cached and a completely drawn frame are equal`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var state = Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes)
    var cache = FrameCache()
    for step in 0..<120 {
      let now = Duration.milliseconds(step * 40)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0:
        let (columns, rows) = Self.sizes.randomElement(using: &generator) ?? (80, 24)
        _ = state.update(.resized(Size(columns: columns, rows: rows)), now: now)
      case 1:
        var feature = Shop.features.randomElement(using: &generator) ?? Feature(name: "New Cart")
        feature.override = Bool.random(using: &generator) ? Override(enabled: true) : nil
        _ = state.update(.changed([feature]), now: now)
      case 2:
        let names = Shop.features.map(\.name).filter { _ in Bool.random(using: &generator) }
        _ = state.update(.favourites(Set(names)), now: now)
      case 3:
        let names = Shop.features.map(\.name).filter { _ in Bool.random(using: &generator) }
        _ = state.update(.unsaved(Set(names)), now: now)
      case 4:
        var source = Shop.snapshot
        source.features.shuffle(using: &generator)
        source.features.removeLast(Int.random(in: 0..<5, using: &generator))
        source.difference = FlagDifference(changed: source.features.prefix(3).map(\.name))
        _ = state.update(.loaded(source), now: now)
      case _:
        _ = state.press(Self.keys.randomElement(using: &generator) ?? "j")
      }
      let copied = state.frame(now: now, reusing: &cache)
      guard copied != state.frame(now: now) else { continue }
      Issue.record("step \(step) of seed \(seed):\n\(copied.text)")
      return
    }
  }

  @Test func `after a change of the theme a cached row is drawn in the new style`() {
    var state = Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes)
    var cache = FrameCache()
    let first = state.frame(now: .zero, reusing: &cache)
    _ = state.press("t j")
    let second = state.frame(now: .zero, reusing: &cache)
    #expect(second == state.frame(now: .zero))
    #expect(first[column: 2, row: 3].style != second[column: 2, row: 3].style)
  }
}
