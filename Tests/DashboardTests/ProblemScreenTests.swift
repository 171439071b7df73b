import Dashboard
import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the pane that lists the problems of the source.
struct ProblemScreenTests {
  private static let problems = [
    Problem(severity: .warning, line: 7, feature: "Debug menu", fact: .unusedBiases),
    Problem(severity: .error, line: 12, feature: "#4", fact: .missingName),
    Problem(
      severity: .warning,
      line: nil,
      feature: nil,
      fact: .service("the app may have revision 12 in its cache, and this is revision 14")
    ),
    Problem(severity: .error, line: 31, feature: "Voucher field", fact: .biasSum(120)),
    Problem(
      severity: .warning,
      line: 31,
      feature: "Voucher field",
      fact: .unknownKey("test-bias", nearest: "test-biases")
    ),
  ]

  private func dashboard(
    columns: Int,
    rows: Int,
    problems: [Problem] = problems,
    failures: [String] = [],
    omitted: Int = 0,
    keys: String
  ) -> DashboardState {
    let snapshot = LoadedSource(
      features: Shop.features,
      problems: problems,
      omittedProblems: omitted,
      failures: failures,
      document: "/home/ana/shop/shop.json",
      origin: .file
    )
    return Shop.dashboard(columns: columns, rows: rows, snapshot: snapshot, keys: keys)
  }

  private static let failure =
    "shop.json:3: column 5: found \"}\", expected a value; the last known good configuration is in use"

  @Test func `on a wide screen the problems are listed beside the features, errors first`() {
    expectScreen(
      dashboard(columns: 120, rows: 24, failures: [Self.failure], omitted: 1_200, keys: "5 j"),
      """
       Halyard   shop.json   file                                             ✗ 1206 problems · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Problems 3 errors, 3 warnings, 1200 more ────────────────╮
      │ Account                                                  ││ ✗ shop.json:3: column 5: found "}", expected a value;    │
      │▌ ▢ Beta badge                             Unlocked       ││   the last known good configuration is in use            │
      │  ▣ Gold theme                             Locked         ││▌✗ #4  shop.json:12                                       │
      │ Catalogue                                                ││▌  has no "name", so it is left out                       │
      │  ⊘ Old banner                             Deprecated     ││ ✗ Voucher field  shop.json:31                            │
      │  ◐ Product layout                         Cards          ││   biases add up to 120, expected 100; equal biases are   │
      │  ⚑ Search suggestions                     Enabled        ││   used                                                   │
      │  ◐ Sort order                             Disabled       ││ ▲ Debug menu  shop.json:7                                │
      │  ⚐ おすすめ商品                           Disabled       ││   has biases but no variations, so the biases have no    │
      │ Checkout                                                 ││   effect                                                 │
      │  ◐ CTA colour                             Group A      ◆ ││ ▲ the app may have revision 12 in its cache, and this is │
      │  ◐ Express pay                            Enabled        ││   revision 14                                            │
      │  ⚐ Gift wrap                              Disabled       ││ ▲ Voucher field  shop.json:31                            │
      │  ⚑ New Cart                               Enabled        ││   has "test-bias", did you mean "test-biases"?           │
      │  ◐ Voucher field                          Top         ✗  ││ … and 1200 more, which are not listed                    │
      │ No section                                               ││                                                          │
      │  ⚐ A name so long tha…to show it in full  Disabled       ││                                                          │
      │  ⚙ Debug menu                             Enabled     ▲  ││                                                          │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────────╯
       ↑ ↓ move   enter go to feature   E edit file   r refresh   3 activity   ? help   esc back
      """
    )
  }

  @Test func `on a narrow screen the problems cover the feature list`() {
    expectScreen(
      dashboard(columns: 80, rows: 24, keys: "5"),
      """
       Halyard   shop.json   file        ✗ 5 problems · 5 lists them · ◆ 1 overridden
      ╭ Problems 2 errors, 3 warnings ───────────────────────────────────────────────╮
      │▌✗ #4  shop.json:12                                                           │
      │▌  has no "name", so it is left out                                           │
      │ ✗ Voucher field  shop.json:31                                                │
      │   biases add up to 120, expected 100; equal biases are used                  │
      │ ▲ Debug menu  shop.json:7                                                    │
      │   has biases but no variations, so the biases have no effect                 │
      │ ▲ the app may have revision 12 in its cache, and this is revision 14         │
      │ ▲ Voucher field  shop.json:31                                                │
      │   has "test-bias", did you mean "test-biases"?                               │
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
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move  enter go to feature  E edit file  r refresh  ? help  esc back
      """
    )
  }

