import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard

/// Tests the dialog that previews which users would get another variation with other biases.
struct BiasDialogTests {
  /// Opens the preview for the test `Express pay` with the biases 20 and 80.
  private static func dashboard(
    columns: Int = 120,
    rows: Int = 32,
    context: DashboardContext = Shop.context,
    keys: String = ""
  ) -> DashboardState {
    var state = Shop.dashboard(columns: columns, rows: rows, context: context)
    while state.selected?.name != "Express pay" { _ = state.press("j") }
    _ = state.press("B " + keys)
    return state
  }

  @Test
  func `a shift of 10 points between two biases shows which users change variation`() {
    let keys = Array(repeating: "→", count: 10).joined(separator: " ")
    let screen = Self.dashboard(keys: keys).screen
    for text in [
      "Biases of Express pay", "30 %  was 20 %", "70 %  was 80 %", "Sum 100 %",
      "10 % of users move from Disabled to Enabled", "you (assignment 12): Enabled, unchanged",
      "A preview: the source is not changed.",
    ] {
      #expect(screen.contains(text), "\(text)")
    }
  }

  @Test
  func `the bias preview draws the current and new split as bars, with arrows for users who move`()
  {
    let keys = Array(repeating: "→", count: 20).joined(separator: " ")
    expectScreen(
      Self.dashboard(columns: 80, rows: 24, keys: keys),
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │  ▢ Beta badge                                                 Unlocked       │
      ╭ Biases of Express pay ───────────────────────────────────────────────────────╮
      │▌1 Enabled         40 %  was 20 %     ▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱ │
      │ 2 Disabled        60 %  was 80 %     ▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱ │
      │                                                                              │
      │ now  1█████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ │
      │                    ↓↓↓↓↓2→1↓↓↓↓↓↓                                            │
      │ new  1███████████████████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ │
      │              ↑ you                                                           │
      │      0 %                              50 %                             100 % │
      │                                                                              │
      │ Sum 100 %                                                                    │
      │ 20 % of users move from Disabled to Enabled, 2,000 of 10,000                 │
      │ you (assignment 12): Enabled, unchanged                                      │
      │ A preview: the source is not changed.                                        │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 9/14 ╯
       ↑ ↓ move  ← → points  0-9 type  enter rebalance  o reset  esc close
      """
    )
    expectScreen(
      Self.dashboard(columns: 120, rows: 32, keys: keys),
      """
       Halyard   shop.json   file                                                 ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Express pay · On/off test ───────────────────────────╮
      │ Account                                                      ││ Description  Pay with the card on file               │
      │  ▢ Beta badge                                 Unlocked       ││                                                      │
      │  ▣ Gold theme                                 Locked         ││ State        Enabled                                 │
      │    For customers of ten years                                ││ Variation    Enabled                                 │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                                 Deprecated     ││ Variations   1███████2██████████████████████████████ │
      │  ◐ Product layout     ╭ Biases of Express pay ───────────────────────────────────────────────╮                       │
      │    How products are l │▌1 Enabled         40 %  was 20 %     ▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱ │   assigned            │
      │  ⚑ Search suggestions │ 2 Disabled        60 %  was 80 %     ▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱ │                       │
      │    Suggest as the cus │                                                                      │                       │
      │  ◐ Sort order         │ now  1████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ │                       │
      │  ⚐ おすすめ商品       │                   ↓↓↓↓2→1↓↓↓↓↓                                       │                       │
      │    Recommendations fo │ new  1████████████████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ │                       │
      │ Checkout              │             ↑ you                                                    │                       │
      │  ◐ CTA colour         │      0 %                          50 %                         100 % │                       │
      │    The colour of the  │                                                                      │                       │
      │▌ ◐ Express pay        │ Sum 100 %                                                            │                       │
      │    Pay with the card  │ 20 % of users move from Disabled to Enabled, 2,000 of 10,000         │                       │
      │  ⚐ Gift wrap          │ you (assignment 12): Enabled, unchanged                              │                       │
      │  ⚑ New Cart           │ A preview: the source is not changed.                                │                       │
      │    One page from cart ╰──────────────────────────────────────────────────────────────────────╯                       │
      │  ◐ Voucher field                              Top         ✗  ││                                                      │
      │    Where vouchers are typed                                  ││                                                      │
      │ No section                                                   ││                                                      │
      │  ⚐ A name so long that …m to show it in full  Disabled       ││                                                      │
      │    It is cut with an ellipsis, wherever the screen ends      ││                                                      │
      │  ⚙ Debug menu                                 Enabled        ││                                                      │
      │    Shake the phone to open it                                ││                                                      │
      ╰──────────────────────────────────────────────────────── 9/14 ╯╰──────────────────────────────────────────────────────╯
       ↑ ↓ move   ← → points   0-9 type   enter rebalance   o reset   esc close
      """
    )
    expectScreen(
      Self.dashboard(columns: 80, rows: 24, keys: keys).frame(now: .zero).ascii,
      """
       Halyard   shop.json   file         X 1 problem . 5 lists them . * 1 overridden
      + Features 14 -----------------------------------------------------------------+
      | Account                                                                      |
      |  U Beta badge                                                 Unlocked       |
      + Biases of Express pay -------------------------------------------------------+
      |]1 Enabled         40 %  was 20 %     ;;;;;;;;;;;;;;;;,,,,,,,,,,,,,,,,,,,,,,, |
      | 2 Disabled        60 %  was 80 %     ;;;;;;;;;;;;;;;;;;;;;;;,,,,,,,,,,,,,,,, |
      |                                                                              |
      | now  1#############2MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM |
      |                    vvvvv2>1vvvvvv                                            |
      | new  1###########################2MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM |
      |              ^ you                                                           |
      |      0 %                              50 %                             100 % |
      |                                                                              |
      | Sum 100 %                                                                    |
      | 20 % of users move from Disabled to Enabled, 2,000 of 10,000                 |
      | you (assignment 12): Enabled, unchanged                                      |
      | A preview: the source is not changed.                                        |
      +------------------------------------------------------------------------------+
      |  D Debug menu                                                 Enabled        |
      |                                                                              |
      |                                                                              |
      +------------------------------------------------------------------------ 9/14 +
       ^ v move  < > points  0-9 type  enter rebalance  o reset  esc close
      """
    )
  }

  @Test func `on a large screen the bars of the bias preview are longer`() {
    expectScreen(
      Self.dashboard(columns: 200, rows: 60, keys: "→ → →"),
      """
       Halyard   shop.json   file                                                                                                                                 ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ───────────────────────────────────────────────────────────────────────────╮╭ Express pay · On/off test ──────────────────────────╮╭ Activity 0 ─────────────────────────────────────────╮
      │ Account                                                                                ││ Description  Pay with the card on file              ││                                                     │
      │  ▢ Beta badge                                                           Unlocked       ││                                                     ││                                                     │
      │  ▣ Gold theme                                                           Locked         ││ State        Enabled                                ││                                                     │
      │    For customers of ten years                                                          ││ Variation    Enabled                                ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │ Catalogue                                                                              ││ Variations   1███████2█████████████████████████████ ││                                                     │
      │  ⊘ Old banner                                                           Deprecated     ││                  ↑ 12 %                             ││                                                     │
      │  ◐ Product layout                                                       Cards          ││              1 ● Enabled   20 %  assigned           ││                                                     │
      │    How products are laid out                                                           ││              2 ○ Disabled  80 %                     ││                                                     │
      │  ⚑ Search suggestions                                                   Enabled        ││                                                     ││                                                     │
      │    Suggest as the customer types                                                       ││ Assignment   12                                     ││                                                     │
      │  ◐ Sort order                                                           Disabled       ││ Section      Checkout                               ││                                                     │
      │  ⚐ おすすめ商品                                                         Disabled       ││ Configured   Enabled                                ││                                                     │
      │    Recommendations for Japan                                                           ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │ Checkout                                                                               ││                                                     ││                                                     │
      │  ◐ CTA colour                                                           Group A      ◆ ││                                                     ││                                                     │
      │    The colour of the button that buys                                                  ││                                                     ││                                                     │
      │▌ ◐ Express pay                                                          Enabled        ││                                                     ││                                                     │
      │    Pay with the card on file                                                           ││                                                     ││                                                     │
      │  ⚐ Gift wrap                               ╭ Biases of Express pay ─────────────────────────────────────────────────────────────────────────────────────╮                                            │
      │  ⚑ New Cart                                │▌1 Enabled         23 %  was 20 %     ▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱ │                                            │
      │    One page from cart to receipt           │ 2 Disabled        77 %  was 80 %     ▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱ │                                            │
      │  ◐ Voucher field                           │                                                                                                            │                                            │
      │    Where vouchers are typed                │ now  1███████████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ │                                            │
      │                                            │                          ↓↓↓                                                                               │                                            │
      │ No section                                 │ new  1██████████████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ │                                            │
      │  ⚐ A name so long that no list of fe…s has │                  ↑ you                                                                                     │         No activity yet.                   │
      │    It is cut with an ellipsis, wherever th │      0 %                                             50 %                                            100 % │ ecks and changes appear here; r loads now. │
      │  ⚙ Debug menu                              │                                                                                                            │                                            │
      │    Shake the phone to open it              │ Sum 100 %                                                                                                  │                                            │
      │                                            │ 3 % of users move from Disabled to Enabled, 300 of 10,000                                                  │                                            │
      │                                            │ you (assignment 12): Enabled, unchanged                                                                    │                                            │
      │                                            │ A preview: the source is not changed.                                                                      │                                            │
      │                                            ╰────────────────────────────────────────────────────────────────────────────────────────────────────────────╯                                            │
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
      ╰────────────────────────────────────────────────────────────────────────────────── 9/14 ╯╰─────────────────────────────────────────────────────╯╰─────────────────────────────────────────────────────╯
       ↑ ↓ move   ← → points   0-9 type   enter rebalance   o reset   esc close
      """
    )
  }

  @Test func `while the biases do not add up to 100, the bar of the new split is empty`() {
    let screen = Self.dashboard(keys: "5 5").screen
    #expect(screen.contains("new  ········"))
    #expect(!screen.contains("↓↓"))
  }

  @Test
  func `in the bias preview a small shift has one arrow, and two shifts are drawn side by side`()
    throws
  {
    let feature = Feature(
      name: "T",
      testVariations: ["A", "B", "C"].map { TestVariation(name: $0) },
      testBiases: [40, 40, 20].map(Percentage.init(rawValue:))
    )
    var draft = try #require(BiasDraft(feature))
    draft.move(0.1, to: 0)
    func rows(_ draft: BiasDraft) -> [String] {
      VariationShiftDiagram(draft, assignment: nil, columns: 45, theme: .terminal).lines.map {
        line in
        line.spans.map(\.text.text).joined()
      }
    }
    #expect(
      rows(draft) == [
        "now  1███████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓3▒▒▒▒▒▒▒",
        "                     ↓",
        "new  1███████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓3▒▒▒▒▒▒▒",
        "     0 %               50 %             100 %",
      ]
    )
    draft.move(20, to: 0)
    draft.move(10, to: 1)
    #expect(
      rows(draft) == [
        "now  1███████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓3▒▒▒▒▒▒▒",
        "                     ↓↓2→1↓↓↓        ↓↓↓↓",
        "new  1███████████████████████2▓▓▓▓▓▓▓▓▓▓▓3▒▒▒",
        "     0 %               50 %             100 %",
      ]
    )
    #expect(draft.moves?.count == 2)
  }

  @Test func `in plain mode the bias preview describes the shifts in sentences, without bars`() {
    var state = Self.dashboard(columns: 80, rows: 24, keys: "esc")
    state.startPlainMode()
    _ = state.update(.line("biases"), now: .zero)
    _ = state.update(.line("right"), now: .zero)
    _ = state.removeLines()
    _ = state.update(.line(""), now: .zero)
    let lines = state.removeLines().map(\.text)
    #expect(lines.contains("1 Enabled, 21 %, was 20 % (selected)"), "\(lines)")
    #expect(
      lines.contains { $0.hasSuffix("1 % of users move from Disabled to Enabled, 100 of 10,000") }
    )
    #expect(!lines.contains { $0.contains("now") })
  }

  @Test
  func `a user whose assignment falls in the interval of another variation gets that variation`() {
    let screen = Self.dashboard(keys: "1 0 j 9 0").screen
    #expect(screen.contains("you (assignment 12): Enabled → Disabled"))
    #expect(screen.contains("10 % of users move from Enabled to Disabled"))
  }

  @Test
  func `if the biases do not add up to 100, the preview shows the sum instead of the shifts`() {
    let screen = Self.dashboard(keys: "5 5 . 5").screen
    #expect(screen.contains("✗ Sum 135.5 %, expected 100 %"))
    #expect(!screen.contains("of users move"))
  }

  @Test func `Enter sets a bias to the typed number, and the other variations get the rest`() {
    let state = Self.dashboard(keys: "5 5 enter")
    #expect(state.dialog != nil)
    #expect(state.screen.contains("55 %  was 20 %"))
    #expect(state.screen.contains("45 %  was 80 %"))
    #expect(state.screen.contains("Sum 100 %"))
  }

  @Test func `the key o in the bias preview restores the biases of the source`() {
    let screen = Self.dashboard(keys: "9 o").screen
    #expect(screen.contains("No user changes variation."))
    #expect(!screen.contains("was "))
  }

  @Test(arguments: ["esc", "q", "B"])
  func `closing the bias preview changes no bias, also in a read-only dashboard`(key: String) {
    for context in [Shop.context, Shop.readOnly] {
      var state = Self.dashboard(context: context, keys: "→ → 5")
      #expect(state.press(key).isEmpty)
      #expect(state.dialog == nil)
      #expect(state.selected?.testBiases.map(\.rawValue) == [20, 80])
    }
  }

  @Test func `a feature without biases opens no preview of biases`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "B")
    #expect(state.dialog == nil)
    #expect(state.screen.contains("Beta badge has no biases."))
  }

  @Test
  func `new biases from the source restart the bias preview, and a removed feature closes it`() {
    var state = Self.dashboard(keys: "→")
    let features = Shop.features.map { feature in
      guard feature.name == "Express pay" else { return feature }
      return Feature(
        name: "Express pay",
        section: "Checkout",
        testVariations: ["Enabled", "Disabled"],
        testBiases: [40, 60].map(Percentage.init(rawValue:))
      )
    }
    _ = state.update(.loaded(LoadedSource(features: features, origin: .file)), now: .zero)
    #expect(state.screen.contains("40 %"))
    #expect(state.screen.contains("No user changes variation."))
    _ = state.update(.loaded(LoadedSource(features: [], origin: .file)), now: .zero)
    #expect(state.dialog == nil)
  }

  @Test func `the bias preview is drawn at every size of the screen`() {
    for columns in [40, 41, 60, 80, 120] {
      for rows in [8, 9, 12, 24] {
        var state = Self.dashboard(columns: columns, rows: rows, keys: "→ 7 j")
        #expect(state.screen.contains("Biases of"), "\(columns)x\(rows)")
        _ = state.update(.resized(Size(columns: 0, rows: 0)), now: .zero)
        #expect(state.frame(now: .zero).size == Size(columns: 0, rows: 0))
      }
    }
  }

  // MARK: The draft

  private static func draft(_ biases: [Double]) throws -> BiasDraft {
    try #require(
      BiasDraft(
        Feature(
          name: "T",
          testVariations: biases.indices.map { TestVariation(name: "V\($0)") },
          testBiases: biases.map(Percentage.init(rawValue:))
        )
      )
    )
  }

  @Test
  func `points added to a bias are taken from the next bias above 0, and the sum stays 100`()
    throws
  {
    var draft = try Self.draft([50, 0, 50])
    draft.move(1, to: 0)
    #expect(draft.biases == [51, 0, 49])
    draft.move(60, to: 0)
    #expect(draft.biases == [100, 0, 0])
    draft.move(1, to: 0)
    #expect(draft.biases == [100, 0, 0])
    draft.move(-10, to: 0)
    #expect(draft.biases == [90, 10, 0])
    draft.move(-1, to: 2)
    #expect(draft.biases == [90, 10, 0])
    draft.move(5, to: 2)
    #expect(draft.biases == [85, 10, 5])
    draft.move(-2, to: 2)
    #expect(draft.biases == [85, 12, 3])
    #expect(draft.sum == 100)
  }

  @Test
  func `a typed bias replaces the old bias and is limited to the range from 0 to 100`() throws {
    var draft = try Self.draft([50, 50])
    for character in "33.5x" { draft.type(character, for: 0) }
    #expect(draft.biases[0] == 33.5)
    draft.deleteBackwards(for: 0)
    #expect(draft.biases[0] == 33)
    draft.endTyping()
    for character in "1005" { draft.type(character, for: 0) }
    #expect(draft.biases[0] == 100)
    draft.endTyping()
    for character in ".5" { draft.type(character, for: 1) }
    #expect(draft.biases[1] == 0.5)
    #expect(draft.moves == nil)
    #expect(draft.text(ofUserAt: 10) == nil)
  }

  @Test func `a user with the assignment 100 gets the last variation`() throws {
    let draft = try Self.draft([50, 50])
    #expect(draft.text(ofUserAt: 100) == "V1, unchanged")
  }
}
