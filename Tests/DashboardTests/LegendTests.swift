import Frame
import TestSupport
import Testing

@testable import Dashboard

/// Tests the legend of the symbols in the help.
struct LegendTests {
  /// Characters of borders, bars, keys and texts, which need no entry in the legend.
  private static let others = Set("─│┃╭╮╰╯←↓█▓▒▏▂▃▄▅▆·—…×‘’“”\u{A0}⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")

  @Test func `the legend lists every symbol of the screen exactly once`() {
    let symbols = ASCIISymbol.table.keys.filter { !Self.others.contains($0) }
    let listed = LegendSymbol.all.flatMap { Array($0.symbol) }
    #expect(Set(symbols).subtracting(listed) == [])
    #expect(Set(listed).count == listed.count)
  }

  @Test
  func `the help lists all symbols after the keys, and a search finds a symbol by its meaning`() {
    let help = Shop.dashboard(columns: 120, rows: 300, keys: "?").screen
    for symbol in LegendSymbol.all {
      // The first line of a long meaning.
      let meaning = symbol.meaning(in: .standard).prefix(60)
      #expect(
        help.contains("  " + symbol.symbol.rightPadded(to: 16) + meaning),
        "\(symbol.symbol)"
      )
    }
    #expect(help.contains("which 5 lists"))
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "?")
    _ = state.update(.typed("favourite, which"), now: .zero)
    #expect(state.screen.contains("★               a favourite"))
    #expect(!state.screen.contains("quit the dashboard"))
  }

  @Test(arguments: [80, 60, 40])
  func `no line of the help is truncated`(columns: Int) {
    let help = Shop.dashboard(columns: columns, rows: 500, keys: "?").screen
    let lines = help.split(separator: "\n").filter { $0.contains("│") }
    #expect(lines.count > 60)
    // The only entry with an ellipsis in its text is that of the search.
    #expect(
      lines.filter { $0.contains("…") && !$0.contains("is:on") }.allSatisfy {
        !$0.split(separator: "│").contains { $0.hasSuffix("… ") }
      }
    )
  }

  @Test func `plain mode, which has words instead of symbols, has no legend`() {
    var state = Shop.dashboard(columns: 80, rows: 24)
    state.startPlainMode()
    _ = state.press("?")
    #expect(state.dialog != nil)
    #expect(!state.screen.contains("Symbols"))
  }
}