  @Test func `on a small screen the texts of the problems are wrapped`() {
    expectScreen(
      dashboard(columns: 40, rows: 10, keys: "5 j j"),
      """
       Halyard   shop.json   file   ✗ 5 · ◆ 1
      ╭ Problems 2 errors, 3 warnings ───────╮
      │ ✗ Voucher field  shop.json:31        │
      │   biases add up to 120, expected     ┃
      │   100; equal biases are used         ┃
      │▌▲ Debug menu  shop.json:7            │
      │▌  has biases but no variations, so   │
      │▌  the biases have no effect          │
      ╰───────────────────────────────── 3/5 ╯
       ↑ ↓ move  E edit file  ? help  esc back
      """
    )
  }

  @Test func `the pane of a configuration without problems shows that there are none`() {
    expectScreen(
      dashboard(columns: 60, rows: 10, problems: [], keys: "5"),
      """
       Halyard   shop.json   file                  ◆ 1 overridden
      ╭ Problems ────────────────────────────────────────────────╮
      │                                                          │
      │                                                          │
      │                       No problems.                       │
      │   Errors, warnings and notes appear here; r loads now.   │
      │                                                          │
      │                                                          │
      ╰──────────────────────────────────────────────────────────╯
       ↑ ↓ move  enter go to feature  r refresh  ? help  esc back
      """
    )
  }

  @Test func `the problems of the selected feature are highlighted`() {
    expectScreen(
      dashboard(columns: 120, rows: 18, keys: "5 1 / v o u c h e r enter"),
      """
       Halyard   shop.json   file                                                ✗ 5 problems · 5 lists them · ◆ 1 overridden
      ╭ Features 1 of 14 ────────────────────────────────────────╮╭ Problems 2 errors, 3 warnings ───────────────────────────╮
      │ Checkout                                                 ││ ✗ #4  shop.json:12                                       │
      │▌ ◐ Voucher field                          Top         ✗  ││   has no "name", so it is left out                       │
      │                                                          ││▌✗ Voucher field  shop.json:31                            │
      │                                                          ││▌  biases add up to 120, expected 100; equal biases are   │
      │                                                          ││▌  used                                                   │
      │                                                          ││ ▲ Debug menu  shop.json:7                                │
      │                                                          ││   has biases but no variations, so the biases have no    │
      │                                                          ││   effect                                                 │
      │                                                          ││ ▲ the app may have revision 12 in its cache, and this is │
      │                                                          ││   revision 14                                            │
      │                                                          ││▌▲ Voucher field  shop.json:31                            │
      │                                                          ││▌  has "test-bias", did you mean "test-biases"?           │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      ╰ /voucher  1 of 1 ─────────────────────────────────── 1/1 ╯╰──────────────────────────────────────────────────────────╯
       n N matches   space change   ← → cycle   enter details   esc back   ? help
      """
    )
  }

  @Test func `the problems pane opens at the first problem of the selected feature`() {
    let state = dashboard(columns: 80, rows: 24, keys: "/ v o u enter 5")
    #expect(state.screen.contains("▌✗ Voucher field  shop.json:31"))
    #expect(dashboard(columns: 80, rows: 24, keys: "5").screen.contains("▌✗ #4"))
  }

  @Test func `pressing Enter on a problem selects its feature in the list`() {
    var state = dashboard(columns: 80, rows: 24, keys: "5 j enter")
    #expect(state.screen.contains("▌ ◐ Voucher field"))
    _ = state.press("5 g enter")
    #expect(state.screen.contains("╭ Problems"))
    #expect(state.screen.contains("No feature in the list has this problem."))
  }

  @Test func `pressing Enter on a problem of a hidden feature shows a notice`() {
    var state = dashboard(columns: 80, rows: 24, keys: "f")
    _ = state.press("G space enter 5 j enter")
    #expect(state.screen.contains("The filter hides Voucher field: f changes the filter."))
    #expect(state.screen.contains("╭ Problems"))
  }

