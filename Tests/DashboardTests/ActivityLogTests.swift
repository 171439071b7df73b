import TestSupport
import Testing
import Text

import struct FoundationEssentials.Date

@testable import Dashboard
@testable import FeatureFlags

/// Tests the activity log: its merging of polls, its filter, past changes, and the reset of a logged
/// change.
struct ActivityLogTests {
  private static func entry(
    _ text: String,
    _ kind: ActivityEntry.Kind = .poll,
    seconds: Int = 0,
    author: String? = nil,
    features: [Feature.Name] = []
  ) -> ActivityEntry {
    ActivityEntry(
      when: Moment(.seconds(seconds), clock: "10:00:\(10 + seconds)"),
      kind: kind,
      text: text,
      author: author,
      features: features
    )
  }

  private static func dashboard(_ entries: [ActivityEntry], keys: String = "3") -> DashboardState {
    Live.dashboard(columns: 80, rows: 24, entries: entries, keys: keys)
  }

  /// Changes that two people made to overrides, and polls between these changes.
  private static let operations = [
    entry("CTA colour: Group A", .own, author: "ana@build-7", features: ["CTA colour"]),
    entry("Unchanged"),
    entry("Gift wrap: Enabled", .other, author: "ben@x", features: ["Gift wrap"]),
    entry("Unchanged"),
  ]

  @Test
  func `equal polls in a row are one log entry with their number and the time of the last one`() {
    var log = ActivityLog()
    for number in 0..<12 { log.add(Self.entry("Unchanged", seconds: number)) }
    #expect(log.count == 1)
    #expect(log.shown.map(\.title) == ["Unchanged × 12"])
    #expect(log.shown.first?.when.clock == "10:00:21")
  }

