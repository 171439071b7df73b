import Dashboard
import FeatureFlags
import Frame
import Testing

/// Tests screens of every size.
struct ResizeTests {
  @Test func `every dialog is drawn at every size`() {
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

  @Test func `a terminal that was too small shows the same screen after it is enlarged`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j j")
    let before = state.screen
    _ = state.update(.resized(Size(columns: 20, rows: 5)), now: .zero)
    #expect(state.screen.contains("too small"))
    #expect(state.press("space j r") == [])
    _ = state.update(.resized(Size(columns: 80, rows: 24)), now: .zero)
    #expect(state.screen == before)
  }

  @Test func `pressing q while the terminal is too small quits the program`() {
    var state = Shop.dashboard(columns: 20, rows: 5)
    #expect(state.press("q") == [.terminal(.quit)])
  }

  @Test(arguments: Hard.hostileNames)
  func `every row of a list with a hostile name is as wide as the screen`(name: String) {
    let features = [Feature(name: Feature.Name(rawValue: name), description: name, section: name)]
    for columns in [40, 80, 120] {
      let state = Shop.dashboard(
        columns: columns,
        rows: 12,
        snapshot: LoadedSource(features: features, origin: .file)
      )
      let frame = state.frame(now: .zero)
      for row in 0..<12 {
        let width = (0..<columns).reduce(0) { $0 + Int(frame[column: $1, row: row].width) }
        #expect(width == columns)
      }
    }
  }

  private static let longList = LoadedSource(
    features: (100..<200).map { Feature(name: Feature.Name(rawValue: "Feature \($0)")) },
    origin: .file
  )

  @Test(arguments: [Size(columns: 12, rows: 4), Size(columns: 0, rows: 0)])
  func `the viewport of a list is unchanged while the terminal is too small`(size: Size) {
    let keys = "j j j j j j j j j"
    var state = Shop.dashboard(columns: 80, rows: 24, snapshot: Self.longList, keys: keys)
    _ = state.update(.resized(size), now: .zero)
    _ = state.update(.resized(Size(columns: 200, rows: 60)), now: .zero)
    let other = Shop.dashboard(columns: 200, rows: 60, snapshot: Self.longList, keys: keys)
    #expect(state.screen == other.screen)
    #expect(state.screen.contains("Feature 100"))
  }

  @Test(arguments: [Size(columns: 40, rows: 8), Size(columns: 12, rows: 4)])
  func `a list that fits on the enlarged screen scrolls back to its first row`(size: Size) {
    var state = Shop.dashboard(columns: 200, rows: 60, keys: "G")
    let before = state.screen
    _ = state.update(.resized(size), now: .zero)
    _ = state.update(.resized(Size(columns: 200, rows: 60)), now: .zero)
    #expect(state.screen == before)
  }

  @Test(arguments: [
    "f end", "j j j v end", "t end", ": r e s e t ↓", "? end",
    "/ t e r m s enter e end",
  ])
  func `a scrolled dialog fills the screen after the terminal is enlarged`(keys: String) {
    let features = VariableExample.features
    let names = (0..<20).map { "theme \($0)" }
    var dashboards = [Size(columns: 40, rows: 8), Size(columns: 200, rows: 80)].map { size in
      Shop.dashboard(
        columns: size.columns,
        rows: size.rows,
        themes: names.map { Theme(name: $0, palette: .standard) },
        snapshot: LoadedSource(features: features + Shop.features, origin: .file),
        keys: keys
      )
    }
    _ = dashboards[0].update(.resized(Size(columns: 200, rows: 80)), now: .zero)
    #expect(dashboards[0].screen == dashboards[1].screen)
  }
}
