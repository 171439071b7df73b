import FeatureFlags
import TestSupport
import Testing
import Text
import Workbench

@testable import Dashboard

/// Tests the pane that lists the changes of the source, and the keys that go to changed features.
struct ChangesPaneTests {
  private static func change(
    _ before: [Feature],
    _ after: [Feature],
    clock: String = "10:04:12"
  ) -> ComparedSource {
    ComparedSource(
      ConfigurationComparison(from: before, to: after),
      when: Moment(.zero, clock: clock)
    )
  }

  private static func test(_ biases: [Double]) -> Feature {
    Feature(
      name: "Express pay",
      testVariations: ["Enabled", "Disabled"],
      testBiases: biases.map(Percentage.init(rawValue:))
    )
  }

  /// A roll-out of one test, an added flag and a removed one.
  private static let rollOut = change(
    [test([10, 90]), Feature(name: "Old flag")],
    [test([20, 80]), Feature(name: "Gift wrap")]
  )

  private static func dashboard(
    columns: Int = 120,
    rows: Int = 24,
    context: DashboardContext = Live.context,
    keys: String = ""
  ) -> DashboardState {
    var state = Shop.dashboard(columns: columns, rows: rows, context: context)
    state.add(rollOut)
    _ = state.press(keys)
    return state
  }

  @Test func `the changes pane shows old and new values, and which users change variation`() {
    let screen = Self.dashboard(keys: "6").screen
    for text in [
      "╮╭ Changes 3", "10:04:12  1 added, 1 removed, 1 changed", "~ Express pay",
      "biases: 10/90 → 20/80", "10 % of users move from Disabled to Enabled", "+ Gift wrap",
      "- Old flag",
    ] {
      #expect(screen.contains(text), "\(text)")
    }
  }

  @Test func `on a narrow screen the changes pane covers the feature list`() {
    let screen = Self.dashboard(columns: 80, keys: "6").screen
    #expect(screen.contains("╭ Changes 3"))
    #expect(screen.contains("10 % of users move from Disabled to Enabled"))
    #expect(!screen.contains("╭ Features"))
  }

  @Test func `the header counts the changed features until they are dismissed`() {
    var state = Self.dashboard()
    #expect(state.screen.contains("± 3 changed (6)"))
    _ = state.press("6 X")
    #expect(!state.screen.contains("± 3"))
    #expect(state.screen.contains("No changes yet."))
    #expect(state.content.changedNames.isEmpty)
    _ = state.press("esc")
    #expect(state.focus == .list)
  }

  @Test func `Escape leaves the changes pane and dismisses no change`() {
    var state = Self.dashboard(keys: "6 esc")
    #expect(state.focus == .list)
    #expect(state.screen.contains("± 3 changed (6)"))
    _ = state.press("6")
    #expect(state.screen.contains("╭ Changes 3"))
  }

  @Test(arguments: [Live.context, Shop.readOnly])
  func `the key X dismisses all changes, and its notice has the same count as the pane title`(
    context: DashboardContext
  ) {
    var state = Self.dashboard(context: context, keys: "6")
    state.add(Self.change([], [Feature(name: "Sale")], clock: "10:05:12"))
    #expect(state.screen.contains("╭ Changes 4"))
    _ = state.press("X")
    #expect(state.timedNotice?.notice.text == "All 4 changes are dismissed.")
    #expect(state.content.changeLog.rows.isEmpty)
    _ = state.press("X")
    #expect(state.timedNotice?.notice.text == "There is no change to dismiss.")
  }

  @Test func `the key x dismisses the change under the cursor, also in a read-only dashboard`() {
    for context in [Live.context, Shop.readOnly] {
      var state = Self.dashboard(context: context, keys: "6")
      state.add(Self.change([], [Feature(name: "Sale")], clock: "10:05:12"))
      #expect(state.screen.contains("╭ Changes 4"))
      #expect(state.press("x").isEmpty)
      #expect(!state.screen.contains("10:05:12"))
      #expect(state.screen.contains("10:04:12"))
      _ = state.press("j j x")
      #expect(state.screen.contains("No changes yet."))
      #expect(state.press("x").isEmpty)
    }
  }

