import Dashboard
import FeatureFlags
import Frame
import Testing

/// Tests narrowing the lists of dialogs by typing.
struct ChoiceFilterTests {
  private func state(_ keys: String) -> DashboardState {
    Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes, keys: keys)
  }

  /// The line of the list with the cursor in a dialog.
  private func selected(_ state: DashboardState) -> String {
    let lines = state.screen.split(separator: "\n").filter { $0.contains("│▌") }
    return lines.last.map(String.init) ?? ""
  }

  @Test(arguments: [
    ("t / s a i l", "sailcloth"), ("s / s t a", "state"), ("f / m v t", "MVT Test"),
    ("f / c h e c k", "Checkout"), ("} j v / m a g", "Magazine"),
    ("} j v / m g z n", "Magazine"),
  ])
  func `typed letters narrow the list of a dialog`(keys: String, expected: String) {
    #expect(selected(state(keys)).contains(expected), "\(state(keys).screen)")
  }

  @Test func `pressing Enter in a narrowed list selects its choice`() {
    var picker = state("} j v / m a g")
    #expect(
      picker.press("enter")
        == [.overrides(.decide([.variation("Magazine")], for: ["Product layout"]))]
    )
    var themes = state("t / s a i l")
    #expect(themes.press("enter") == [.saveTheme("sailcloth")])
    #expect(state("f / m v t enter enter").screen.contains("[MVT Test]"))
    #expect(state("s / n a m enter").screen.contains("Features 14 by name"))
  }

  @Test func `letters that are keys are typed while a list is narrowed`() {
    #expect(state("t / q j").screen.contains("Theme  /qj"))
    #expect(state("s / q j").screen.contains("No choice matches."))
    #expect(state("f / c").screen.contains("Show only  /c"))
  }

  @Test func `a theme picker without a match says so, and shows the current theme`() {
    var state = state("t / s a i l")
    #expect(state.theme.name == "sailcloth")
    state.type("qj")
    #expect(state.screen.contains("No theme matches."))
    #expect(state.theme.name == Theme.terminal.name)
    #expect(state.press("enter").isEmpty)
    #expect(state.screen.contains("No theme matches."))
  }

  @Test func `pressing Escape shows the whole list again, with the cursor where it was`() {
    var state = state("f / m v t")
    _ = state.press("esc")
    #expect(selected(state) == selected(self.state("f")))
    #expect(state.screen.contains("[ ] Feature Flag"))
    _ = state.press("esc")
    #expect(!state.screen.contains("Show only"))
  }

  @Test func `the variables of a feature are narrowed by name`() {
    let feature = Feature(
      name: "F",
      variables: [
        Variable(name: "title", value: .string("A")),
        Variable(name: "isFast", value: .boolean(true)),
      ]
    )
    var state = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(features: [feature], origin: .file),
      keys: "e / f a s t"
    )
    #expect(selected(state).contains("isFast"))
    #expect(
      state.press("enter")
        == [.overrides(.decide([.variable("isFast", .boolean(false))], for: ["F"]))]
    )
  }
}
