import FeatureFlags
import Frame
import TestSupport
import Testing

@testable import Dashboard

/// Tests focusing panes.
struct PaneTests {
  @Test func `pressing a number key opens the pane of that number beside the list`() {
    var state = Live.dashboard(entries: Live.entries(3))
    #expect(state.screen.contains("╮╭ Beta badge"))
    _ = state.press("2")
    #expect(state.screen.contains("╮╭ Connectivity"))
    _ = state.press("3")
    #expect(state.screen.contains("╮╭ Activity 3"))
    _ = state.press("1 j")
    #expect(state.screen.contains("╮╭ Activity 3"))
    #expect(state.screen.contains("▌ ▣ Gold theme"))
    _ = state.press("enter")
    #expect(state.screen.contains("╮╭ Gold theme"))
  }

  @Test func `pressing Tab moves the focus between the list and the open pane`() {
    var state = Live.dashboard(keys: "2 tab")
    #expect(state.press("r") == [.session(.refresh)])
    #expect(state.press("tab r") == [.session(.checkConnectivity)])
  }

  @Test(arguments: ["2 esc", "2 1 esc", "2 tab esc"])
  func `Escape closes the pane beside the list, which then shows the details again`(keys: String) {
    var state = Live.dashboard(keys: "2")
    #expect(state.screen.contains("╮╭ Connectivity"))
    state = Live.dashboard(keys: keys)
    #expect(state.screen.contains("╮╭ Beta badge"))
    #expect(state.focus == .list)
  }

  /// Pairs of a pane and a key that changes features in the list, without the keys that have a meaning
  /// of their own in the activity log.
  private static let changingKeys = ["2", "3", "4", "5"].flatMap { pane in
    ["space", "→", "v", "o", "x", "m"].map { (pane: pane, key: $0) }
  }.filter { $0.pane != "3" || !["o", "m", "x"].contains($0.key) }

  @Test(arguments: changingKeys)
  func `in a pane other than the list, a key that changes features in the list changes none`(
    pane: String,
    key: String
  ) {
    var state = Live.dashboard(columns: 80, rows: 24, keys: pane)
    #expect(state.press(key).isEmpty)
    #expect(state.screen.contains("1 goes to the features"))
    #expect(state.press("1 esc").isEmpty)
    #expect(!state.screen.contains("marked"))
  }

  @Test func `resetting all overrides is possible while the activity log has the focus`() {
    var state = Live.dashboard(keys: "3 O")
    #expect(state.screen.contains("Reset all?"))
    #expect(state.press("y") == [.overrides(.resetAll)])
  }

  @Test func `every type that conforms to Pane has its own PaneID`() throws {
    let panes = Panes()
    let types = PaneID.allCases.map { "\(type(of: panes[$0]))" }
    #expect(try SourceCode.types(conformingTo: "Pane", in: "Dashboard") == Set(types))
    #expect(Set(types).count == types.count)
  }

  @Test(arguments: PaneID.allCases)
  func `for every pane there is an action that focuses the pane`(pane: PaneID) {
    let focused = Action.allCases.compactMap(\.keys.first).map { key in
      var state = Live.dashboard(keys: pane == .list ? "2" : "")
      _ = state.update(.key(key), now: .zero)
      return state.focus
    }
    #expect(focused.contains(pane))
  }

  @Test func `every pane is drawn at every size`() {
    let start = Live.dashboard(
      poll: Live.failed,
      reports: [Live.online, Live.portal, Live.offline],
      entries: Live.entries(20)
    )
    let panes = PaneID.allCases.map { pane in
      var state = start
      state.go(to: pane)
      return state
    }
    let inputs = ["3 / x", "2 ?", "4 / x", "4 tab", "4 f f", "f"].map { keys in
      var state = start
      _ = state.update(.serving(Served.activity), now: .zero)
      _ = state.press(keys)
      return state
    }
    for var state in panes + inputs {
      for columns in [0, 1, 5, 39, 40, 41, 60, 99, 100, 101, 200] {
        for rows in [0, 1, 7, 8, 9, 24, 60] {
          let size = Size(columns: columns, rows: rows)
          _ = state.update(.resized(size), now: .zero)
          #expect(state.frame(now: .zero).size == size)
        }
      }
    }
  }

  @Test func `the filters of the log for polls and for problems both list a failed poll`() {
    for (keys, title) in [
      ("3 f space enter", "Activity 3 of 6  [polls]"),
      ("3 f j j j j space enter", "1 of 6  [problems]"),
    ] {
      let state = Live.dashboard(entries: Live.entries(6), keys: keys)
      #expect(state.screen.contains(title))
      #expect(state.screen.contains("✗ flags.example.test refused"))
    }
  }

  @Test func `control characters in text from the network are replaced`() {
    var status = Live.failed
    status.failure = "bad\u{1B}[2J\nnews\u{202E}"
    let entry = ActivityEntry(
      when: Moment(.zero, clock: "10:00:00"),
      kind: .problem,
      text: "a\u{1B}]0;b",
      details: "c\u{9B}d"
    )
    for keys in ["2", "3"] {
      let state = Live.dashboard(poll: status, entries: [entry], keys: keys)
      let isRaw = state.screen.unicodeScalars.contains { scalar in
        let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
        return isControl || scalar.properties.generalCategory == .format
      }
      #expect(!isRaw)
    }
  }
}
