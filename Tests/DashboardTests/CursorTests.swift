import Dashboard
import FeatureFlags
import Frame
import Testing
import Text

/// Tests the cursor of the list.
struct CursorTests {
  /// The first word of the name in the line under the cursor.
  private func name(in state: DashboardState) -> String {
    let line = state.screen.split(separator: "\n").first { $0.contains("▌") } ?? ""
    return line.split(separator: " ").dropFirst(2).first.map(String.init) ?? ""
  }

  private func dashboard(_ names: [String], rows: Int = 12) -> DashboardState {
    let features = names.map { Feature(name: Feature.Name(rawValue: $0)) }
    return Shop.dashboard(
      columns: 60,
      rows: rows,
      snapshot: LoadedSource(features: features, origin: .file)
    )
  }

  private let alphabet = "abcdefghijklmnopqrstuvwxyz".map(String.init)

  @Test(arguments: [
    ("", "a"), ("j", "b"), ("↓ ↓ ↑", "b"), ("k", "a"), ("G", "z"), ("end", "z"), ("G g", "a"),
    ("G home", "a"), ("pgdn", "h"), ("pgdn pgdn pgup", "h"), ("ctrl-d", "e"), ("G ctrl-u", "v"),
    ("G j", "z"),
  ])
  func `the arrow keys, the vi keys and the page keys move the cursor`(
    keys: String,
    expected: String
  ) {
    var state = dashboard(alphabet)
    #expect(state.press(keys).isEmpty)
    #expect(name(in: state) == expected)
  }

  @Test(arguments: ["", "j", "G", "pgdn", "t", "t j"])
  func `the hidden terminal cursor is at the bar in front of the selected row or item`(keys: String)
  {
    var state = dashboard(alphabet, rows: 16)
    _ = state.press(keys)
    let frame = state.frame(now: .zero)
    guard let place = frame.cursor ?? frame.focus else {
      Issue.record("no position\n\(frame.text)")
      return
    }
    guard frame.cursor == nil else { return }
    #expect(frame[column: place.column, row: place.row].text == "▌", "\(frame.text)")
  }

  @Test func `after a reload the cursor stays on its feature`() {
    var state = dashboard(["b", "d", "f"])
    _ = state.press("j")
    let features = ["a", "b", "c", "d", "e"].map { Feature(name: Feature.Name(rawValue: $0)) }
    _ = state.update(.loaded(LoadedSource(features: features, origin: .file)), now: .zero)
    #expect(name(in: state) == "d")
  }

  @Test func `if the feature under the cursor is removed, the cursor moves to a neighbour`() {
    var state = dashboard(["b", "d", "f"])
    _ = state.press("G")
    let features = ["b", "d"].map { Feature(name: Feature.Name(rawValue: $0)) }
    _ = state.update(.loaded(LoadedSource(features: features, origin: .file)), now: .zero)
    #expect(name(in: state) == "d")
  }

  @Test func `a feature whose state changes stays in its row`() {
    var state = dashboard(alphabet)
    _ = state.press("G k k")
    let before = state.screen
    _ = state.update(.changed([Feature(name: "a", enabled: true)]), now: .zero)
    #expect(state.screen == before)
  }

  @Test func `a change of an unknown feature is ignored`() {
    var state = dashboard(["a"])
    let before = state.screen
    _ = state.update(.changed([Feature(name: "unknown")]), now: .zero)
    #expect(state.screen == before)
  }

  @Test
  func `moving the cursor to the first feature scrolls the heading of its section into view`() {
    var state = dashboard(alphabet, rows: 8)
    _ = state.press("G g")
    #expect(state.screen.contains("No section"))
  }

  @Test func `clearing the filter leaves the cursor on its feature`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "f G space enter")
    let overridden = name(in: state)
    #expect(overridden == "CTA")
    _ = state.press("esc")
    #expect(name(in: state) == overridden)
  }

  @Test func `clearing a filter without a match restores the cursor`() {
    var state = dashboard(alphabet)
    _ = state.press("j j j f G space enter")
    #expect(state.screen.contains("No feature matches the filter."))
    _ = state.press("esc")
    #expect(name(in: state) == "d")
  }

  @Test func `deselecting a choice in the filter dialog restores the cursor`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j j f j j space")
    #expect(name(in: state) == "Express")
    _ = state.press("space")
    #expect(name(in: state) == "Search")
  }

  @Test func `features are sorted by section and then by name, ignoring letter case`() {
    let features = [
      Feature(name: "b", section: "Z"), Feature(name: "A", section: "Z"),
      Feature(name: "c"), Feature(name: "x", section: "y"), Feature(name: "a", section: "Z"),
    ]
    let state = Shop.dashboard(
      columns: 60,
      rows: 16,
      snapshot: LoadedSource(features: features, origin: .file)
    )
    let words = state.screen.split(separator: "\n").compactMap { line in
      line.split(separator: " ").filter { !"│▌⚐".contains($0) }.first.map(String.init)
    }
    let order = words.filter { ["y", "x", "Z", "A", "a", "b", "No", "c"].contains($0) }
    #expect(order == ["y", "x", "Z", "A", "a", "b", "No", "c"])
  }
}
