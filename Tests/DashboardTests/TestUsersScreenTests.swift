import FeatureFlags
import Frame
import ScreenTestSupport
import Serving
import TestSupport
import Testing
import Text
import Workbench

@testable import Dashboard

/// Tests the sparkline of evaluations, and the users of a test by variation, on the screen.
struct TestUsersScreenTests {
  /// A server whose clients got the variations of a test in other shares than the source expects.
  private static var activity: ServingActivity {
    var activity = Served.activity
    activity.start = Served.date(-400)
    var use = Served.uses["CTA colour"] ?? FeatureUse(count: 0, last: Served.date(0))
    for second in 0..<390 where second % 3 < 2 {
      use.curve.add(second / 40 + 1, at: Served.date(Double(second - 390)))
    }
    use.users = []
    activity.uses["CTA colour"] = use
    activity.curve = use.curve
    activity.tests["CTA colour"] = users(fit: .differs(p: 0.000_001))
    activity.tests["Sort order"] = users(fit: .fits(p: 0.43), unsteady: [])
    return activity
  }

  private static func users(
    fit: TestUsers.Fit,
    unsteady: [UnsteadyUser] = unsteady
  ) -> TestUsers {
    TestUsers(
      rows: [
        TestUsers.Row("Group A", users: 2_740, share: 0.548, expected: 0.5),
        TestUsers.Row("Group B", users: 2_260, share: 0.452, expected: 0.5),
      ],
      total: 5_000,
      precision: .exact,
      overridden: 12,
      fit: fit,
      unsteady: unsteady,
      unsteadyCount: unsteady.count,
      start: Served.date(-380)
    )
  }

  private static var unsteady: [UnsteadyUser] {
    let free = EvaluationContext(targetingKey: "ana", attributes: ["plan": "free", "age": 42])
    return [
      UnsteadyUser(
        key: "ana",
        first: .init(variation: "Group A", context: Served.ana, date: Served.date(-100)),
        second: .init(variation: "Group B", context: free, date: Served.date(-40))
      ),
      UnsteadyUser(
        key: "u-4711",
        first: .init(variation: "Group B", context: nil, date: Served.date(-90)),
        second: .init(variation: "Group A", context: Served.phone, date: Served.date(-30))
      ),
    ]
  }

  private func details(columns: Int, rows: Int) -> DashboardState {
    let keys = "/ C T A enter enter"
    return Served.dashboard(columns: columns, rows: rows, activity: Self.activity, keys: keys)
  }

