import Dashboard
import FeatureFlags
import Testing

/// Screens of every size.
struct ResizeTests {
  @Test func `every size can be drawn, with every dialog`() {
    let keys = ["", "enter", "v", "f", "?", ":", "t", "O", "x", "/ a", "/ a enter"]
    for key in keys {
      var state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j j j j j " + key)
      for columns in [0, 1, 2, 5, 10, 39, 40, 41, 60, 79, 99, 100, 101, 200] {
        for rows in [0, 1, 2, 3, 7, 8, 9, 24, 60] {
          let size = Size(columns: columns, rows: rows)
          _ = state.update(.resized(size), now: .zero)
          #expect(state.frame(now: .zero).size == size)
        }
      }
    }
  }

  @Test func `a terminal that grows again shows the dashboard as it was`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j j")
    let before = state.screen
    _ = state.update(.resized(Size(columns: 20, rows: 5)), now: .zero)
    #expect(state.screen.contains("too small"))
    #expect(state.press("space j r") == [])
    _ = state.update(.resized(Size(columns: 80, rows: 24)), now: .zero)
    #expect(state.screen == before)
  }

  @Test func `a dashboard that cannot be seen can be left`() {
    var state = Shop.dashboard(columns: 20, rows: 5)
    #expect(state.press("q") == [.quit])
  }

  @Test(arguments: Hard.hostileNames)
  func `every row of every screen is as wide as the screen`(name: String) {
    let features = [Feature(name: FeatureName(rawValue: name), description: name, section: name)]
    for columns in [40, 80, 120] {
      let state = Shop.dashboard(
        columns: columns,
        rows: 12,
        snapshot: Snapshot(features: features, origin: .file)
      )
      let frame = state.frame(now: .zero)
      for row in 0..<12 {
        let width = (0..<columns).reduce(0) { $0 + Int(frame[column: $1, row: row].width) }
        #expect(width == columns)
      }
    }
  }
}
