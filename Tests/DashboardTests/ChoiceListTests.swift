import FeatureFlags
import Frame
import TestSupport
import Testing
import Workbench

@testable import Dashboard

/// Tests narrowing the lists of dialogs by typing.
struct ChoiceListTests {
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

  @Test func `pressing Enter in a narrowed list selects the choice under the cursor`() {
    var picker = state("} j v / m a g")
    #expect(
      picker.press("enter")
        == [.overrides(.set([.variation("Magazine")], for: ["Product layout"]))]
    )
    var themes = state("t / s a i l")
    #expect(themes.press("enter") == [.saveTheme("sailcloth")])
    #expect(state("f / m v t enter enter").screen.contains("[MVT Test]"))
    #expect(state("s / n a m enter").screen.contains("Features 14 by name"))
  }

  @Test func `while a list is narrowed, letters are typed even if they are keys of actions`() {
    #expect(state("t / q j").screen.contains("Theme  /qj"))
    #expect(state("s / q j").screen.contains("No choice matches."))
    #expect(state("f / c").screen.contains("Show only  /c"))
  }

  @Test func `a theme picker without a match says so, and shows the current theme`() {
    var state = state("t / s a i l")
    #expect(state.theme.name == "sailcloth")
    _ = state.press("q j")
    #expect(state.screen.contains("No theme matches."))
    #expect(state.theme.name == Theme.terminal.name)
    #expect(state.press("enter").isEmpty)
    #expect(state.screen.contains("No theme matches."))
  }

  @Test func `pressing Escape in a narrowed list shows all rows and restores the cursor`() {
    var state = state("f / m v t")
    _ = state.press("esc")
    #expect(selected(state) == selected(self.state("f")))
    #expect(state.screen.contains("[ ] Feature Flag"))
    _ = state.press("esc")
    #expect(!state.screen.contains("Show only"))
  }

  @Test func `typed letters narrow the variables of a feature by name`() {
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
        == [.overrides(.set([.variable("isFast", .boolean(false))], for: ["F"]))]
    )
  }

  // MARK: Each list

  private static func conflict(_ key: OverrideKey) -> OverrideConflict {
    OverrideConflict(
      key: key,
      mine: Override(enabled: true),
      theirs: nil,
      author: "ben@build-7",
      date: nil
    )
  }

  private static let rules = ["beta", "everyone"].map {
    ServiceRule(key: $0, kind: "experiment", variations: ["on", "off"])
  }

  private static var team: TeamActivity {
    var team = TeamActivity(ownID: "2")
    team.status = .online(latency: nil)
    let start = Shop.context.wallClock.start
    team.members = [
      TeamMember(id: "1", author: "ana@a", program: "halyard", feature: "New Cart", start: start),
      TeamMember(id: "2", author: "ben@b", program: "halyard", feature: "Gift wrap", start: start),
    ]
    return team
  }

  /// The dialogs that no key opens in a dashboard of the shop.
  private static let dialogs: [(any Dialog, typed: String, expected: String)] = {
    let features = Shop.features.filter { $0.type == .featureFlag }
    let overridden = Feature(name: "F").overridden(Override(enabled: true))
    let clock = Shop.context.wallClock
    let all: [((any Dialog)?, typed: String, expected: String)] = [
      (MarkedFeaturesMenu(features).map { Menu($0) }, "disab", "Disabled"),
      (RuleMenu(overridden, rules: rules).map { Menu($0) }, "every off", "everyone → off"),
      (Menu(TeamMenu(activity: team, clock: clock)), "gift", "ben@b"),
      (Menu(ConflictMenu(["New Cart", "Pay"].map(conflict), clock: clock)), "pay", "Pay"),
      (
        BisectDialog(
          [overridden, Feature(name: "G").overridden(Override(enabled: true))],
          marks: ["G"]
        ),
        "all", "All 2 overrides"
      ),
    ]
    return all.compactMap { dialog, typed, expected in dialog.map { ($0, typed, expected) } }
  }()

  @Test(arguments: dialogs.indices)
  func `typed letters narrow the list of each dialog, and Escape shows all rows again`(index: Int) {
    let (dialog, typed, expected) = Self.dialogs[index]
    #expect(Self.dialogs.count == 5)
    var state = state("")
    state.dialog = dialog
    let whole = state.screen
    // The dialog of conflicts ignores keys that are pressed as soon as it appears.
    func press(_ keys: [Key]) {
      for key in keys { _ = state.update(.key(key), now: .seconds(1)) }
    }
    press([.character("/")])
    #expect(state.isTyping)
    press(typed.map { .character($0) })
    #expect(state.screen.contains("  /" + typed), "\(state.screen)")
    #expect(selected(state).contains(expected), "\(state.screen)")
    press([.character("q"), .character("j")])
    #expect(state.screen.contains("matches."), "\(state.screen)")
    press([.escape])
    #expect(state.screen == whole)
  }

  @Test func `typed letters narrow the menu of texts to copy`() {
    let state = state("y / r e p")
    #expect(selected(state).contains("Report"), "\(state.screen)")
  }

  @Test func `typed letters narrow the filter dialog of the activity log`() {
    let moment = Moment(.zero, clock: "10:00:10")
    let entries = [ActivityEntry.Kind.poll, .own].map { kind in
      ActivityEntry(when: moment, kind: kind, text: "Unchanged")
    }
    let state = Live.dashboard(columns: 80, rows: 24, entries: entries, keys: "3 f / o w n")
    #expect(selected(state).contains("own changes"), "\(state.screen)")
  }

  @Test func `typed letters narrow the presets, and the preview follows the cursor`() {
    var state = state("P")
    let entries = ["all off", "checkout", "search"].map { PresetEntry(name: $0, overrideCount: 1) }
    _ = state.update(.presets(.listed(entries)), now: .zero)
    _ = state.press("/ s e a")
    #expect(state.press("r") == [])
    #expect(selected(state).contains("search"), "\(state.screen)")
    #expect(state.press("enter") == [.presets(.apply("search", isReplacing: false))])
  }

  @Test func `pasted letters select a preset and request its preview`() {
    var state = state("P")
    let entries = ["all off", "checkout", "search"].map { PresetEntry(name: $0, overrideCount: 1) }
    _ = state.update(.presets(.listed(entries)), now: .zero)
    _ = state.press("/")
    let effects = state.update(.paste("sear"), now: .zero)
    #expect(effects == [.presets(.preview("search", isReplacing: false))])
    #expect(selected(state).contains("search"), "\(state.screen)")
  }

  @Test func `typed letters narrow the table of features and users`() {
    var context = Shop.context
    context.personas = [Persona(name: "Ana", user: EvaluationContext(targetingKey: "ana"))]
    var state = Shop.dashboard(columns: 80, rows: 24, context: context, keys: "U")
    let users = [UserComparison.User(name: "Ana", context: EvaluationContext(targetingKey: "ana"))]
    let comparison = UserComparison(of: users) { _ in Shop.features }
    _ = state.update(.comparedUsers(comparison), now: .zero)
    _ = state.press("/ g i f t")
    #expect(state.screen.contains("Gift wrap"))
    #expect(!state.screen.contains("Old banner"))
    #expect(state.press("enter").isEmpty)
    #expect(state.selectedName == "Gift wrap")
  }
}
