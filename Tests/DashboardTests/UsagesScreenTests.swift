import FeatureFlags
import ScreenTestSupport
import TestSupport
import Testing
import Text
import Usages

@testable import Dashboard

/// Tests the list of the usages of a feature on the screen.
struct UsagesScreenTests {
  private static var context: DashboardContext {
    var context = Shop.context
    context.code = ["Sources", "Tests"]
    return context
  }

  private static func usage(
    _ path: String,
    _ line: Int,
    _ text: String,
    _ kind: Usage.Kind = .reference("Name.newCart")
  ) -> Usage {
    let location = CodeLocation(path: path, line: line, column: 5, text: text)
    return Usage(feature: "Gift wrap", location: location, kind: kind)
  }

  private static let report = UsageReport(
    usages: [
      usage(
        "Sources/Shop/Checkout/Payment/Presentation/GiftWrapOptionsView.swift",
        12,
        "    if Feature.isEnabled(.giftWrap) {"
      ),
      usage(
        "Sources/Shop/Names.swift",
        4,
        "  static let giftWrap = Feature.Name(rawValue: \"Gift wrap\")",
        .declaration("Name.giftWrap")
      ),
      usage("Tests/ShopTests.swift", 120, "  enable(\"Gift wrap\")\u{1B}[2J", .literal),
    ],
    fileCount: 42
  )

  /// A dashboard with the usages of the feature Gift wrap, for a given progress of the search.
  private static func dashboard(_ progress: UsageProgress, keys: String = "") -> DashboardState {
    var state = Shop.dashboard(columns: 100, rows: 16, context: context, keys: "/ g i f t enter @")
    _ = state.update(.usages("Gift wrap", progress), now: .zero)
    _ = state.press(keys)
    return state
  }

  @Test
  func `the key @ searches the code folders of the settings for usages of the selected feature`() {
    var state = Shop.dashboard(columns: 100, rows: 16, context: Self.context)
    let effects = state.press("/ g i f t enter @")
    #expect(effects == [.usages(.find("Gift wrap", folders: ["Sources", "Tests"]))])
    #expect(state.screen.contains("Usages of Gift wrap · searching 0 %"))
    _ = state.update(.usages("Gift wrap", .searching(0.4)), now: .zero)
    #expect(state.screen.contains("Usages of Gift wrap · searching 40 %"))
  }

  @Test func `the list of usages shows by which alias or pattern a usage is found`() {
    let usages = [
      Self.usage("a.ts", 1, "  if (flags.giftWrap) {", .alias("giftWrap")),
      Self.usage("b.ts", 2, "  useFlag('giftWrap')", .pattern("useFlag(FLAG)")),
    ]
    let screen = Self.dashboard(.found(UsageReport(usages: usages, fileCount: 2))).screen
    #expect(screen.contains("a.ts:1 ~ by giftWrap: if (flags.giftWrap) {"))
    #expect(screen.contains("b.ts:2 ~ by useFlag(FLAG): useFlag('giftWrap')"))
  }

  @Test func `if no code folders are configured, the key @ names the missing setting`() {
    var state = Shop.dashboard(columns: 100, rows: 16)
    #expect(state.press("@").isEmpty)
    #expect(state.screen.contains("The setting \"code\" in config.json has the folders"))
  }

  @Test
  func `the list of usages shows path ends and line numbers, and a symbol for a declaration`() {
    expectScreen(
      Self.dashboard(.found(Self.report)),
      """
       Halyard   shop.json   file                             ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 1 of 14 ────────────────────────────────────────╮╭ Gift wrap · Feature Flag ────────────╮
      │ Checkout                                                 ││ State        Disabled                │
      │▌ ⚐ Gift wrap                              Disabled       ││                                      │
      ╭ Usages of Gift wrap · 3 in 3 files ──────────────────────────────────────────────────────────────╮
      │▌…/Presentation/GiftWrapOptionsView.swift:12   if Feature.isEnabled(.giftWrap) {                  │
      │ Sources/Shop/Names.swift:4                  = static let giftWrap = Feature.Name(rawValue: "Gif… │
      │ Tests/ShopTests.swift:120                     enable("Gift wrap")␛[2J                            │
      │                                                                                                  │
      │                                                                                                  │
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────╯
      │                                                          ││                                      │
      │                                                          ││                                      │
      │                                                          ││                                      │
      ╰ /gift  1 of 1 ────────────────────────────────────── 1/1 ╯╰──────────────────────────────────────╯
       ↑ ↓ move   / find   enter open in your editor   esc close
      """
    )
  }

  @Test func `Enter opens the editor at the line of a usage, and the list of usages stays open`() {
    var state = Self.dashboard(.found(Self.report), keys: "j")
    #expect(state.press("enter") == [.edit(.file(path: "Sources/Shop/Names.swift", line: 4))])
    #expect(state.screen.contains("Usages of Gift wrap · 3 in 3 files"))
    #expect(state.press("esc").isEmpty)
    #expect(!state.screen.contains("Usages of"))
  }

  @Test func `typed text narrows the list of usages by path`() {
    let state = Self.dashboard(.found(Self.report), keys: "/ n a m e s")
    #expect(state.screen.contains("Names.swift:4"))
    #expect(!state.screen.contains("GiftWrapOptionsView"))
  }

  @Test func `esc cancels the search for usages, and late results are ignored`() {
    var state = Self.dashboard(.searching(0.5))
    #expect(state.press("esc") == [.usages(.cancel)])
    _ = state.update(.usages("Gift wrap", .found(Self.report)), now: .zero)
    #expect(!state.screen.contains("Usages of"))
  }

  @Test
  func `the list of usages shows that nothing is found, or why the code cannot be searched`() {
    let none = Self.dashboard(.found(UsageReport(usages: [], fileCount: 42)))
    #expect(none.screen.contains("No usage in 42 files of code."))
    let failed = Self.dashboard(.failed("Sources cannot be searched: Permission denied."))
    #expect(failed.screen.contains("Sources cannot be searched: Permission denied."))
    #expect(!failed.screen.contains("searching"))
  }
}
