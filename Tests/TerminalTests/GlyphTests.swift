import Frame
import Testing

@testable import Terminal

struct GlyphTests {
  @Test(arguments: [
    (Cell(text: "a"), 9, "a", true), (Cell(text: "日", width: 2), 9, "日", true),
    (Cell(text: "日", width: 2), 1, "\u{FFFD}", true), (Cell(text: "日"), 9, "\u{FFFD}", true),
    (Cell(text: "─"), 9, "─", true), (Cell(text: "★"), 9, "★", true),
    (Cell(text: "e\u{301}"), 9, "e\u{301}", false), (Cell(text: "🙂", width: 2), 9, "🙂", false),
    (Cell(text: "🇩🇪", width: 2), 9, "🇩🇪", false), (Cell(text: "🇩🇪"), 9, "🇩", false),
    (Cell(text: "\u{26A0}\u{FE0F}", width: 2), 9, "\u{26A0} ", true),
    (Cell(text: "👨\u{200D}👩\u{200D}👧", width: 2), 9, "👨", false),
    (Cell(text: "👍🏽", width: 2), 9, "👍", false), (Cell(text: "a", width: 2), 9, "a ", true),
    (Cell(text: "e\u{301}\u{302}\u{303}\u{304}\u{305}"), 9, "e\u{301}\u{302}\u{303}\u{304}", false),
    (Cell(text: "\u{301}"), 9, "\u{FFFD}", true), (Cell(text: "\u{1B}"), 9, "\u{FFFD}", true),
    (Cell(text: "\u{9B}"), 9, "\u{FFFD}", true),
    (Cell(text: "\u{1FAE8}", width: 2), 9, "\u{1FAE8}", false),
    (Cell(text: "\u{1FAF9}", width: 2), 9, "\u{FFFD} ", true),
    (Cell(text: "ab"), 9, "a", true), (Cell(text: "", width: 0), 9, " ", true),
    (Cell(text: ""), 9, " ", true),
  ])
  func `a glyph has the width of its cell, which is certain if all terminals agree on it`(
    cell: Cell,
    room: Int,
    text: String,
    isCertain: Bool
  ) {
    let glyph = Glyph(cell, room: room)
    #expect(Array(glyph.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(glyph.columns == min(max(Int(cell.width), 1), room))
    #expect(glyph.isCertain == isCertain)
  }
}