  @Test
  func `polls before and after a change are not merged in the log, and neither are equal changes`()
  {
    var log = ActivityLog()
    for text in ["Unchanged", "Unchanged"] { log.add(Self.entry(text)) }
    for _ in 0..<2 { log.add(Self.entry("Gift wrap: Enabled", .own)) }
    log.add(Self.entry("Unchanged"))
    #expect(
      log.shown.map(\.title) == [
        "Unchanged", "Gift wrap: Enabled", "Gift wrap: Enabled", "Unchanged × 2",
      ]
    )
  }

  @Test func `merged polls and new entries leave the cursor of the activity log on its entry`() {
    var state = Self.dashboard(Self.operations, keys: "3 j j")
    let current = state.panes.activity.log.current
    _ = state.update(.activity(Self.entry("Unchanged", seconds: 9)), now: .zero)
    #expect(state.panes.activity.log.current == current)
    #expect(state.screen.contains("10:00:19 ↻ Unchanged × 2"))
    _ = state.update(.activity(Self.entry("Express pay: reset", .own)), now: .zero)
    #expect(state.panes.activity.log.current == current)
  }

  @Test func `plain mode announces a repeated poll once`() {
    var state = Self.dashboard([], keys: "")
    state.startPlainMode()
    _ = state.removeLines()
    for number in 0..<3 {
      _ = state.update(.activity(Self.entry("Unchanged", seconds: number)), now: .zero)
    }
    #expect(state.removeLines().map(\.text) == ["10:00:10 Unchanged"])
  }

  @Test func `the log sorts operations by time, and drops the oldest ones above its limit`() {
    var log = ActivityLog()
    log.add(Self.entry("Unchanged"))
    log.add(operations: (0..<2_000).map { Self.entry("\($0)", .own, seconds: $0 - 2_000) })
    log.add(Self.entry("Gift wrap: Enabled", .own))
    #expect(log.shown.prefix(3).map(\.text) == ["Gift wrap: Enabled", "Unchanged", "1999"])
    #expect(log.count == ActivityLog.limit)
    #expect(log.shown.last?.text == "1002")
    #expect(Set(log.shown.map(\.number)).count == ActivityLog.limit)
  }

  @Test
  func `the key f lists the kinds and authors of log entries with counts, and filters by them`() {
    var state = Self.dashboard(Self.operations, keys: "3 f")
    let screen = state.screen
    for text in ["[ ] polls", "kind       2", "[ ] ana@build-7", "author     1"] {
      #expect(screen.contains(text), "\(text)")
    }
    _ = state.press("G space enter")
    #expect(state.screen.contains("Activity 1 of 4  [ben@x]"))
    #expect(state.panes.activity.log.shown.map(\.text) == ["Gift wrap: Enabled"])
    _ = state.press("esc")
    #expect(state.panes.activity.log.shown.count == 4)
    _ = state.press("f space enter")
    #expect(state.screen.contains("Activity 2 of 4  [polls]"))
  }

  @Test func `a change of 3,000 features by the user is one log entry`() throws {
    let when = Live.context.wallClock.moment(at: .zero)
    let features = (0..<3_000).map {
      Feature(name: Feature.Name(rawValue: "Feature \($0)")).overridden(Override(enabled: $0 == 1))
    }
    func texts(_ features: [Feature]) throws -> [String] {
      let entry = try #require(ActivityEntry(ownChangeOf: features, when: when))
      #expect(entry.features == features.map(\.name))
      return [entry.text, entry.details]
    }
    let states = "Feature 0: Disabled, Feature 1: Enabled, Feature 2: Disabled and 2997 more"
    #expect(try texts(features) == ["3000 features changed", states])
    #expect(
      try texts(Array(features[2...3])) == ["2 features: Disabled", "Feature 2, Feature 3"]
    )
    let bare = [Feature(name: "a"), Feature(name: "b")]
    #expect(try texts(bare) == ["2 overrides reset", "a, b"])
    #expect(try texts([features[1]]) == ["Feature 1: Enabled", ""])
  }

  @Test func `a change of a note by the user is a log entry with the note`() {
    let when = Live.context.wallClock.moment(at: .zero)
    func entry(_ note: String, _ names: [Feature.Name]) -> ActivityEntry {
      ActivityEntry(own: ActivityEntry.text(ofNote: note), of: names, when: when)
    }
    #expect(entry("QA-123", ["New Cart"]).text == "New Cart: note QA-123")
    #expect(entry("", ["a", "b"]).text == "2 features: note removed")
    #expect(entry("", ["a", "b"]).details == "a, b")
  }

  /// The entries of a change by another program, newest first.
  private func entries(afterChange features: [Feature], cause: StoreChange.Cause) -> [ActivityEntry]
  {
    var state = Shop.dashboard(columns: 80, rows: 24)
    let change = StoreChange(revision: 1, kind: .overridden(features), cause: cause)
    _ = state.update(.session(.changed(change)), now: .zero)
    return state.panes.activity.log.shown
  }

  @Test func `a change of many features by other programs is one log entry for each author`() {
    let features = Shop.features.prefix(6).enumerated().map { index, feature in
      feature.overridden(Override(enabled: true, author: ["ana", "ben"][index % 2]))
    }
    let entries = entries(afterChange: features, cause: .others)
    #expect(
      entries.map(\.text) == ["3 overrides were changed by ben", "3 overrides were changed by ana"]
    )
    #expect(entries.map(\.author) == ["ben", "ana"])
    #expect(entries.last?.details.hasPrefix("New Cart: Enabled, ") == true)
  }

  @Test func `overrides that expire at the same time are one log entry`() {
    let features = Array(Shop.features.prefix(3))
    let entries = entries(afterChange: features, cause: .expiry)
    #expect(entries.map(\.text) == ["3 overrides have expired"])
  }

  @Test
  func `if another program changes only the note of an override, the log entry has the note`() {
    let overridden = Shop.features.first { $0.isOverridden }
    let noted = overridden.map {
      $0.overridden(Override(variation: "Group A", author: "ana", note: "QA-7"))
    }
    let entries = entries(afterChange: noted.map { [$0] } ?? [], cause: .others)
    #expect(entries.map(\.text) == ["CTA colour: note QA-7"])
    #expect(entries.map(\.details) == ["override by ana from another program"])
  }

  private static let lifetimes: [(lifetime: Override.Lifetime, note: String?, text: String)] = [
    (.until(Date(timeIntervalSince1970: 4_070_908_800)), nil, "override applies until 2099-01-01"),
    (.session, nil, "override applies for a session"),
    (.session, "QA-7", "override applies for a session, note QA-7"),
  ]

  @Test(arguments: lifetimes)
  func `if another program changes the lifetime of an override, the log entry has the lifetime`(
    lifetime: Override.Lifetime,
    note: String?,
    text: String
  ) {
    let overridden = Shop.features.first { $0.isOverridden }
    let changed = overridden.map {
      $0.overridden(
        Override(variation: "Group A", lifetime: lifetime, author: "ana", note: note)
      )
    }
    let entries = entries(afterChange: changed.map { [$0] } ?? [], cause: .others)
    #expect(entries.first?.text.hasPrefix("CTA colour: " + text) == true, "\(entries)")
  }

  @Test func `the key o in the activity log resets the overrides of the entry under the cursor`() {
    var state = Self.dashboard(Self.operations, keys: "3 G")
    #expect(state.press("o") == [.overrides(.reset(["CTA colour"], only: .everyone))])
  }

  @Test
  func `the key o in the activity log resets the overrides of marked entries after confirmation`() {
    let features = Shop.features.map { feature in
      feature.name == "Gift wrap" ? feature.overridden(Override(enabled: true)) : feature
    }
    var state = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(features: features, origin: .file)
    )
    for entry in Self.operations { _ = state.update(.activity(entry), now: .zero) }
    _ = state.press("3 j m j m")
    #expect(state.screen.contains("Activity 4  2 marked"))
    #expect(state.press("o").isEmpty)
    #expect(state.screen.contains("This resets 2 overrides."))
    #expect(state.press("y") == [.overrides(.reset(["CTA colour", "Gift wrap"], only: .everyone))])
    #expect(state.panes.activity.log.marks.isEmpty)
  }

  @Test func `the key o on a log entry without a feature or an override to reset shows a notice`() {
    var state = Self.dashboard(Self.operations)
    #expect(state.press("o").isEmpty)
    #expect(state.screen.contains("This entry has no override to reset."))
    #expect(state.press("j o").isEmpty)
    #expect(state.screen.contains("There is no override to reset."))
  }

  @Test func `the key o in the activity log of a read-only dashboard resets no override`() {
    var state = Shop.dashboard(columns: 80, rows: 24, context: Shop.readOnly)
    for entry in Self.operations { _ = state.update(.activity(entry), now: .zero) }
    #expect(state.press("3 G o").isEmpty)
    #expect(!state.screen.contains("o reset"))
  }

  @Test func `Enter on an entry of the activity log goes to the feature of the entry`() {
    let state = Self.dashboard(Self.operations, keys: "3 j enter")
    #expect(state.focus == .list)
    #expect(state.selected?.name == "Gift wrap")
  }
}
