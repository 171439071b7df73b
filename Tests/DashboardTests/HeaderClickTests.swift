import FeatureFlags
import Frame
import Team
import TestSupport
import Testing
import Workbench

@testable import Dashboard

/// Tests clicks on the parts of the header.
struct HeaderClickTests {
  /// A dashboard whose header has all parts.
  private static func dashboard(columns: Int, rows: Int = 32) -> DashboardState {
    var state = Live.dashboard(columns: columns, rows: rows)
    _ = state.update(.serving(Served.activity), now: .zero)
    let comparison = ConfigurationComparison(from: [], to: [Feature(name: "Gift wrap")])
    let change = ComparedSource(comparison, when: Moment(.zero, clock: "10:04:12"))
    state.add(change)
    return state
  }

  /// A dashboard without a server, whose header has room for the connectivity at 80 columns.
  private static func smallDashboard(columns: Int) -> DashboardState {
    Live.dashboard(columns: columns, rows: 32)
  }

  /// Clicks on the first or on the last cell of a text in the header, and returns the state after each
  /// of the two clicks.
  private static func click(_ text: String, in state: DashboardState) throws -> [DashboardState] {
    let line = try #require(state.screen.split(separator: "\n").first)
    let range = try #require(line.firstRange(of: text), "\(text) in \(line)")
    let column = DisplayText(String(line[..<range.lowerBound])).width
    return [column, column + DisplayText(text).width - 1].map { column in
      var state = state
      let press = MouseInput(.press, at: Position(column: column, row: 0))
      #expect(state.update(.mouse(press), now: .zero).isEmpty)
      return state
    }
  }

  @Test(
    arguments: [
      (80, "flags.json", .activity), (80, "remote", .activity), (80, "next 1:00", .activity),
      (80, "● Ethernet", .connectivity), (80, "✗ 1", .problems),
      (120, "flags.json", .activity), (120, "remote · 200 · 87 ms", .activity),
      (120, "next 1:00 ▱▱▱▱▱", .activity), (120, "● Ethernet", .connectivity),
      (120, "✗ 1 problem", .problems),
    ] as [(Int, String, PaneID)]
  )
  func `a click on a part of the header opens its pane`(
    columns: Int,
    text: String,
    pane: PaneID
  ) throws {
    for state in try Self.click(text, in: Self.smallDashboard(columns: columns)) {
      #expect(state.focus == pane)
      #expect(state.arrangement.contains(pane))
    }
  }

  @Test(
    arguments: [
      (80, "⇄ 8016", .clients), (80, "± 1", .changes), (120, "⇄ 8016", .clients),
      (120, "± 1", .changes), (160, "5 lists them", .problems), (160, "± 1 changed", .changes),
    ] as [(Int, String, PaneID)]
  )
  func `a click on the server, changes or problems in the header opens their pane`(
    columns: Int,
    text: String,
    pane: PaneID
  ) throws {
    // The header of a polled source has no room for all parts.
    let state =
      if text.hasPrefix("5") {
        Self.smallDashboard(columns: columns)
      } else if text.hasPrefix("⇄") {
        Served.dashboard(columns: columns)
      } else {
        Self.dashboard(columns: columns)
      }
    for state in try Self.click(text, in: state) { #expect(state.focus == pane) }
  }

  @Test func `a click on the team in the header lists the members of the team`() throws {
    var before = Self.smallDashboard(columns: 120)
    _ = before.update(.team(TeamActivity(ownID: "1")), now: .zero)
    for state in try Self.click("team", in: before) { #expect(state.dialog is Menu<TeamMenu>) }
  }

  @Test(arguments: [(80, "◆ 1"), (120, "◆ 1 overridden")])
  func `a click on the number of overrides in the header lists only the overridden features`(
    columns: Int,
    text: String
  ) throws {
    var before = Self.smallDashboard(columns: columns)
    _ = before.press("- / l a y enter 3")
    #expect(before.focus == .activity)
    for state in try Self.click(text, in: before) {
      #expect(state.focus == .list)
      #expect(state.panes.list.search == nil)
      #expect(state.panes.list.filter.chips == ["Overridden"])
      #expect(state.selected?.name == "CTA colour")
      var cleared = state
      _ = cleared.press("esc")
      #expect(!cleared.panes.list.filter.isActive)
    }
  }

  @Test(arguments: [80, 120])
  func `a click on the number of overrides ends a search and lists the overridden features`(
    columns: Int
  ) throws {
    var before = Self.smallDashboard(columns: columns)
    _ = before.press("/ l a y")
    for state in try Self.click("◆ 1", in: before) {
      #expect(!state.isTyping)
      #expect(state.selected?.name == "CTA colour")
    }
  }

  @Test(arguments: [80, 120])
  func `a click in the header on a gap, the user or the word read-only does nothing`(columns: Int)
    throws
  {
    var context = Shop.readOnly
    context.user = "ana"
    let state = Shop.dashboard(columns: columns, rows: 24, context: context)
    for text in ["user ana", "read-only", " · "] {
      for clicked in try Self.click(text, in: state) {
        #expect(clicked.screen == state.screen, "\(text)")
      }
    }
  }

  @Test func `while a dialog is open, a click on the header does nothing`() throws {
    var state = Self.smallDashboard(columns: 120)
    _ = state.press("s")
    for clicked in try Self.click("✗ 1", in: state) { #expect(clicked.screen == state.screen) }
  }

  @Test func `at every width, each click area of the header covers the text with its target`() {
    for columns in 40...200 {
      var team = Self.smallDashboard(columns: columns)
      _ = team.update(.team(TeamActivity(ownID: "1")), now: .zero)
      for state in [Self.dashboard(columns: columns), Self.smallDashboard(columns: columns), team] {
        let areas = Self.areas(of: state)
        for (target, text) in areas {
          let symbols: [String] =
            switch target {
            case .pane(.problems): ["✗ 1", "5 "]
            case .pane(.changes): ["± 1"]
            case .pane(.connectivity): ["●"]
            case .pane(.clients): ["⇄ 8016"]
            case .pane(.activity): ["flags.json", "remote", "next 1:00", "1:00"]
            case .overriddenFeatures: ["◆ 1"]
            case .members: ["team"]
            case .pane(.list), .pane(.details): []
            case nil: [" "]
            }
          let isExpected = symbols.contains { text.hasPrefix($0) }
          #expect(isExpected, "\(columns): \(text)")
          if target == nil { #expect(text.allSatisfy { " ·".contains($0) }, "\(columns): \(text)") }
        }
      }
    }
  }

  /// The texts of adjacent cells with the same target, without the name of the program.
  private static func areas(of state: DashboardState) -> [(HeaderPart.Target?, String)] {
    let frame = state.frame(now: .zero)
    let header = state.header(columns: state.size.columns, now: .zero)
    var areas: [(HeaderPart.Target?, String)] = []
    for column in Header.indent..<state.size.columns {
      let target = header.target(at: column, in: Layout(state.size).header)
      let text = frame[column: column, row: 0].text
      if let last = areas.last, last.0 == target {
        areas[areas.count - 1].1 += text
      } else {
        areas.append((target, text))
      }
    }
    return areas
  }
}
