import ScreenTestSupport
import TestSupport
import Testing

@testable import Frame

/// Tests the replacement of symbols by ASCII characters.
struct ASCIITests {
  @Test
  func `in the ASCII version of a frame each cell is one character, and texts keep their columns`()
  {
    var canvas = Canvas(size: Size(columns: 24, rows: 4), style: .plain)
    canvas.draw(
      Canvas.Box(title: [Span("Größe", .plain)], border: .plain, inside: .plain),
      in: Area(canvas.frame.size)
    )
    canvas.draw("⚑ 日本語 e\u{301} 🙂 ◆ on", column: 2, row: 1, style: Style(foreground: .ansi(2)))
    let frame = canvas.frame.ascii
    expectScreen(
      frame,
      """
      + Gr??e ---------------+
      | F ?????? ? ?? * on   |
      |                      |
      +----------------------+
      """
    )
    #expect(frame.cells.allSatisfy { $0.width == 1 && $0.text.utf8.count == 1 })
    #expect(frame[column: 2, row: 1].style.foreground == .ansi(2))
    #expect(frame.ascii == frame)
  }

  /// Symbols that may have equal replacements: the lines of a border, dashes, and the frames of a spinner.
  private static let groups = ["╭╮╰╯", "─–—", "│", "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "‘’“”"]

  private static func group(of symbol: Character) -> Int? {
    groups.firstIndex { $0.contains(symbol) }
  }

  @Test func `different symbols have different ASCII replacements of one character`() {
    var symbols: [Character: Character] = [:]
    for (symbol, replacement) in ASCIISymbol.table where Self.group(of: symbol) == nil {
      #expect(replacement.isASCII)
      #expect(symbols[replacement] == nil, "\(symbol) and \(symbols[replacement] ?? " ")")
      symbols[replacement] = symbol
    }
    for (symbol, replacement) in ASCIISymbol.table {
      guard let group = Self.group(of: symbol), !"⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains(symbol) else { continue }
      #expect(symbols[replacement] == nil, "\(symbol), group \(group)")
    }
  }

  @Test(arguments: ["Dashboard", "Frame/Cells", "Frame/Keys"])
  func `each symbol in the source code of the screens has an ASCII replacement`(folder: String)
    throws
  {
    let found = try SourceCode.matches(of: /([^\x00-\x7F])/, in: folder).compactMap(\.first)
    let symbols = found.filter { !$0.isLetter }
    #expect(!symbols.isEmpty)
    // The symbols include all line-drawing characters of the SVG export, even if no screen has them.
    #expect(symbols.filter { ASCIISymbol.table[$0] == nil } == [])
  }
}
