import FeatureFlags
import Frame
import Serving
import TestSupport
import Testing
import Text
import Workbench

@testable import Dashboard

/// Tests the keys, the order of rows and the ticks of the clients pane.
struct ClientsPaneTests {
  /// A source whose features depend on the user.
  private var snapshot: LoadedSource {
    LoadedSource(
      features: Shop.features,
      origin: .file,
      userFields: UserFields(key: "tester")
    )
  }

  /// The rows of the screen that contain a text.
  private func rows(_ state: DashboardState, with text: String) -> [String] {
    state.screen.split(separator: "\n").map(String.init).filter { $0.contains(text) }
  }

  @Test(arguments: [false, true])
  func `Enter on a client evaluates the features for its user, even if the dashboard is read-only`(
    isReadOnly: Bool
  ) {
    var state = Served.dashboard(
      context: isReadOnly ? Shop.readOnly : Shop.context,
      snapshot: snapshot,
      keys: "4"
    )
    let user = UserFields(key: "ana", attributes: #"{"age":42,"beta":true,"plan":"gold"}"#)
    #expect(state.press("enter") == [.session(.setUser(user))])
    #expect(state.screen.contains("✓ Evaluating for ana, as for this client."))
    let other = UserFields(key: "u-4711", attributes: #"{"country":"es"}"#)
    #expect(state.press("j enter") == [.session(.setUser(other))])
  }

  @Test
  func `a column in which all clients have the same value is omitted to make room for names`() {
    var activity = Served.activity
    activity.clients = (1...3).map { id in
      ServedClient(
        id: id,
        address: "127.0.0.1",
        userAgent: "com.example.shop.checkout-service-\(id)/12.4.1",
        endpoint: "bulk",
        context: EvaluationContext(targetingKey: "u-\(id)"),
        lastSeen: Served.date(-3)
      )
    }
    let screen = Served.dashboard(activity: activity, keys: "4").screen
    #expect(screen.contains("Clients 3  all: 127.0.0.1, bulk"))
    #expect(screen.contains("com.example.shop.checkout-service-3/12.4.1"))
    #expect(!screen.contains("Address"))
    let narrow = Served.dashboard(columns: 60, activity: activity, keys: "4").screen
    #expect(narrow.contains("…1/12.4.1"))
    #expect(narrow.contains("…3/12.4.1"))
    activity.clients[0] = Served.clients[0]
    let other = Served.dashboard(activity: activity, keys: "4").screen
    #expect(other.contains("  all: 127.0.0.1"))
    #expect(other.contains("Endpoint"))
  }

  @Test func `a client is named by its app and instance, with the number of its evaluations`() {
    var activity = Served.activity
    activity.clients = [
      ServedClient(
        id: 1,
        address: "127.0.0.1",
        userAgent: "python-requests/2.34.2",
        app: "shop",
        instance: "till-1",
        endpoint: "unleash",
        lastSeen: Served.date(-3),
        evaluationCount: 12_345
      )
    ]
    let state = Served.dashboard(activity: activity, keys: "4")
    #expect(rows(state, with: "shop/till-1").first?.contains(" 12k ") == true)
    #expect(state.screen.contains("│ python-requests/2.34.2 "))
    let narrow = Served.dashboard(columns: 66, activity: activity, keys: "4").screen
    #expect(!narrow.contains("Evals") && narrow.contains("12345 evaluations"))
  }

  @Test func `the details show which app has evaluated a feature, and the counts of variants`() {
    var activity = Served.activity
    activity.uses["CTA colour"]?.reports = [
      FeatureUse.AppReport(
        app: "shop",
        on: 1_200,
        off: 3,
        variants: ["red": 8, "blue": 1_100],
        date: Served.date(-60)
      )
    ]
    let keys = "4 tab j j enter enter"
    let state = Served.dashboard(columns: 120, rows: 40, activity: activity, keys: keys)
    #expect(state.screen.contains("shop  1.2k on, 3 off: blue "))
  }

  @Test
  func `a test case counts the evaluations that an app reports after the start of the test case`() {
    let name: Feature.Name = "CTA colour"
    var base = Served.activity
    let report = FeatureUse.AppReport(
      app: "shop",
      on: 10,
      off: 2,
      variants: ["red": 4],
      date: Served.date(-60)
    )
    base.uses[name] = FeatureUse(count: 12, last: Served.date(-60), reports: [report])
    let testCase = TestCase(start: Served.date(-30), base: base)
    #expect(ClientRequests(base, since: testCase).use(of: name) == nil)
    var next = base
    let later = FeatureUse.AppReport(
      app: "shop",
      on: 15,
      off: 2,
      variants: ["red": 7, "blue": 1],
      date: Served.date(0)
    )
    next.uses[name] = FeatureUse(count: 17, last: Served.date(0), reports: [later])
    let use = ClientRequests(next, since: testCase).use(of: name)
    #expect(use?.count == 5 && use?.reports.map(\.on) == [5] && use?.reports.map(\.off) == [0])
    #expect(use?.reports.first?.variants == ["red": 3, "blue": 1])
  }

  @Test func `Enter on a client without a user shows a notice`() {
    var state = Served.dashboard(snapshot: snapshot, keys: "4 G")
    #expect(state.press("enter").isEmpty)
    #expect(state.screen.contains("This client has not sent a user."))
  }

  @Test func `Enter in an empty list of clients shows a notice`() {
    var state = Served.dashboard(activity: Served.empty, snapshot: snapshot, keys: "4")
    #expect(state.press("enter").isEmpty)
    #expect(state.screen.contains("No client has sent a request yet."))
  }

  @Test func `if the source has no users, Enter on a client shows a notice`() {
    var state = Served.dashboard(keys: "4")
    #expect(state.press("enter").isEmpty)
    #expect(state.screen.contains("This source has no users"))
  }

  @Test(arguments: [("4 tab j j enter", "▌ ◐ CTA colour"), ("4 tab j j j enter", "▌ ⚑ New Cart")])
  func `Enter on an evaluation goes to its feature`(keys: String, row: String) {
    #expect(Served.dashboard(keys: keys).screen.contains(row))
  }

  @Test func `Enter on the evaluation of a variable goes to the feature of the variable`() {
    var activity = Served.activity
    activity.evaluations = [
      ServedEvaluation(
        id: 1,
        date: Served.start,
        client: 1,
        user: nil,
        key: "Product layout.columns.x",
        result: "3"
      )
    ]
    let state = Served.dashboard(activity: activity, keys: "4 tab enter")
    #expect(state.screen.contains("▌ ◐ Product layout"))
  }

  @Test func `Enter on an unknown key and on a bulk evaluation shows a notice`() {
    let unknown = Served.dashboard(columns: 120, keys: "4 f f j enter")
    #expect(unknown.screen.contains("▲ No feature has the key gift-wrap."))
    #expect(
      Served.dashboard(keys: "4 tab enter").screen.contains("This row is not about one feature.")
    )
  }

  @Test func `Tab moves the focus from the clients to the evaluations and to the features`() {
    var state = Served.dashboard(columns: 120, rows: 32, keys: "4")
    #expect(rows(state, with: "▌  127.0.0.1").count == 1)
    _ = state.press("tab")
    #expect(rows(state, with: "▌12:00:00").count == 1)
    _ = state.press("tab j")
    #expect(rows(state, with: "▌ ▣ Gold theme").count == 1)
    _ = state.press("tab")
    #expect(rows(state, with: "▌  127.0.0.1").count == 1)
  }

  @Test func `requests of clients do not reorder the rows of the client table`() throws {
    var state = Served.dashboard(keys: "4 j")
    let before = rows(state, with: "192.168.1.2")
    var next = Served.activity
    next.clients = [2, 0, 1].map { Served.clients[$0] }
    next.clients[1].requestCount += 1
    _ = state.update(.serving(next), now: .zero)
    #expect(rows(state, with: "192.168.1.2") == before)
    // The server drops the first client.
    next.clients = Array(Served.clients.dropFirst())
    _ = state.update(.serving(next), now: .zero)
    #expect(rows(state, with: "▌● 192.168.1.20").count == 1)
  }

  /// Returns the evaluations on the screen, without the right border and the full texts.
  private func evaluations(_ state: DashboardState) -> [String] {
    state.screen.split(separator: "\n").drop { !$0.hasPrefix("╭ Evaluations") }
      .dropFirst().dropLast(3)
      .map { String($0.dropLast()) }
  }

  @Test
  func `new evaluations move no visible row while the cursor is not on the newest evaluation`() {
    var state = Served.dashboard(keys: "4 tab j j")
    let before = evaluations(state)
    var next = Served.activity
    next.evaluations += Served.evaluations(5, from: 41)
    _ = state.update(.serving(next), now: .zero)
    #expect(evaluations(state) == before)
    _ = state.press("g")
    #expect(evaluations(state) != before)
  }

  @Test
  func `when the server drops the evaluation under the cursor, the cursor moves to another one`() {
    var state = Served.dashboard(keys: "4 tab G")
    var next = Served.activity
    next.evaluations = Served.evaluations(3, from: 900)
    _ = state.update(.serving(next), now: .zero)
    #expect(rows(state, with: "▌12:14:20").count == 1)
    next.evaluations = []
    _ = state.update(.serving(next), now: .zero)
    #expect(state.screen.contains("No evaluations yet."))
  }

  @Test
  func `a search that stays open while evaluations arrive has the same result as a new search`() {
    var state = Served.dashboard(keys: "4 / g r o u p enter")
    for last in [41, 47, 90, 700] {
      var next = Served.activity
      next.evaluations = Served.evaluations(40, from: last - 39)
      _ = state.update(.serving(next), now: .zero)
      let fresh = Served.dashboard(activity: next, keys: "4 / g r o u p enter")
      #expect(evaluations(state) == evaluations(fresh))
      #expect(rows(state, with: "Group A").count == 11)
    }
    // Lower numbers of evaluations mean that another server has started.
    _ = state.update(.serving(Served.activity), now: .zero)
    #expect(rows(state, with: "Group A").count == 11)
  }

  @Test(arguments: [
    ("o k h t t p", "10 of 40"), ("1 2 7 . 0", "30 of 40"), ("4 7 1 1", "10 of 40"),
    ("n o t _ f o u n d", "10 of 40"), ("z z z", "0 of 40"),
  ])
  func `a search finds evaluations by client, address, user and result`(
    text: String,
    count: String
  ) {
    #expect(Served.dashboard(keys: "4 / \(text)").screen.contains("Evaluations \(count)"))
  }

  @Test
  func `the key f lists overridden evaluations, unknown keys, requested features and all in turn`()
  {
    var state = Served.dashboard(keys: "4 f")
    #expect(state.screen.contains("Evaluations 10 of 40  [overridden]"))
    _ = state.press("f")
    #expect(state.screen.contains("Unknown keys 2"))
    _ = state.press("f")
    #expect(state.screen.contains("Asked 3  since 11:00:00"))
    _ = state.press("f")
    #expect(state.screen.contains("Evaluations 40 ─"))
    _ = state.press("f f / g i f t enter")
    #expect(state.screen.contains("Unknown keys 1 of 2"))
    _ = state.press("esc")
    #expect(state.screen.contains("Evaluations 40 ─"))
    _ = state.press("esc")
    #expect(state.focus == .list)
  }

  @Test func `pausing the evaluations does not pause polling`() {
    var state = Served.dashboard(keys: "4")
    state.setPolling(Live.fresh)
    #expect(state.press("p").isEmpty)
    #expect(state.screen.contains("‖ paused, 0 new"))
    #expect(state.screen.contains("p resume"))
    #expect(state.press("1 p") == [.session(.pausePolling(true))])
  }

  @Test func `ages below a minute are updated every second, and longer ages every minute`() throws {
    var state = Served.dashboard(keys: "4")
    #expect(state.nextTick == .seconds(1))
    _ = state.update(.tick, now: .seconds(1))
    #expect(state.frame(now: .seconds(1)).text.contains(" 4s "))
    _ = state.update(.tick, now: .seconds(70))
    // The ages of the clients are 73 s, 111 s and 270 s.
    #expect(state.nextTick == .seconds(79))
    #expect(state.frame(now: .seconds(70)).text.contains(" 1m "))
  }

  @Test func `a tick is scheduled only for ages that are visible`() {
    #expect(Served.dashboard(keys: "a").nextTick == nil)
    #expect(Served.dashboard(keys: "enter").nextTick == nil)
    #expect(Served.dashboard(keys: "3").nextTick == nil)
    #expect(Served.dashboard(activity: nil, keys: "4").nextTick == nil)
    #expect(Served.dashboard(columns: 30, keys: "4").nextTick == nil)
    #expect(Served.dashboard().nextTick == .seconds(1))
    #expect(Served.dashboard(columns: 120, keys: "3").nextTick == .seconds(1))
  }

  @Test
  func `a feature that a client requests leaves the list of features that were never evaluated`() {
    var state = Served.dashboard(keys: "f G space enter")
    #expect(state.screen.contains("Features 11 of 14  [Never evaluated]"))
    var next = Served.activity
    next.uses["Gold theme"] = FeatureUse(count: 1, last: Served.start)
    _ = state.update(.serving(next), now: .zero)
    #expect(state.screen.contains("Features 10 of 14"))
    #expect(!state.screen.contains("Gold theme"))
    _ = state.press("esc")
    #expect(state.screen.contains("Features 14 "))
  }

  @Test func `without a server, the filter dialog has no criterion for requests of clients`() {
    #expect(!Shop.dashboard(columns: 80, rows: 24, keys: "f").screen.contains("Never evaluated"))
  }

  @Test func `the column of client requests can be hidden, and needs a server and enough width`() {
    var state = Served.dashboard(keys: "a")
    #expect(!state.screen.contains("asked"))
    _ = state.press("a")
    #expect(state.screen.contains("asked"))
    #expect(!Served.dashboard(columns: 44).screen.contains("asked"))
    let without = Shop.dashboard(columns: 80, rows: 24, keys: "a").screen
    #expect(without.contains("No server runs, so there are no requests"))
    #expect(!without.contains(" asked "))
  }

  @Test(arguments: [
    ("http://127.0.0.1:8016", "⇄ 8016"), ("https://flags.test", "⇄ flags.test"),
    ("http://[::1]:90/base", "⇄ 90"), ("http://[::1]", "⇄ [::1]"), ("", "⇄ "),
  ])
  func `the header shows the port of the server, or the host of a URL without a port`(
    url: String,
    text: String
  ) {
    var activity = Served.activity
    activity.url = url
    #expect(
      Served.dashboard(columns: 160, activity: activity).screen.contains(text + " · 3 clients")
    )
  }

  @Test func `the clients pane warns of access without a token and of rejected requests`() {
    var activity = Served.activity
    activity.access = .open(isLoopback: false)
    #expect(
      Served.dashboard(activity: activity, keys: "4").screen.contains("▲ open without token")
    )
    activity.access = .token
    activity.rejectedCount = 7
    let screen = Served.dashboard(activity: activity, keys: "4").screen
    #expect(screen.contains("● token required   1204 requests · ✗ 7 rejected"))
  }
}
