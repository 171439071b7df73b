import ScreenTestSupport
import TestSupport
import Testing

@testable import Frame

/// Tests the replacement of signs by ASCII characters.
struct ASCIITests {
  @Test func `each column of a frame has an ASCII character, and all texts keep their columns`() {
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

  /// Signs that may have equal replacements: the lines of a border, dashes, and the frames of a spinner.
  private static let groups = ["╭╮╰╯", "─–—", "│", "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "‘’“”"]

  private static func group(of sign: Character) -> Int? { groups.firstIndex { $0.contains(sign) } }

  @Test func `different signs have different replacements, all of one ASCII character`() {
    var signs: [Character: Character] = [:]
    for (sign, replacement) in ASCIISign.table where Self.group(of: sign) == nil {
      #expect(replacement.isASCII)
      #expect(signs[replacement] == nil, "\(sign) and \(signs[replacement] ?? " ")")
      signs[replacement] = sign
    }
    for (sign, replacement) in ASCIISign.table {
      guard let group = Self.group(of: sign), !"⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains(sign) else { continue }
      #expect(signs[replacement] == nil, "\(sign), group \(group)")
    }
  }

  @Test(arguments: ["Dashboard", "Frame/Cells", "Frame/Keys"])
  func `each sign that the code of the screens contains has a replacement`(folder: String) throws {
    let found = try SourceCode.matches(of: /([^\x00-\x7F])/, in: folder).compactMap(\.first)
    let signs = found.filter { !$0.isLetter }
    #expect(!signs.isEmpty)
    // The export to SVG draws the characters of line drawings, whether or not a screen has them.
    #expect(signs.filter { ASCIISign.table[$0] == nil } == [])
  }
}
