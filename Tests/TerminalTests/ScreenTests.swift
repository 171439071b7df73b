import Frame
import Testing

@testable import Terminal

@Suite struct ScreenTests {
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

  @Test func `the mode sequences are those of the terminal database`() {
    let xterm = TerminalModes(
      term: "xterm",
      entry: TerminfoEntry(strings: [
        "smkx": "<keys>", "rmkx": "</keys>", "rmcup": "$<50/>back$<5>", "cnorm": "<cursor>",
        "op": "$", "smcup": "<screen>",
      ])
    )
    #expect(
      String(decoding: xterm.enter, as: UTF8.self)
        == "<screen><keys>\u{1B}[?2004h\u{1B}[22;0t"
    )
    #expect(
      String(decoding: xterm.leave, as: UTF8.self)
        == "\u{1B}[?2026l\u{1B}[23;0t\u{1B}[?2004l\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1006l"
        + "\u{1B}[?1004l</keys>$<cursor>back"
    )
    #expect(TerminalModes.titleText("a\u{7}b\u{1B}\u{9C}é") == Array("\u{1B}]2;abé\u{1B}\\".utf8))
    let console = TerminalModes(
      term: "linux",
      entry: TerminfoEntry(strings: ["cnorm": "<cursor>"])
    )
    #expect(console.enter.isEmpty)
    #expect(String(decoding: console.leave, as: UTF8.self) == "<cursor>\u{1B}[999H\r\n")
  }

  @Test
  func `the restore sequence of each terminal type fits into the memory of the crash handler`()
    throws
  {
    for term in ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"] {
      let entry = try #require(Entries.all[term])
      #expect(TerminalModes(term: term, entry: entry).leave.count <= 256)
    }
  }

  @Test func `the fallback entry has the sequences of xterm-256color`() throws {
    let described = try #require(Entries.all["xterm-256color"])
    for (name, text) in TerminfoEntry.xterm.strings
    where !["smcup", "rmcup", "sgr0", "cnorm"].contains(name) {
      #expect(described.strings[name] == text, "\(name)")
    }
    #expect(described.foregrounds == TerminfoEntry.xterm.foregrounds)
    #expect(described.backgrounds == TerminfoEntry.xterm.backgrounds)
    #expect(described.colours == TerminfoEntry.xterm.colours)
  }

  @Test(arguments: [
    ("", nil), ("nonsense", nil), ("dumb", false), ("vt52", false), ("vt100", true),
  ])
  func `a terminal type that has no terminfo entry or cannot move the cursor is refused`(
    term: String,
    canPlaceCursor: Bool?
  ) {
    #expect(Entries.all[term]?.canPlaceCursor == canPlaceCursor)
  }
}
