import Dashboard
import Frame
import Testing

/// The table of actions, from which footer, help, palette and README are made.
struct ActionTests {
  @Test func `no key calls for two actions`() {
    let keys = Action.allCases.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test(arguments: Action.allCases)
  func `every action has a key, a name and an explanation`(action: Action) {
    #expect(!action.keys.isEmpty)
    #expect(action.keys.allSatisfy { !$0.label.isEmpty })
    #expect(!action.title.isEmpty)
    #expect((8...72).contains(action.explanation.count))
  }

  @Test func `names and explanations tell actions apart`() {
    #expect(Set(Action.allCases.map(\.title)).count == Action.allCases.count)
    #expect(Set(Action.allCases.map(\.explanation)).count == Action.allCases.count)
  }

  @Test func `the help shows every action, and a read-only one none that changes`() {
    let full = Shop.dashboard(columns: 120, rows: 60, keys: "?").screen
    let readOnly = Shop.dashboard(columns: 120, rows: 60, context: Shop.readOnly, keys: "?").screen
    for action in Action.allCases {
      #expect(full.contains(action.explanation))
      #expect(readOnly.contains(action.explanation) != action.isChange)
    }
  }

  @Test func `the README has a line for every action`() {
    let table = Action.readmeTable()
    #expect(table.hasPrefix("| keys | what they do |\n|---|---|\n"))
    #expect(table.split(separator: "\n").count == Action.allCases.count + 2)
    #expect(
      table.contains(
        "| `r` `F5` | load the features again; in the connectivity pane, check at once |"
      )
    )
  }

  @Test(arguments: Action.allCases)
  func `every action does something`(action: Action) throws {
    let before = Shop.dashboard(columns: 120, rows: 20, keys: action == .features ? "2" : "m j j")
    var state = before
    let key = try #require(action.keys.first)
    let effects = state.update(.key(key), now: .zero)
    #expect(!effects.isEmpty || state.screen != before.screen)
    #expect(effects.contains(.quit) == (action == .quit))
  }

  @Test func `the palette does what it found`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: ":")
    state.type("refr")
    #expect(state.press("enter") == [.refresh])
  }
}
