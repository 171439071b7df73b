import FeatureFlags
import Serving
import TestSupport
import Testing
import Text
import Workbench

@testable import Dashboard

/// Tests the numbers of clients' requests, in total and since the start of a test case.
struct TestCaseTests {
  /// The activity of ``Served`` with bulk evaluations.
  private static func activity(bulk: Int, uses: [Feature.Name: FeatureUse] = Served.uses)
    -> ServingActivity
  {
    var activity = Served.activity
    activity.bulkCount = bulk
    activity.lastBulk = bulk > 0 ? Served.date(-5) : nil
    activity.uses = uses
    return activity
  }

  @Test func `a bulk evaluation counts as a request for all features in list, details and filter`()
  {
    var state = Served.dashboard(activity: Self.activity(bulk: 3), keys: "f U")
    #expect(state.content.list?.features.allSatisfy { !$0.isUnasked(state.requests) } == true)
    _ = state.press("esc")
    let rows = state.screen.split(separator: "\n")
    #expect(rows.contains { $0.contains("Gift wrap") && $0.contains("all × 3") })
    #expect(rows.contains { $0.contains("New Cart") && $0.contains("812 · 3s") })
    _ = state.press("/ g i f t enter enter")
    #expect(state.screen.contains("Asked        all × 3, last at 11:59:55"))
    #expect(!state.screen.contains("by no client"))
  }

  @Test func `without a bulk evaluation, a feature without evaluations counts as not requested`() {
    let state = Served.dashboard(activity: Self.activity(bulk: 0))
    let unasked = state.content.list?.features.filter { $0.isUnasked(state.requests) }
    #expect(unasked?.count == 14 - Served.uses.count)
  }

  @Test func `a test case counts requests from its start, and lists the features requested since`()
  {
    var state = Served.dashboard(activity: Self.activity(bulk: 3), keys: "C")
    #expect(state.focus == .clients)
    #expect(state.screen.contains("Test case 0  since 12:00:00"))
    #expect(state.screen.contains("No client has asked for a feature yet."))
    #expect(state.requests.isAsked("New Cart") == false)
    var uses = Served.uses
    uses["New Cart"]?.count += 2
    uses["Gift wrap"] = FeatureUse(count: 1, last: Served.date(4))
    var activity = Self.activity(bulk: 5, uses: uses)
    activity.unknownKeys[0].count += 1
    activity.requestCount += 6
    _ = state.update(.serving(activity), now: .seconds(5))
    let screen = state.screen
    #expect(screen.contains("Test case 2  since 12:00:00 · all × 2"))
    #expect(screen.contains("▲ 1 unknown key (f)"))
    let rows = screen.split(separator: "\n")
    #expect(rows.contains { $0.contains("Gift wrap") && $0.contains("1 ×") })
    #expect(rows.contains { $0.contains("New Cart") && $0.contains("2 ×") })
    #expect(!screen.contains("CTA colour"))
    let summary = state.testCaseSummary
    #expect(summary?.features.map(\.key) == ["Gift wrap", "New Cart"])
    #expect(summary?.unknownKeys.map(\.count) == [1])
    #expect(summary?.requestCount == 6)
    #expect(summary?.bulkCount == 2)
  }

  @Test func `Enter in the list of a test case goes to the feature`() {
    var state = Served.dashboard(keys: "C")
    var uses = Served.uses
    uses["Gift wrap"] = FeatureUse(count: 1, last: Served.date(4))
    _ = state.update(.serving(Self.activity(bulk: 0, uses: uses)), now: .seconds(5))
    _ = state.press("enter")
    #expect(state.focus == .list)
    #expect(state.selected?.name == "Gift wrap")
  }

  @Test func `without a server a test case cannot be started`() {
    let state = Served.dashboard(activity: nil, keys: "C")
    #expect(state.screen.contains("No server runs"))
    #expect(state.testCaseSummary == nil)
  }

  @Test func `a test case ends when the server is restarted`() {
    var state = Served.dashboard(keys: "C")
    var activity = Served.activity
    activity.start = Served.date(1)
    _ = state.update(.serving(activity), now: .seconds(5))
    #expect(state.requests.isTestCase == false)
    #expect(state.requests.use(of: "New Cart")?.count == 812)
  }
}

extension DashboardState {
  /// The requests of clients to a server, which must be running.
  fileprivate var requests: ClientRequests {
    content.requests ?? ClientRequests(Served.empty, since: nil)
  }
}
