import Dashboard
import FeatureFlags
import Frame
import TestSupport
import Testing

/// Tests the mouse on the screen.
struct MouseTests {
  /// Uses the mouse at the first cell of a text on the screen.
  private func use(
    _ action: MouseInput.Action,
    on text: String,
    in state: inout DashboardState,
    at time: Duration = .zero
  ) throws -> [Effect] {
    let lines = state.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text)")
    let range = try #require(lines[row].firstRange(of: text))
    let column = DisplayText(String(lines[row][..<range.lowerBound])).width
    let position = Position(column: column, row: row)
    return state.update(.mouse(MouseInput(action, at: position)), now: time)
  }

  @Test func `K releases the mouse, which the header shows, and takes it back`() {
    var state = Shop.dashboard(columns: 120, rows: 32)
    #expect(state.press("K") == [.terminal(.useMouse(false))])
    #expect(state.screen.split(separator: "\n")[0].contains("mouse off"))
    #expect(state.screen.contains("selects text of the terminal now: K takes it back."))
    #expect(state.press("K") == [.terminal(.useMouse(true))])
    #expect(!state.screen.contains("mouse off"))
    state.usesMouse = nil
    #expect(state.press("K").isEmpty && !state.screen.contains("mouse off"))
  }

  /// The row of the list under the cursor.
  private func selected(_ state: DashboardState) -> String {
    let line = state.screen.split(separator: "\n").first { $0.contains("▌") } ?? ""
    return line.split(separator: "  ").first.map { $0.filter { !"│▌".contains($0) } }?
      .split(separator: " ").dropFirst().joined(separator: " ") ?? ""
  }

  @Test(arguments: [(80, 24), (120, 32), (60, 20)])
  func `a click selects a feature, and a double click changes it`(columns: Int, rows: Int) throws {
    var state = Shop.dashboard(columns: columns, rows: rows)
    #expect(try use(.press, on: "◐ Product layout", in: &state).isEmpty)
    #expect(selected(state) == "Product layout")
    #expect(try use(.press, on: "⚑ Search suggestions", in: &state, at: .seconds(1)).isEmpty)
    #expect(selected(state) == "Search suggestions")
    let effects = try use(.press, on: "⚑ Search suggestions", in: &state, at: .milliseconds(1_300))
    #expect(effects == [.overrides(.set([.enabled(false)], for: ["Search suggestions"]))])
  }

  @Test func `two slow clicks, or clicks on different cells, are no double click`() throws {
    var state = Shop.dashboard(columns: 80, rows: 24)
    _ = try use(.press, on: "◐ Product layout", in: &state)
    #expect(try use(.press, on: "◐ Product layout", in: &state, at: .seconds(1)).isEmpty)
    #expect(try use(.press, on: "Cards", in: &state, at: .milliseconds(1_100)).isEmpty)
  }

  @Test func `a double click on the heading of a section folds it, and changes no feature`() throws
  {
    var state = Shop.dashboard(columns: 80, rows: 30)
    for time in [Duration.zero, .milliseconds(200)] {
      #expect(try use(.press, on: "Checkout", in: &state, at: time).isEmpty)
    }
    #expect(state.screen.contains("▸ Checkout  5 · "))
    for time in [Duration.seconds(2), .milliseconds(2_200)] {
      #expect(try use(.press, on: "▸ Checkout", in: &state, at: time).isEmpty)
    }
    #expect(state.screen.contains("◐ CTA colour"))
  }

  @Test
  func `a double click on the hint of the quit key ends the dashboard, a single click does not`()
    throws
  {
    var state = Shop.dashboard(columns: 80, rows: 24)
    #expect(try use(.press, on: "q quit", in: &state).isEmpty)
    #expect(state.screen.contains("A double click, or q, ends the dashboard."))
    #expect(try use(.press, on: "q quit", in: &state, at: .seconds(1)).isEmpty)
    let effects = try use(.press, on: "q quit", in: &state, at: .milliseconds(1_200))
    #expect(effects == [.terminal(.quit)])
  }

  @Test func `a double click below the list, or between its sections, does nothing`() throws {
    let start = Shop.dashboard(columns: 80, rows: 30)
    let lines = start.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let empty = lines.indices.filter { lines[$0].filter { $0 != " " } == "││" }
    #expect(empty.count > 3)
    for row in empty {
      var state = start
      for time in [Duration.zero, .milliseconds(200)] {
        let press = MouseInput(.press, at: Position(column: 10, row: row))
        #expect(state.update(.mouse(press), now: time).isEmpty)
      }
      #expect(state.screen == start.screen, "\(row)")
    }
  }

  @Test
  func `the mouse wheel moves in the list, and scrolls the details if the pointer is over them`()
    throws
  {
    var state = Shop.dashboard(columns: 80, rows: 12)
    let before = state.screen
    _ = try use(.scrollDown, on: "Beta badge", in: &state)
    #expect(state.screen != before)
    _ = try use(.scrollUp, on: "Account", in: &state)
    #expect(state.screen == before)
    var wide = Shop.dashboard(columns: 120, rows: 12, keys: "G k k")
    let selection = selected(wide)
    let details = wide.screen
    _ = try use(.scrollDown, on: "Description", in: &wide)
    #expect(wide.screen != details)
    #expect(selected(wide) == selection)
  }

  @Test func `a click on a key hint in the footer has the effect of the key`() throws {
    var state = Shop.dashboard(columns: 120, rows: 32)
    _ = try use(.press, on: "f filter", in: &state)
    #expect(state.screen.contains("Show only"))
    _ = try use(.press, on: "esc close", in: &state, at: .seconds(1))
    #expect(!state.screen.contains("Show only"))
  }

  @Test func `in a dialog a click selects an item and a double click confirms it`() throws {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "s")
    #expect(try use(.press, on: "names from A to Z", in: &state).isEmpty)
    #expect(state.screen.contains("▌○ name"))
    _ = try use(.press, on: "names from A to Z", in: &state, at: .milliseconds(100))
    #expect(!state.screen.contains("Sort by"))
    #expect(!state.screen.contains("Checkout"))
  }

  @Test(
    arguments: [
      ("O", "Reset all", [.overrides(.resetAll)]),
      ("x", "Delete", [.overrides(.delete(["Beta badge"]))]),
      ("O", "Cancel", []), ("x", "Cancel", []),
    ] as [(String, String, [Effect])]
  )
  func `a click on a button of a confirmation presses it`(
    keys: String,
    button: String,
    expected: [Effect]
  ) throws {
    for (columns, rows) in [(80, 24), (44, 12), (120, 32)] {
      var state = Shop.dashboard(columns: columns, rows: rows, keys: keys)
      // The title of the dialog has the label too: the button has two spaces on both sides.
      #expect(try use(.press, on: "  \(button)  ", in: &state) == expected)
      #expect(!state.screen.contains("Cancel"))
    }
  }

  @Test func `a click beside the buttons of a confirmation presses none`() throws {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "O")
    #expect(try use(.press, on: "The source applies again", in: &state).isEmpty)
    #expect(state.screen.contains("Cancel"))
  }

  @Test
  func `a click toggles a criterion of the filter, and a double click toggles it only once`() throws
  {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "f")
    _ = try use(.press, on: "[ ] MVT", in: &state)
    #expect(state.screen.contains("▌[x] MVT"))
    _ = try use(.press, on: "x] MVT", in: &state, at: .milliseconds(100))
    #expect(state.screen.contains("▌[ ] MVT"))
    _ = try use(.press, on: "[ ] MVT", in: &state, at: .seconds(2))
    _ = try use(.press, on: "[x] MVT", in: &state, at: .milliseconds(2_100))
    #expect(state.screen.contains("▌[x] MVT"))
  }

  @Test func `a click beside a dialog selects nothing in it`() throws {
    var state = Shop.dashboard(columns: 120, rows: 32, keys: "s")
    let lines = state.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("names from A to Z") })
    let before = state.screen
    for column in [1, 118] {
      for time in [0, 100] {
        let press = MouseInput(.press, at: Position(column: column, row: row))
        #expect(state.update(.mouse(press), now: .milliseconds(time)).isEmpty)
      }
      #expect(state.screen == before)
    }
  }

  @Test func `a click on the name of the program opens the palette`() throws {
    var state = Shop.dashboard(columns: 80, rows: 24)
    _ = try use(.press, on: "Halyard", in: &state)
    #expect(state.screen.contains("Actions"))
    _ = try use(.press, on: "shop.json", in: &state, at: .seconds(1))
    #expect(state.screen.contains("Actions"))
  }

  @Test func `a click in the details focuses them`() throws {
    var state = Shop.dashboard(columns: 120, rows: 32)
    _ = try use(.press, on: "Configured", in: &state)
    #expect(state.screen.contains("esc back"))
  }

  @Test func `the scroll thumb of the list can be dragged to the last feature`() {
    var state = Shop.dashboard(columns: 80, rows: 12)
    let bar = { (row: Int) in Position(column: 79, row: row) }
    _ = state.update(.mouse(MouseInput(.press, at: bar(2))), now: .zero)
    _ = state.update(.mouse(MouseInput(.drag, at: bar(9))), now: .zero)
    _ = state.update(.mouse(MouseInput(.release, at: bar(9))), now: .zero)
    #expect(selected(state) == "Debug menu")
    _ = state.update(.mouse(MouseInput(.press, at: bar(2))), now: .seconds(1))
    #expect(selected(state) == "Beta badge")
  }

  @Test func `random mouse input never crashes`() {
    var random = SeededGenerator(seed: 16)
    var state = Shop.dashboard(columns: 80, rows: 24)
    for number in 0..<(Effort.isFull ? 20_000 : 400) {
      let action = MouseInput.Action.allCases.randomElement(using: &random) ?? .press
      let position = Position(
        column: Int.random(in: -1...90, using: &random),
        row: Int.random(in: -1...30, using: &random)
      )
      _ = state.update(.mouse(MouseInput(action, at: position)), now: .milliseconds(number * 50))
      if number.isMultiple(of: 50) { _ = state.press("esc") }
    }
    #expect(state.screen.contains("Halyard"))
  }
}
