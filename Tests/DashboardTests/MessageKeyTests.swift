import FeatureFlags
import Frame
import TestSupport
import Testing
import Text

@testable import Dashboard

/// Tests that messages name the keys of the keymap in use.
struct MessageKeyTests {
  /// A keymap with function keys for the actions that messages mention.
  private static let keymap = Keymap.resolved([
    Keymap.Entry(.find(.features), [.function(2)]), Keymap.Entry(.find(.filter), [.function(3)]),
    Keymap.Entry(.live(.refresh), [.function(4)]), Keymap.Entry(.find(.back), [.function(5)]),
    Keymap.Entry(.find(.sort), [.function(6)]), Keymap.Entry(.find(.fold), [.function(7)]),
    Keymap.Entry(.find(.search), [.function(8)]), Keymap.Entry(.change(.reset), [.function(9)]),
    Keymap.Entry(.find(.details), [.function(10)]), Keymap.Entry(.live(.testCase), [.function(11)]),
    Keymap.Entry(.change(.delete), [.function(12)]),
  ])
  .keymap

  private func screen(_ keys: String, of state: DashboardState) -> String {
    var state = state
    state.keymap = Self.keymap
    _ = state.press(keys)
    return state.screen
  }

  @Test(arguments: [
    ("2 space", "F2 goes to the features, where they can be changed."),
    ("2 *", "F2 goes to the features, where this key works."),
    ("F7 space", "The section is folded: F7 unfolds it."),
    ("n", "There is no search yet: F8 searches."),
    ("F6 j enter }", "Only the order by section has sections: F6 changes the order."),
    ("F6 j enter F7", "Only the order by section has sections: F6 changes the order."),
    ("F8 z z z enter", "F5 ends the search."), ("F8 z z z", "esc ends the search."),
    ("F8 g i f t enter F7", "A search opens all sections: F5 ends the search."),
    ("3 F8 z z z enter", "F5 clears the filter."),
  ])
  func `a message names the key that the keymap has for the action`(keys: String, expected: String)
  {
    let screen = screen(keys, of: Shop.dashboard(columns: 120, rows: 24))
    #expect(screen.contains(expected), "\(screen)")
  }

  @Test func `a list without features names the key that loads the source`() {
    let empty = LoadedSource(features: [], origin: .file)
    let screen = screen("", of: Shop.dashboard(columns: 80, rows: 16, snapshot: empty))
    #expect(screen.contains("F4 loads the source again."), "\(screen)")
  }

  @Test(arguments: [
    ("4 F3", "F3 shows the unknown keys."),
    ("4 F3 F3", "F3 lists the features that clients requested."),
    ("4 F8 z z z enter", "F5 clears the search."),
  ])
  func `the texts of empty lists in the clients pane name the keys of the keymap`(
    keys: String,
    expected: String
  ) {
    let state = Served.dashboard(columns: 120, rows: 32, activity: Served.empty)
    let screen = screen(keys, of: state)
    #expect(screen.contains(expected), "\(screen)")
  }

  @Test func `descriptions of actions name the keys of other actions`() {
    let log = Action.find(.activity)
    #expect(log.explanation.contains("x undoes one, o resets it"))
    #expect(log.explanation(in: Self.keymap).contains("F12 undoes one, F9 resets it"))
    let range = Action.change(.markRange).explanation(in: Self.keymap)
    #expect(range.contains("V or F5 ends the range"))
    for action in Action.allCases {
      #expect(!action.explanation(in: Self.keymap).contains { "{}".contains($0) })
      // A placeholder without an action would stay in the text without its braces.
      #expect(!action.row.explanation.contains("{") || action.explanation != action.row.explanation)
    }
  }

  @Test func `the help names the keys of the keymap`() {
    let screen = screen("? u n d o e s", of: Shop.dashboard(columns: 120, rows: 40))
    #expect(screen.contains("F9 resets it"), "\(screen)")
  }
}