  @Test func `the changes pane lists the newest change of the source first`() throws {
    var state = Self.dashboard(rows: 40, keys: "6")
    state.add(Self.change([], [Feature(name: "Sale")], clock: "10:05:12"))
    let screen = state.screen
    let newest = try #require(screen.firstRange(of: "10:05:12"))
    let oldest = try #require(screen.firstRange(of: "10:04:12"))
    #expect(newest.lowerBound < oldest.lowerBound)
  }

  @Test func `the changes pane lists at most 100 changes, and at most 200 features of a change`() {
    var log = ChangeLog()
    let features = (0..<500).map { Feature(name: Feature.Name(rawValue: "F\($0)")) }
    for _ in 0..<120 {
      let comparison = ConfigurationComparison(from: [], to: features)
      log.add(ComparedSource(comparison, when: Moment(.zero, clock: "")))
    }
    #expect(log.changes.count == 100)
    #expect(log.rows.count == 100 * 202)
    #expect(log.rows[201].kind == .omitted(300))
    #expect(log.names.count == 500)
    #expect(log.count == 500)
  }

  @Test func `loading an equal configuration adds no change to the changes pane`() {
    var log = ChangeLog()
    log.add(ComparedSource(ConfigurationComparison(), when: Moment(.zero, clock: "")))
    #expect(log.changes.isEmpty)
  }

  @Test func `Enter on a feature in the changes pane selects the feature in the list`() {
    var state = Self.dashboard(keys: "6 j enter")
    #expect(state.focus == .list)
    #expect(state.selected?.name == "Express pay")
    _ = state.press("6 g enter")
    #expect(state.focus == .changes)
    #expect(state.screen.contains("The activity log no longer has this load"))
  }

  @Test
  func `Enter on a load in the changes pane goes to the entry of the load in the activity log`() {
    var state = Self.dashboard()
    for (text, kind) in [("Polled: 200", ActivityEntry.Kind.poll), ("New Cart: on", .own)] {
      let entry = ActivityEntry(when: Moment(.zero, clock: "10:04:12"), kind: kind, text: text)
      _ = state.update(.activity(entry), now: .zero)
    }
    _ = state.press("6 g")
    #expect(state.screen.contains("enter show the load"))
    _ = state.press("enter")
    #expect(state.focus == .activity)
    #expect(state.panes.activity.log.current?.text == "Polled: 200")
  }

  @Test func `the bracket keys go to the next and the previous changed feature from any pane`() {
    var state = Self.dashboard(keys: "3 ]")
    #expect(state.focus == .list)
    #expect(state.selected?.name == "Express pay")
    _ = state.press("]")
    #expect(state.selected?.name == "Gift wrap")
    _ = state.press("]")
    #expect(state.selected?.name == "Express pay")
    _ = state.press("[")
    #expect(state.selected?.name == "Gift wrap")
  }

  @Test func `without a changed feature, the bracket keys show a notice`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "]")
    #expect(state.screen.contains("No feature has changed"))
  }

  @Test func `the filter for changed features also lists features that change later`() {
    var state = Self.dashboard(keys: "f G space")
    let screen = state.screen
    #expect(screen.contains("[x] Changed"))
    _ = state.press("esc")
    #expect(state.screen.contains("Express pay"))
    #expect(!state.screen.contains("New Cart "))
    state.add(Self.change([Feature(name: "New Cart", enabled: true)], [Feature(name: "New Cart")]))
    #expect(state.screen.contains("New Cart "))
  }

  @Test func `the changes pane replaces control characters in names and descriptions`() {
    var state = Shop.dashboard(columns: 120, rows: 24, keys: "6")
    let old = Feature(name: "a\u{1B}[2J", description: "b\u{202E}")
    let new = Feature(name: "a\u{1B}[2J", description: "c\u{9B}\nd")
    state.add(Self.change([old], [new]))
    let isRaw = state.screen.unicodeScalars.contains { scalar in
      let category = scalar.properties.generalCategory
      return category == .control && scalar != "\n" || category == .format
    }
    #expect(!isRaw)
    #expect(state.screen.contains("description:"))
  }
}
