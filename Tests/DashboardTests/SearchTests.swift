import Dashboard
import FeatureFlags
import Frame
import Testing

/// Tests the search in the list.
struct SearchTests {
  private func name(in state: DashboardState) -> String {
    let line = state.screen.split(separator: "\n").first { $0.contains("▌") } ?? ""
    return line.split(separator: " ").dropFirst(2).first.map(String.init) ?? ""
  }

  private func searching(_ text: String) -> DashboardState {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "/")
    state.typeKeys(text)
    return state
  }

  @Test(arguments: [
    ("gift", "Gift"), ("GIFT", "Gift"), ("receipt", "New"), ("magazine", "Product"),
    ("japan", "おすすめ商品"), ("商品", "おすすめ商品"), ("pay card", "Express"), ("checkout wrap", "Gift"),
  ])
  func `the cursor moves to the best match among the features that contain all words`(
    text: String,
    expected: String
  ) {
    #expect(name(in: searching(text)) == expected)
  }

  @Test func `pressing n or N selects the next or the previous match and wraps around`() {
    var state = searching("checkout")
    _ = state.press("enter")
    #expect(state.screen.contains("1 of 5"))
    _ = state.press("N")
    #expect(state.screen.contains("5 of 5"))
    _ = state.press("n n")
    #expect(state.screen.contains("2 of 5"))
  }

  @Test func `pressing Escape restores the cursor from before the search`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j j /")
    let before = name(in: state)
    state.typeKeys("debug")
    #expect(name(in: state) == "Debug")
    _ = state.press("esc")
    #expect(name(in: state) == before)
  }

  @Test func `a search without a match empties the list until its text is deleted`() {
    var state = searching("zzz")
    #expect(state.screen.contains("no match"))
    #expect(state.screen.contains("No feature matches \"zzz\"."))
    _ = state.press("ctrl-u")
    #expect(name(in: state) == "Beta")
    #expect(state.screen.contains("1/14"))
  }

  @Test func `pressing Backspace or Ctrl-W deletes search text`() {
    var state = searching("gift wrapp")
    #expect(state.screen.contains("no match"))
    _ = state.press("backspace")
    #expect(name(in: state) == "Gift")
    _ = state.press("ctrl-w ctrl-w")
    #expect(name(in: state) == "Beta")
  }

  @Test func `the matches of a search are the same whether the text is typed, edited or pasted`() {
    var state = searching("a")
    for text in ["ar", "car", "r"] {
      _ = state.press("ctrl-u")
      state.typeKeys(text)
      var other = Shop.dashboard(columns: 80, rows: 24, keys: "/")
      _ = other.update(.paste(text), now: .zero)
      #expect(state.screen == other.screen)
    }
    _ = state.press("home")
    state.typeKeys("ca")
    #expect(state.screen.contains("3 of 3"))
  }

  @Test func `pasted text is searched for as one line`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "/")
    _ = state.update(.paste("gift\n\u{1B}wrap"), now: .zero)
    #expect(state.screen.contains("gift wrap"))
    #expect(name(in: state) == "Gift")
  }

  @Test func `typing a letter in a search does not perform the action of that key`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "/")
    #expect(state.press("q x O space").isEmpty)
    #expect(state.screen.contains("qxO"))
  }

  @Test func `a search ignores features that the filter hides`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "f G space enter /")
    state.typeKeys("a")
    #expect(state.screen.contains("1 of 1"))
  }

  @Test func `a load updates the matches of a search`() {
    var state = searching("gift")
    _ = state.press("enter")
    let features = Shop.features + [Feature(name: "Gift card")]
    _ = state.update(.loaded(LoadedSource(features: features, origin: .file)), now: .zero)
    #expect(state.screen.contains("1 of 2"))
  }

  @Test(arguments: ["steps", "pay now", "fast = false"])
  func `a search finds a feature by the name and value of a variable`(text: String) {
    let feature = Feature(
      service: "F",
      variations: [
        ServiceVariation("A", variables: [Variable(name: "title", value: .string("Pay now"))])
      ],
      given: "A",
      variables: [
        Variable(name: "steps", value: .integer(2)), Variable(name: "fast", value: .boolean(false)),
      ]
    )
    var state = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(features: [Feature(name: "Other"), feature], origin: .file),
      keys: "/"
    )
    state.typeKeys(text)
    #expect(state.screen.contains("1 of 1"))
  }

  private func searchingLongList(_ text: String) -> DashboardState {
    var state = Shop.dashboard(columns: 80, rows: 24, snapshot: Hard.many(20_000), keys: "/")
    for (step, character) in text.enumerated() {
      _ = state.update(.key(.character(character)), now: .milliseconds(10 * step))
    }
    return state
  }

  @Test func `in a long list the search is debounced, and typed letters are drawn immediately`() {
    var state = searchingLongList("19999")
    #expect(state.screen.contains(" / 19999 "))
    #expect(state.screen.contains("…   enter keep"))
    #expect(state.nextTick == .milliseconds(80))
    _ = state.update(.tick, now: .milliseconds(79))
    #expect(state.screen.contains("…   enter keep"))
    _ = state.update(.tick, now: .milliseconds(80))
    #expect(state.screen.contains("1 of 1"))
    #expect(state.nextTick == nil)
  }

  @Test(arguments: [Key.enter, .down, .control("n")])
  func `pressing a key that uses the search result ends the debounce`(key: Key) {
    var state = searchingLongList("19999")
    _ = state.update(.key(key), now: .milliseconds(45))
    #expect(state.screen.contains("1 of 1"))
    #expect(state.screen.contains("▌ ⚐ Feature 19999"))
  }

  @Test func `pressing Escape before the end of the debounce leaves the list unchanged`() {
    var state = searchingLongList("19999")
    _ = state.update(.key(.escape), now: .milliseconds(45))
    #expect(state.nextTick == nil)
    #expect(state.screen.contains(" 1/20000 "))
  }
}