  @Test(arguments: ["space", "→", "v", "o", "x", "m", "e", "R"])
  func `in the problems pane, a key that changes features in the list changes none`(key: String) {
    var state = dashboard(columns: 80, rows: 24, keys: "5")
    #expect(state.press(key).isEmpty)
    #expect(state.screen.contains("1 goes to the features"))
  }

  @Test func `the failure of a server is listed as a problem until the server recovers`() {
    var state = dashboard(columns: 120, rows: 24, problems: [], keys: "5")
    state.setPolling(Live.failed)
    #expect(state.screen.contains("╭ Problems 1 error ─"))
    #expect(state.screen.contains("✗ flags.example.test refused the connection"))
    state.setPolling(Live.fresh)
    #expect(state.screen.contains("No problems."))
  }

  @Test func `the cursor moves through all problems and stays visible`() {
    let problems = (1...200).map { (line: Int) in
      Problem(severity: .error, line: line, feature: "F\(line)", fact: .missingName)
    }
    var state = dashboard(columns: 80, rows: 24, problems: problems, keys: "5")
    for number in 1...200 {
      #expect(state.screen.contains("▌✗ F\(number)  shop.json:\(number)"))
      _ = state.press("j")
    }
    _ = state.press("g")
    #expect(state.screen.contains("▌✗ F1  shop.json:1 "))
    _ = state.press("G")
    #expect(state.screen.contains("▌✗ F200 "))
    #expect(state.screen.contains("200/200"))
    _ = state.press("pgup")
    #expect(state.screen.contains("▌✗ F191 "))
    _ = state.update(.resized(Size(columns: 50, rows: 10)), now: .zero)
    #expect(state.screen.contains("▌✗ F191 "))
  }

  @Test(.tags(.timed)) func `the time to process a key does not depend on the number of problems`()
  {
    let problems = (1...100_000).map { (line: Int) in
      Problem(severity: .warning, line: line, feature: "F\(line)", fact: .unusedBiases)
    }
    var state = dashboard(columns: 120, rows: 40, problems: problems, keys: "5 G")
    let clock = ContinuousClock()
    let time = clock.measure {
      for _ in 0..<50 {
        _ = state.press("k")
        _ = state.screen
      }
    }
    // A key takes about a millisecond; work for every problem would take a hundred times as long.
    #expect(time < .seconds(5))
    #expect(state.screen.contains("99950/100000"))
  }

  @Test
  func `errors, warnings and notes have different symbols in the list and the problems pane`() {
    let facts: [(Problem.Severity, String, Problem.Fact)] = [
      (.note, "Debug menu", .developmentEnabled), (.warning, "New Cart", .unusedBiases),
      (.error, "Voucher field", .biasSum(120)), (.warning, "Voucher field", .unusedBiases),
    ]
    let problems = facts.map { Problem(severity: $0, line: 7, feature: $1, fact: $2) }
    let screen = dashboard(columns: 120, rows: 24, problems: problems, keys: "5").screen
    for text in [
      "Problems 1 error, 2 warnings, 1 note", "✗ Voucher field", "▲ Voucher field", "▲ New Cart",
      "• Debug menu", "Enabled     • ", "Enabled     ▲ ", "Top         ✗ ",
    ] {
      #expect(screen.contains(text), "\(text)")
    }
  }

  @Test func `a feature under development is listed as a note and not counted as a problem`() {
    let problem = Problem(
      severity: .note,
      line: 7,
      feature: "Debug menu",
      fact: .developmentEnabled
    )
    let state = dashboard(columns: 120, rows: 24, problems: [problem], keys: "5")
    #expect(!state.screen.contains("1 problem"))
    #expect(state.screen.contains("╭ Problems 1 note"))
    #expect(state.screen.contains("is under development"))
  }

  @Test func `control characters in the text of a problem are replaced`() {
    let problem = Problem(
      severity: .error,
      line: 1,
      feature: "a\u{1B}]0;b\u{202E}",
      fact: .service("bad\u{1B}[2J\nnews\u{9B}")
    )
    let state = dashboard(
      columns: 80,
      rows: 24,
      problems: [problem],
      failures: ["c\u{1B}[2J"],
      keys: "5"
    )
    let isRaw = state.screen.unicodeScalars.contains { scalar in
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      return isControl || scalar.properties.generalCategory == .format
    }
    #expect(!isRaw)
  }
}
