import Dashboard
import Frame
import Testing
import Text

/// Tests the table of actions, from which footer, help, palette and documentation are generated.
struct ActionTests {
  @Test func `no key is assigned to two actions`() {
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

  @Test func `the names and the explanations of actions are unique`() {
    #expect(Set(Action.allCases.map(\.title)).count == Action.allCases.count)
    #expect(Set(Action.allCases.map(\.explanation)).count == Action.allCases.count)
  }

  @Test func `the help lists every action, but in a read-only dashboard none that makes a change`()
  {
    let full = Shop.dashboard(columns: 120, rows: 120, keys: "?").screen
    let readOnly = Shop.dashboard(columns: 120, rows: 120, context: Shop.readOnly, keys: "?").screen
    for action in Action.allCases {
      #expect(full.contains(action.explanation))
      #expect(readOnly.contains(action.explanation) != action.isChange)
    }
  }

  @Test(arguments: Action.allCases)
  func `performing an action changes the screen or returns an effect`(action: Action) throws {
    let before = Shop.dashboard(
      columns: 120,
      rows: 20,
      keys: action == .find(.features) ? "2" : "m j j"
    )
    var state = before
    let key = try #require(action.keys.first)
    let effects = state.update(.key(key), now: .zero)
    #expect(!effects.isEmpty || state.screen != before.screen)
    #expect(effects.contains(.terminal(.quit)) == (action == .program(.quit)))
  }

  @Test func `pressing Enter in the palette performs the found action`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: ":")
    state.typeKeys("refr")
    #expect(state.press("enter") == [.session(.refresh)])
  }
}