  @Test func `the details show the users of each variation, and who got several variations`() {
    expectScreen(
      details(columns: 80, rows: 44),
      """
       Halyard   shop.json   file   ⇄ 8016           ✗ 1 problem (5) · ◆ 1 overridden
      ╭ CTA colour · A/B Test ◆ ─────────────────────────────────────────────────────╮
      │ Description  The colour of the button that buys                              │
      │                                                                              │
      │ State        Enabled                                                         │
      │ Variation    Group A ◆                                                       │
      │                                                                              │
      │ Variations   1█████████████████████████████2█████████████████████████████    │
      │                                                   ↑ 62.5 %                   │
      │              1 ● Group A  50 %                                               │
      │              2 ○ Group B  50 %  assigned                                     │
      │                                                                              │
      │ Assignment   62.5                                                            │
      │ Labels       label1, label2                                                  │
      │ Section      Checkout                                                        │
      │ Configured   Group B                                                         │
      │ Override     Group A                                                         │
      │              until reset                                                     │
      │                                                                              │
      │ Asked        1204 times, last at 11:59:57                                    │
      │ Trend        ···················▁▂▂▂▂▃▃▃▃▃▄▄▃▄▄▄▄▅▄▅▅▅▆▆▅▆▆▆▆▇▆▇▇▇██▇██▇▁    │
      │              max 70/10 s · last 10 minutes                                   │
      │ Users        ✗ 5,000 users, does not fit (p < 0.0001)                        │
      │              since 11:53:40, without 12 by an override                       │
      │              Variation     Users  Expected  Deviation    Share               │
      │              Group A       2,740    50.0 %     +4.8 %   54.8 %  ███████      │
      │              Group B       2,260    50.0 %     -4.8 %   45.2 %  █████        │
      │              ▲ 2 users got several variations                                │
      │              ana  Group A → Group B, 11:59:20  beta: true → none, plan: gold │
      │              → free                                                          │
      │              u-4711  Group B → Group A, 11:59:30  the first attributes are   │
      │              unknown                                                         │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `a wide window has bars beside the shares of the variations`() {
    expectScreen(
      details(columns: 200, rows: 60),
      """
       Halyard   shop.json   file   ⇄ 8016 · 3 clients                                                                                                            ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 1 of 14 ─────────────────────────────────────────────────────── asked ────────╮╭ CTA colour · A/B Test ◆ ────────────────────────────╮╭ Activity 1 ─────────────────────────────────────────╮
      │ Checkout                                                                               ││ Description  The colour of the button that buys     ││ 12:00:00 ✗ Sample ratio mismatch: CTA colour has    │
      │▌ ◐ CTA colour                                                Group A     1.2k ✗ 3s   ◆ ││                                                     ││            5,000 users, does not fit (p < 0.0001)   │
      │    The colour of the button that buys                                                  ││ State        Enabled                                ││            Group A 2,740 (54.8 %, expected 50 %),   │
      │                                                                                        ││ Variation    Group A ◆                              ││            Group B 2,260 (45.2 %, expected 50 %)    │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││ Variations   1██████████████████2██████████████████ ││                                                     │
      │                                                                                        ││                                     ↑ 62.5 %        ││                                                     │
      │                                                                                        ││              1 ● Group A  50 %                      ││                                                     │
      │                                                                                        ││              2 ○ Group B  50 %  assigned            ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││ Assignment   62.5                                   ││                                                     │
      │                                                                                        ││ Labels       label1, label2                         ││                                                     │
      │                                                                                        ││ Section      Checkout                               ││                                                     │
      │                                                                                        ││ Configured   Group B                                ││                                                     │
      │                                                                                        ││ Override     Group A                                ││                                                     │
      │                                                                                        ││              until reset                            ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││ Asked        1204 times, last at 11:59:57           ││                                                     │
      │                                                                                        ││ Trend        ·········▁▂▂▃▃▃▃▄▄▅▅▅▅▆▆▇▇▇▇█▄         ││                                                     │
      │                                                                                        ││              max 140/20 s · last 10 minutes         ││                                                     │
      │                                                                                        ││ Users        ✗ 5,000 users, does not fit (p <       ││                                                     │
      │                                                                                        ││              0.0001)                                ││                                                     │
      │                                                                                        ││              since 11:53:40, without 12 by an       ││                                                     │
      │                                                                                        ││              override                               ││                                                     │
      │                                                                                        ││              Variation     Users  Expected    Share ││                                                     │
      │                                                                                        ││              Group A       2,740    50.0 %   54.8 % ││                                                     │
      │                                                                                        ││              Group B       2,260    50.0 %   45.2 % ││                                                     │
      │                                                                                        ││              ▲ 2 users got several variations       ││                                                     │
      │                                                                                        ││              ana  Group A → Group B, 11:59:20       ││                                                     │
      │                                                                                        ││              beta: true → none, plan: gold → free   ││                                                     │
      │                                                                                        ││              u-4711  Group B → Group A, 11:59:30    ││                                                     │
      │                                                                                        ││              the first attributes are unknown       ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      ╰ /CTA  1 of 1 ───────────────────────────────────────────────────────────────────── 1/1 ╯╰─────────────────────────────────────────────────────╯╰─────────────────────────────────────────────────────╯
       ↑ ↓ scroll   space change   ← → cycle   n p next feature   o reset   v pick   ? help   esc back
      """
    )
  }

  @Test func `the title of the list of evaluations has a sparkline of all evaluations`() {
    expectScreen(
      Served.dashboard(columns: 120, rows: 32, activity: Self.activity, keys: "4"),
      """
       Halyard   shop.json   file   ⇄ 8016 · 3 clients                            ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ────────────────────────────── asked ────────╮╭ Clients 3 ───────────────────────────────────────────────╮
      │ Account                                                  ││ http://127.0.0.1:8016   ○ this machine only              │
      │▌ ▢ Beta badge                  Unlocked    –             ││ 1204 requests since 11:53                                │
      │  ▣ Gold theme                  Locked      –             ││   Address       Client                User    Seen  Rate │
      │    For customers of ten years                            ││▌  127.0.0.1     Python requests 2.34  ana       3s  12/s │
      │ Catalogue                                                ││ ● 192.168.1.20  OkHttp 4.12           u-4711   41s     – │
      │  ⊘ Old banner                  Deprecated  –             ││   192.168.1.21  Apple CFN…ork 1490.0  –         3m     – │
      │  ◐ Product layout              Cards       –             ││ evaluation · 1178 evaluatio…42, beta = true, plan = gold │
      │    How products are laid out                             │╰──────────────────────────────────────────────────────────╯
      │  ⚑ Search suggestions          Enabled     –             │╭ Evaluations 40  ····▁▂▃▄▅▆▆▇██▇ max 234/40 s · 10 min ───╮
      │    Suggest as the customer types                         ││ 12:00:00  u-4711      all features       14 features     ┃
      │  ◐ Sort order                  Disabled    1 · 11m       ││ 11:59:59  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ ┃
      │  ⚐ おすすめ商品                Disabled    –             ││ 11:59:58  ana         CTA colour         Group A       ◆ ┃
      │    Recommendations for Japan                             ││ 11:59:57  ana         New Cart           true            ┃
      │ Checkout                                                 ││ 11:59:56  u-4711      all features       14 features     ┃
      │  ◐ CTA colour                  Group A     1.2k ✗ 3s   ◆ ││ 11:59:55  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ ┃
      │    The colour of the button that buys                    ││ 11:59:54  ana         CTA colour         Group A       ◆ ┃
      │  ◐ Express pay                 Enabled     –             ││ 11:59:53  ana         New Cart           true            ┃
      │    Pay with the card on file                             ││ 11:59:52  u-4711      all features       14 features     │
      │  ⚐ Gift wrap                   Disabled    –             ││ 11:59:51  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ │
      │  ⚑ New Cart                    Enabled     812 · 3s      ││ 11:59:50  ana         CTA colour         Group A       ◆ │
      │    One page from cart to receipt                         ││ 11:59:49  ana         New Cart           true            │
      │  ◐ Voucher field               Top         –          ✗  ││ 11:59:48  u-4711      all features       14 features     │
      │    Where vouchers are typed                              ││ 11:59:47  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ │
      │ No section                                               ││ 11:59:46  ana         CTA colour         Group A       ◆ │
      │  ⚐ A name so lo…ow it in full  Disabled    –             ││ 11:59:45  ana         New Cart           true            │
      │    It is cut with an ellipsis, wherever the screen ends  ││ 11:59:44  u-4711      all features       14 features     │
      │  ⚙ Debug menu                  Enabled     –             ││ 11:59:43  Pyth…uests  gift-wrap          FLAG_N…_FOUND ▲ │
      │    Shake the phone to open it                            ││                                                          │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰ ▲ 2 unknown keys (f) ────────────────────────────── 1/40 ╯
       tab next   enter use user   C test case   p pause   f filter   / search   ↑ ↓ move   ? help   esc back
      """
    )
  }

  @Test func `the symbols for a mismatch and for a warning have ASCII characters`() {
    let frame = details(columns: 80, rows: 44).frame(now: .zero).ascii
    #expect(frame.text.contains("X 5,000 users, does not fit"))
    #expect(frame.text.contains("! 2 users got several variations"))
  }

  @Test func `plain mode prints the users of a test in sentences`() {
    var state = details(columns: 80, rows: 44)
    state.startPlainMode()
    _ = state.update(.line(""), now: .zero)
    let lines = state.removeLines().map(\.text)
    expectScreen(
      lines.drop { !$0.hasPrefix("Asked") }.joined(separator: "\n"),
      """
      Asked, 1204 times, last at 11:59:57
      Trend, max 70/10 s, latest 0/10 s, 19 of 60 unknown, last 10 minutes
      Users, 2 variations, 5,000 users, does not fit (p < 0.0001)
      since 11:53:40, without 12 by an override
      Group A 2,740 (54.8 %, expected 50 %), Group B 2,260 (45.2 %, expected 50 %)
      warning: 2 users got several variations
      ana, Group A to Group B, 11:59:20, beta: true to none, plan: gold to free
      u-4711, Group B to Group A, 11:59:30, the first attributes are unknown
      """
    )
  }

  @Test func `a report lists the users of tests without their secret attributes`() {
    let phone = EvaluationContext(targetingKey: "ana", attributes: ["token": "hush"])
    let user = UnsteadyUser(
      key: "ana",
      first: .init(variation: "Group A", context: Served.ana, date: Served.date(-100)),
      second: .init(variation: "Group B", context: phone, date: Served.date(-40))
    )
    var report = Report(
      date: Served.date(0),
      version: "0.2.0",
      source: "shop.json",
      workspace: "shop",
      origin: .file,
      user: EvaluationContext(),
      features: [],
      overrides: [:],
      screen: "",
      wallClock: .zone()
    )
    report.tests = ["CTA colour": Self.users(fit: .differs(p: 1e-9), unsteady: [user])]
    let json = report.json.text(isPretty: true)
    let markdown = report.markdown
    #expect(!markdown.contains("hush") && !json.contains("hush"))
    let rows = [
      "## Users of tests (1)", "### Users who got several variations",
      "| ana | Group A | Group B |",
      "| CTA colour | 5,000 users | does not fit (p &lt; 0.0001) | Group A 2,740",
    ]
    for row in rows { #expect(markdown.contains(row), "\(markdown)") }
    for member in [#""unsteadyUsers": 1"#, #""fit": "differs""#] { #expect(json.contains(member)) }
  }

  @Test func `a sample ratio mismatch is logged only once`() {
    var state = Served.dashboard(activity: Self.activity, keys: "3")
    let text = "Sample ratio mismatch: CTA colour"
    #expect(state.screen.ranges(of: text).count == 1)
    _ = state.update(.serving(Self.activity), now: .zero)
    #expect(state.screen.ranges(of: text).count == 1)
  }

  @Test(arguments: [
    (TestUsers.Fit.tooFew, "5,000 users, too few users"),
    (.unknown, "5,000 users, no expected shares"), (.fits(p: 0.43), "5,000 users, fits (p = 0.43)"),
    (.fits(p: 1), "5,000 users, fits (p = 1)"),
    (.fits(p: 0.0042), "5,000 users, fits (p = 0.0042)"),
    (.differs(p: 1e-9), "5,000 users, does not fit (p < 0.0001)"),
  ])
  func `the text about the users of a test states whether their shares are as expected`(
    fit: TestUsers.Fit,
    text: String
  ) {
    #expect(Self.users(fit: fit).text == text)
  }

  @Test func `a visible sparkline of evaluations is updated at least every 10 seconds`() throws {
    let state = Served.dashboard(activity: Self.activity, keys: "4")
    #expect(try #require(state.nextTick) <= .seconds(10))
  }
}
