import Testing

@testable import Dashboard

/// Tests the selection of the hints that fit into the footer.
struct HintTests {
  private let presets = PresetsDialog().hints
  private let choices = [
    Hint("↑ ↓", "move"), Hint("/", "find"), Hint("space", "switch"), Hint("enter", "done"),
    Hint("esc", "close"),
  ]

  private func text(_ hints: [Hint]) -> String {
    hints.map { $0.keys + " " + $0.text }.joined(separator: ", ")
  }

  @Test(arguments: [
    (80, "↑ ↓ move, / find, space switch, enter done, esc close"),
    (44, "/ find, space switch, enter done, esc close"), (26, "enter done, esc close"),
    (10, "enter done, esc close"),
  ])
  func `if the key hints of a dialog do not fit, those to confirm and to close are kept`(
    columns: Int,
    expected: String
  ) {
    #expect(text(Hint.fittingDialog(choices, in: columns, gap: 2)) == expected)
  }

  @Test func `if the key hints of a pane do not fit, the last two are kept`() {
    let hints =
      [Hint("space", "change"), Hint("enter", "details"), Hint("?", "help")]
      + [Hint("q", "quit")]
    #expect(text(Hint.fitting(hints, in: 30, gap: 2)) == "space change, ? help, q quit")
  }

  @Test(arguments: [40, 60, 80])
  func `on a narrow screen the footer of a dialog has the keys to confirm and to close`(
    columns: Int
  ) {
    for (keys, hints) in [
      ("t", ["enter save", "esc cancel"]), ("x", ["y delete", "n esc cancel"]),
    ] {
      let state = Shop.dashboard(columns: columns, rows: 24, themes: Shop.themes, keys: keys)
      let footer = state.screen.split(separator: "\n").last ?? ""
      for hint in hints { #expect(footer.contains(hint), "\(footer)") }
    }
  }
}
